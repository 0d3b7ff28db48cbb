import { getEmptyValue } from '../../shared/fields/field';
import type { Field } from '../../shared/fields/kinds';
import type { Origin } from '../../shared/fields/origin';
import type { Entered, ImportRow } from '../../shared/model/draft';
import { clearEmptyFields } from '../../shared/operations/shared/choices';
import type { ParameterReader, ValueEffects } from '../../shared/parameters/ParameterReader';
import { type Problem, refused } from '../../shared/result/problem';
import { quote } from '../../shared/text/quote';
import { asText } from '../../shared/values/asText';
import { isEmpty } from '../../shared/values/valueChecks';
import { ROUNDED_NUMBER } from '../../shared/values/roundedNumber';

/** Where the values of an item come from. */
export interface FieldSource {
	/** Reads what is known of the item beside its fields. What cannot be read is named in a hint: call it once. */
	readRow(): ImportRow;
	/** Whether a field that identifies the record was read from a column that is only called ID, and is a UUID. */
	readonly mayHaveOwnId: boolean;
	/** @returns undefined if the item has no value, or if the value has a problem */
	read(field: Field): Entered | undefined;
	/** Returns the format of a text, or undefined if the option for it decides. */
	findFormat(field: Field): string | undefined;
	/** What to do if a field that the item needs has no value, as a sentence. */
	remedyForMissing(field: Field): string;
}

/** What an empty value means: an empty cell clears a field only if the user wants that. */
export function createEffects(reader: ParameterReader): (field: Field) => ValueEffects {
	const clears = reader.option(clearEmptyFields);

	return (field) => {
		const isClearable = getEmptyValue(field) !== undefined && field.identifiesRecord !== true;

		return { whenEmpty: clears === true && isClearable ? 'clear' : 'leave', whenMissing: 'leave' };
	};
}

/**
 * Finds out whether an ID has lost digits, so that two records may have the same one.
 *
 * @returns why it cannot be used, or undefined if it is whole
 */
export function explainLostDigits(value: unknown): Problem | undefined {
	if (typeof value === 'number' && mayHaveLostDigits(value)) {
		return refused(
			`it is a number with more than 15 digits, of which the last ones may be lost (${value})`,
			'Make it text where it is read, so that it keeps all of its digits. If a spreadsheet has saved the file, use it as the tool has exported it.',
		);
	}

	return ROUNDED_NUMBER.test(asText(value) ?? '')
		? refused(
				`a spreadsheet has rounded it to ${quote(value)}`,
				'Use the file as the tool has exported it, or make the column text before you save it.',
			)
		: undefined;
}

/** Whether a program may have rounded a number: spreadsheets put zeros in place of all digits after the fifteenth. */
const mayHaveLostDigits = (value: number): boolean =>
	Number.isInteger(value) &&
	(!Number.isSafeInteger(value) || (Math.abs(value) >= 1e15 && value % 10 === 0));

/** Separators alone are an empty list: whoever joins the names of nobody leaves them. */
const SEPARATORS = /^[\s,;]*$/;

/** Returns the value of a cell, `''` for an empty one. A cell with blanks is empty: in an expression, they could be a mistake. */
export function readCellValue({ kind }: Field, value: unknown): unknown {
	const isListOfNothing =
		kind.isList === true && typeof value === 'string' && SEPARATORS.test(value);

	return isEmpty(value) || isListOfNothing ? '' : value;
}

/** The cells of an item are no expressions. */
export const PLACE_FOR_EXPRESSIONS =
	'Enter the expression in Edit Fields before this node, or choose Map Each Column Manually.';

/** The origin of a cell: as if an expression read it, so that errors can say how to convert it. */
export const createOrigin = (column: string): Origin => ({
	kind: 'expression',
	expressions: [`{{ $json[${JSON.stringify(column)}] }}`],
	isAiGenerated: false,
});
