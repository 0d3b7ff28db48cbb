import type { JsonValue } from 'n8n-workflow';

import { isProblem, refused, type Result } from '../result/problem';
import { isEmpty } from '../values/valueChecks';
import { quote } from '../text/quote';
import {
	getEmptyValue,
	type Field,
	readPlainValue,
	type ValueContext,
	type ValueResult,
} from './field';
import { isJsonObject } from '../values/json';
import { readPropertyPath } from './origin';

/** The circumstances of a value, and what to do if a field has none. */
export interface WriteContext extends ValueContext {
	/**
	 * What an empty value means: `clear` for fields that users add to an update, `leave` for fields that are
	 * always in the panel, because most users leave those empty. In a new record it is `clearByExpression`: a field
	 * that was left empty in the panel is not sent, and an expression that returns null clears it.
	 */
	readonly whenEmpty: 'clear' | 'clearByExpression' | 'leave';
	/**
	 * What to do if an expression has no value: `refuse` in updates, which could clear the field of a
	 * record; `leave` in creates, which have nothing to clear. Absent: `refuse`.
	 */
	readonly whenMissing?: 'refuse' | 'leave';
}

/**
 * Converts the value of a field to the form that is sent, by the table in docs/values.md.
 *
 * Clearing a field by accident loses data. Therefore an expression without a value is refused:
 * `undefined`, and the blank text that n8n makes of it. `null`, and `''` as the result of a single
 * expression, are deliberate and clear the field.
 *
 * @param value as the user entered it, or as an expression returned it
 * @returns the value to send, a problem, or undefined if the field is not sent
 */
export function writeField(
	field: Field,
	value: unknown,
	context: WriteContext,
): ValueResult | undefined {
	const { origin, whenEmpty } = context;
	const plainValue = readPlainValue(field, value);
	if (origin.isAiGenerated && !field.required && isEmptyModelValue(plainValue)) return undefined;

	const missingProblem = refuseMissing(field, plainValue, context);
	if (missingProblem !== undefined) {
		return context.whenMissing === 'leave' && canBeOmitted(field) ? undefined : missingProblem;
	}

	const written = isEmpty(plainValue) ? null : field.kind.write(value, context);
	const isWrittenEmpty = isEmpty(written) || (Array.isArray(written) && written.length === 0);
	if (!isWrittenEmpty) return written;
	if (field.required) return refused('the value is empty', `Fill in ${field.displayName}.`);
	if (whenEmpty === 'leave') return undefined;
	if (whenEmpty === 'clearByExpression' && origin.kind === 'fixed') return undefined;

	const emptyValue = getEmptyValue(field);

	return emptyValue === undefined
		? refused('the value is empty', `Fill in ${field.displayName} or remove it.`)
		: emptyValue;
}

/** A value to send, or the text of a list that is still to be split. */
export interface EnteredValue {
	readonly value: JsonValue;
	/**
	 * Set if the value is the text of a list: how its entries are written once it is split. Only the names that exist
	 * tell where an entry ends, because a name may itself contain a separator.
	 */
	readonly splitLater?: WriteContext;
	/** Set if a text is not sent either if nothing of it can be read, such as `<p>&nbsp;</p>`. */
	readonly isLeftIfBlank?: true;
}

/** Converts the value of a field as `writeField` does, but for the text of a list of names, which stays as it is. */
export function enterValue(
	field: Field,
	value: unknown,
	context: WriteContext,
): Result<EnteredValue> | undefined {
	const written = writeField(field, value, { ...context, splitsLater: true });
	if (written === undefined || isProblem(written)) return written;

	const isListText = field.kind.isList === true && typeof written === 'string';
	const isLeftIfBlank =
		field.formatField !== undefined && !field.required && context.whenEmpty === 'leave';

	return {
		value: written,
		...(isListText && { splitLater: context }),
		...(isLeftIfBlank && { isLeftIfBlank }),
	};
}

/** Whether a value from an AI model means "no value": models must fill in every field. */
function isEmptyModelValue(value: unknown): boolean {
	if (typeof value === 'string') return ['', '[]', '{}'].includes(value.replace(/\s/g, ''));
	if (Array.isArray(value)) return value.length === 0;

	return isEmpty(value) || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** Whether a new record can be created without the field. */
const canBeOmitted = ({ required, identifiesRecord }: Field): boolean =>
	!required && identifiesRecord !== true;

/** Returns a problem if the expression of a value has no result. Other empty values are deliberate. */
function refuseMissing(
	field: Field,
	value: unknown,
	{ origin }: ValueContext,
): ValueResult | undefined {
	const isBlank = typeof value === 'string' && isEmpty(value);
	const howToClear = `or, if every item without one is to lose it in Plane, use {{ ${readPropertyPath(origin) ?? '$json.value'} ?? null }}.`;
	if (value === undefined) {
		return refuseEmptyExpression(field, 'the expression returns no value (undefined)', howToClear);
	}

	if (isBlank && origin.kind === 'composed') {
		const message = 'the text is blank, because an expression in it returns nothing';

		return refuseEmptyExpression(
			field,
			message,
			'or, if every item without one is to lose it in Plane, use an expression that returns null.',
		);
	}

	if (isBlank && origin.kind === 'expression' && value !== '') {
		return refuseEmptyExpression(
			field,
			`the expression returns ${quote(value)}, which is blank`,
			howToClear,
		);
	}

	return undefined;
}

/**
 * Refuses the result of an expression that has no value.
 *
 * @param howToClear the alternative, for fields that can be cleared
 */
function refuseEmptyExpression(field: Field, message: string, howToClear: string): ValueResult {
	const alternative = getEmptyValue(field) === undefined ? '.' : `, ${howToClear}`;

	return refused(
		message,
		`Give ${field.displayName} a value for this item${alternative} Most likely, its column is empty in this row, or is called something else.`,
	);
}
