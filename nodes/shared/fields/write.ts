import { refused } from '../result/problem';
import { isEmpty } from './valueChecks';
import { quote } from '../text/quote';
import {
	getEmptyValue,
	type Field,
	readPlainValue,
	type ValueContext,
	type WriteResult,
} from './field';
import { isJsonObject } from './json';
import { readPropertyPath } from './origin';

/** How a value is written, and what becomes of a field without one. */
export interface WriteContext extends ValueContext {
	/**
	 * What becomes of a value that is empty, and may be: `clear` if it was added to a collection, `leave`
	 * if it has a place of its own in the panel, where nearly everybody leaves it empty.
	 */
	readonly whenEmpty: 'clear' | 'leave';
	/**
	 * What becomes of a field whose expression finds nothing: `refuse` where it could clear what a record
	 * has; `leave` where there is nothing to clear, because the record is a new one. Absent: `refuse`.
	 */
	readonly whenMissing?: 'refuse' | 'leave';
}

/**
 * Writes the value of one field that the user filled in or added, by the table in docs/values.md.
 *
 * Clearing by accident loses data, so the result of an expression that finds nothing is refused:
 * `undefined`, and the blank text that n8n makes of it. `null`, and `''` as the result of a single
 * expression, are deliberate: they clear the field.
 *
 * @returns the value, a problem, or undefined if the field is not sent
 */
export function writeField(
	field: Field,
	value: unknown,
	context: WriteContext,
): WriteResult | undefined {
	const { origin, whenEmpty } = context;
	const inner = readPlainValue(field, value);
	if (origin.isAiGenerated && !field.required && isEmptyModelValue(inner)) return undefined;

	const missing = refuseMissing(field, inner, context);
	if (missing !== undefined) {
		return context.whenMissing === 'leave' && canBeOmitted(field) ? undefined : missing;
	}

	const written = isEmpty(inner) ? null : field.kind.write(value, context);
	// An empty list counts as no value, once the field is known to hold a list.
	const isNothing = isEmpty(written) || (Array.isArray(written) && written.length === 0);
	if (!isNothing) return written;
	if (field.required) return refused('the value is empty', `Fill in ${field.displayName}.`);
	if (whenEmpty === 'leave') return undefined;

	const cleared = getEmptyValue(field);

	return cleared === undefined
		? refused('the value is empty', `Fill in ${field.displayName} or remove it.`)
		: cleared;
}

/** Whether a model means nothing by a value: it has to give one for each field. */
function isEmptyModelValue(value: unknown): boolean {
	if (typeof value === 'string') return ['', '[]', '{}'].includes(value.replace(/\s/g, ''));
	if (Array.isArray(value)) return value.length === 0;

	return isEmpty(value) || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** Whether a new record can do without a field that a row does not have. */
const canBeOmitted = ({ required, identifiesRecord }: Field): boolean =>
	!required && identifiesRecord !== true;

/**
 * @returns why there is no value, if an expression finds nothing; undefined if there is one, or if the
 *   user wants none
 */
function refuseMissing(
	field: Field,
	value: unknown,
	{ origin }: ValueContext,
): WriteResult | undefined {
	const isBlank = typeof value === 'string' && isEmpty(value);
	const orNull = `or clear it with {{ ${readPropertyPath(origin) ?? '$json.value'} ?? null }}.`;
	if (value === undefined) {
		return refuseEmptyExpression(field, 'the expression returns no value (undefined)', orNull);
	}

	if (isBlank && origin.kind === 'composed') {
		const problem = 'the text is blank, because an expression in it returns nothing';

		return refuseEmptyExpression(
			field,
			problem,
			'or clear it with an expression that returns null.',
		);
	}

	if (isBlank && origin.kind === 'expression' && value !== '') {
		return refuseEmptyExpression(
			field,
			`the expression gives ${quote(value)}, which is blank`,
			orNull,
		);
	}

	return undefined;
}

/** Refuses what an expression gives that finds nothing. @param clearing how the field is cleared */
function refuseEmptyExpression(field: Field, problem: string, clearing: string): WriteResult {
	const otherwise = getEmptyValue(field) === undefined ? '.' : `, ${clearing}`;

	return refused(
		problem,
		`Give ${field.displayName} a value for this item${otherwise} Most likely, its column is empty in this row.`,
	);
}
