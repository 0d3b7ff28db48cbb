import { refused } from '../result/problem';
import { isEmpty, quote } from './describe';
import { clearedBy, type Field, innerOf, type ValueContext, type Written } from './field';

/**
 * Writes the value of one field that the user filled in or added, by the table in docs/values.md.
 *
 * Clearing by accident loses data, so what an expression gives that finds nothing is refused:
 * `undefined`, and blank text that n8n made of it. `null`, and `''` from one expression alone, are
 * meant: they clear.
 *
 * @param whenEmpty what becomes of a value that is empty, and may be: `clear` if it was added to a
 * collection, `leave` if it has a place of its own in the panel, where nearly everybody leaves it empty
 * @returns undefined: the field is left alone
 */
export function writeField(
	field: Field,
	value: unknown,
	context: ValueContext,
	whenEmpty: 'clear' | 'leave',
): Written | undefined {
	const { form, isByModel } = context.origin;
	const inner = innerOf(field, value);
	const isBlank = typeof inner === 'string' && isEmpty(inner);
	if (isByModel && !field.required && (isBlank || inner === undefined)) return undefined;
	if (inner === undefined) return nothing(field, 'the expression returns no value (undefined)');
	if (isBlank && form === 'composed') {
		const problem = 'the text is blank, because an expression in it returns nothing';
		return nothing(field, problem, 'or clear it with an expression that returns null.');
	}
	if (isBlank && form === 'expression' && inner !== '') {
		return nothing(field, `the expression gives ${quote(inner)}, which is blank`);
	}
	const written = isEmpty(inner) ? null : field.kind.write(value, context);
	// An empty list is as good as nothing once it is known that a list is meant.
	const isNothing = isEmpty(written) || (Array.isArray(written) && written.length === 0);
	if (!isNothing) return written;
	if (field.required) return refused('the value is empty', `Fill in ${field.displayName}.`);
	if (whenEmpty === 'leave') return undefined;
	const cleared = clearedBy(field);
	return cleared === undefined
		? refused('the value is empty', `Fill in ${field.displayName} or remove it.`)
		: cleared;
}

/** Refuses what an expression gives that finds nothing. @param clearing how the field is cleared */
function nothing(field: Field, problem: string, clearing = 'or null to clear it.'): Written {
	const otherwise = clearedBy(field) === undefined ? '.' : `, ${clearing}`;
	return refused(problem, `Give ${field.displayName} a value for this item${otherwise}`);
}
