import type { JsonValue } from 'n8n-workflow';

import { isProblem, refused } from '../result/problem';
import { quote } from './describe';
import { isEmpty } from './empty';
import { clearedBy, type Field, innerOf, type ValueContext, type Written } from './field';

/** What becomes of a value that is empty, and may be. */
type WhenEmpty =
	/** It was added to a collection, so the field is cleared on the server. */
	| 'clear'
	/** It has a place of its own in the panel, where nearly everybody leaves it empty. */
	| 'leave';

/**
 * Writes the value of one field that the user filled in or added, by the table in docs/values.md.
 *
 * Clearing by accident loses data, so what an expression gives that finds nothing is refused:
 * `undefined`, and blank text that n8n made of it. `null`, and `''` from one expression alone, are
 * meant: they clear.
 *
 * @returns undefined: the field is left alone
 */
export function writeField(
	field: Field,
	value: unknown,
	context: ValueContext,
	whenEmpty: WhenEmpty,
): Written | undefined {
	const { form, isByModel } = context.origin;
	const inner = innerOf(field, value);
	const isBlank = typeof inner === 'string' && isEmpty(inner);
	if (isByModel && !field.required && (isBlank || inner === undefined)) return undefined;
	if (inner === undefined) {
		return nothing(field, 'the expression returns no value (undefined)', 'or null to clear it.');
	}
	if (isBlank && form === 'composed') {
		const problem = 'the text is blank, because an expression in it returns nothing';
		return nothing(field, problem, 'or clear it with an expression that returns null.');
	}
	if (isBlank && form === 'expression' && inner !== '') {
		const problem = `the expression gives ${quote(inner)}, which is blank`;
		return nothing(field, problem, 'or null to clear it.');
	}
	if (isEmpty(inner)) return writeEmpty(field, whenEmpty);

	const result = field.kind.write(value, context);
	return !isProblem(result) && isNothing(result) ? writeEmpty(field, whenEmpty) : result;
}

/** Refuses what an expression gives that finds nothing. @param clearing how the field is cleared */
const nothing = (field: Field, problem: string, clearing: string): Written =>
	refused(
		problem,
		`Give ${field.displayName} a value for this item${clearedBy(field) === undefined ? '.' : `, ${clearing}`}`,
	);

function writeEmpty(field: Field, whenEmpty: WhenEmpty): Written | undefined {
	if (field.required) return refused('the value is empty', `Fill in ${field.displayName}.`);
	if (whenEmpty === 'leave') return undefined;
	const cleared = clearedBy(field);
	return cleared === undefined
		? refused('the value is empty', `Fill in ${field.displayName} or remove it.`)
		: cleared;
}

/** An empty list is as good as nothing once it is known that a list is meant. */
const isNothing = (value: JsonValue): boolean =>
	isEmpty(value) || (Array.isArray(value) && value.length === 0);
