import { type Problem, refuseValue } from '../result/problem';
import { field, type FieldKind, fieldFactory } from './field';
import { isSameText, isSameWord, isSimilarText } from '../values/sameValue';
import { checkLength, MAX_NAME_LENGTH, requireStorable } from './texts/textLimits';
import { asText } from '../values/asText';
import { parseAddress } from '../values/parseAddress';

/** JSON that is made of an object would be stored as it is, and people would read it. */
const NOT_TEXT_REMEDY =
	'Use one text: of an object, choose the property with the text. A document in the JSON of an editor has to become Markdown or HTML first.';

const writeText: FieldKind['write'] = (value) => {
	const text = asText(value);
	if (text !== undefined) return requireStorable(text);

	return refuseValue(value, 'is not text', NOT_TEXT_REMEDY);
};

const createTextKind = (
	write: FieldKind['write'],
	typeOptions?: FieldKind['panel']['typeOptions'],
): FieldKind => ({
	panel: { type: 'string', default: '', ...(typeOptions && { typeOptions }) },
	emptyValue: '',
	write,
	isUnchanged: isSameText,
	isAccepted: isSimilarText,
});

/**
 * Text on one line, without the blanks at its ends. Servers remove them from a name, but search for
 * the name as it was sent: a label with blanks would never be found again.
 */
export const textKind = createTextKind((value, context) =>
	writeText(asText(value)?.trim() ?? value, context),
);

/** See `textKind`. */
export const text = fieldFactory(textKind);

/**
 * Text on one line that is no longer than names and external IDs may be (row 200). Plane would refuse
 * longer text in the middle of a run, or fail (row 77).
 */
export const nameKind = createShortTextKind(MAX_NAME_LENGTH);

/** See `nameKind`. */
export const name = fieldFactory(nameKind);

/** Text on one line that is no longer than servers allow, in characters. */
export const shortText = <Wire extends string>(
	wire: Wire,
	maxLength: number,
	description: string,
) => field(createShortTextKind(maxLength), wire, description);

function createShortTextKind(maxLength: number): FieldKind {
	return createTextKind((value, context) => {
		const written = textKind.write(value, context);

		return typeof written === 'string' ? checkLength(written, maxLength) : written;
	});
}

/** Text on several lines. */
export const longTextKind = createTextKind(writeText, { rows: 4 });

/** See `longTextKind`. */
export const longText = fieldFactory(longTextKind);

/** Text that is sent exactly as entered, with all blanks. */
export const exactTextKind = createTextKind(writeText);

/** See `exactTextKind`. */
export const exactText = fieldFactory(exactTextKind);

/** Text that is sent exactly as entered, and hidden in the panel. */
export const secret = fieldFactory(createTextKind(writeText, { password: true }));

const isEmail = (text: string): boolean =>
	/^[^\s@,;:<>()[\]\\"\p{C}]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text) &&
	!/^\.|\.\.|\.@/.test(text);

/** One email address. */
export const emailKind: FieldKind = {
	...createTextKind((value) => {
		const text = typeof value === 'string' ? value.trim() : '';

		return isEmail(text)
			? checkLength(text, MAX_NAME_LENGTH)
			: refuseValue(value, 'is not an email address', 'Enter one address, e.g. ada@example.com.');
	}),
	isUnchanged: isSameWord,
	format: 'one email address',
};

/** See `emailKind`. */
export const email = fieldFactory(emailKind, {
	placeholder: 'e.g. ada@example.com',
	identifiesRecord: true,
});

/** Whether a text is a web address without spaces and control characters. */
export const isAddress = (text: string): boolean =>
	parseAddress(text) !== undefined && !/[\s\p{Cc}]/u.test(text);

/** The form of an address in a text field. */
export const ADDRESS_FORMAT = 'address with https:// or http://';

/** The problem of a value that is not an address, as `isAddress` says. */
export const refuseAddress = (value: unknown): Problem =>
	parseAddress(value) === undefined
		? refuseValue(
				value,
				'is not a web address',
				'Enter an address that starts with https:// or http://.',
			)
		: refuseValue(
				value,
				'has a space, a line break or a control character, which no web address has',
				'Leave it out, or write %20 in place of a space.',
			);

/** A web address with any host. */
export const urlKind: FieldKind = {
	...createTextKind((value) => {
		const text = typeof value === 'string' ? value.trim() : '';

		return isAddress(text) ? text : refuseAddress(value);
	}),
	format: ADDRESS_FORMAT,
};

/** See `urlKind`. */
export const url = fieldFactory(urlKind);
