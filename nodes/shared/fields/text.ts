import { refuseValue } from './refuseValue';
import type { Problem } from '../result/problem';
import { field, type FieldKind, fieldFactory } from './field';
import { isSameText, isSameWord, isSimilarText } from './sameValue';
import { checkLength, MAX_NAME_LENGTH, requireStorable } from './texts/textLimits';

/** Returns a value as text if it is text, a number or a truth value, or undefined. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;

	const isScalar =
		typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);

	return isScalar ? String(value) : undefined;
}

/** Returns the texts of a list or of a single value. Other entries are left out. */
export const toTextList = (value: unknown): string[] =>
	[value]
		.flat()
		.map(asText)
		.filter((text) => text !== undefined);

/** JSON that is made of an object would be stored as it is, and people would read it. */
const NOT_TEXT_REMEDY =
	'Use one text: of an object, choose the property with the text. A document in the JSON of an editor has to become Markdown or HTML first.';

const writeText: FieldKind['write'] = (value) => {
	const text = asText(value);
	if (text !== undefined) return requireStorable(text);

	return refuseValue(value, 'is not text', NOT_TEXT_REMEDY);
};

const textKind = (
	write: FieldKind['write'],
	typeOptions?: FieldKind['look']['typeOptions'],
): FieldKind => ({
	look: { type: 'string', default: '', ...(typeOptions && { typeOptions }) },
	emptyValue: '',
	write,
	isUnchanged: isSameText,
	isAccepted: isSimilarText,
});

/**
 * Text on one line, without the blanks at its ends. Servers remove them from a name, but search for
 * the name as it was sent: a label with blanks would never be found again.
 */
export const text = fieldFactory(
	textKind((value, context) => writeText(asText(value)?.trim() ?? value, context)),
);

/**
 * Text on one line that is no longer than names and external IDs may be (row 200). Plane would refuse
 * longer text in the middle of a run, or fail (row 77).
 */
export const name = fieldFactory(
	textKind((value, context) => {
		const written = writeText(asText(value)?.trim() ?? value, context);

		return typeof written === 'string' ? checkLength(written, MAX_NAME_LENGTH) : written;
	}),
);

/** Text on one line that is no longer than servers allow, in characters. */
export function shortText<Wire extends string>(wire: Wire, maxLength: number, description: string) {
	const kind = textKind((value, context) => {
		const written = writeText(asText(value)?.trim() ?? value, context);

		return typeof written === 'string' ? checkLength(written, maxLength) : written;
	});

	return field(kind, wire, description);
}

/** Text on several lines. */
export const longText = fieldFactory(textKind(writeText, { rows: 4 }));

/** Text that is sent exactly as entered, with all blanks. */
export const exactText = fieldFactory(textKind(writeText));

/** Text that is sent exactly as entered, and hidden in the panel. */
export const secret = fieldFactory(textKind(writeText, { password: true }));

const isEmail = (text: string): boolean =>
	/^[^\s@,;:<>()[\]\\"\p{C}]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text) &&
	!/^\.|\.\.|\.@/.test(text);

/** One email address. */
export const email = fieldFactory(
	{
		...textKind((value) => {
			const text = typeof value === 'string' ? value.trim() : '';

			return isEmail(text)
				? checkLength(text, MAX_NAME_LENGTH)
				: refuseValue(value, 'is not an email address', 'Enter one address, e.g. ada@example.com.');
		}),
		isUnchanged: isSameWord,
		format: 'one email address',
	},
	{ placeholder: 'e.g. ada@example.com', identifiesRecord: true },
);

/** Parses a web address (http or https, with a host). Returns undefined for other values. */
export function parseAddress(value: unknown): URL | undefined {
	const text = typeof value === 'string' ? value.trim() : '';

	// The URL class repairs https:example.com and https:///example.com. Not every browser does.
	return /^https?:\/\/[^/\\?#]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

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
export const url = fieldFactory(
	{
		...textKind((value) => {
			const text = typeof value === 'string' ? value.trim() : '';

			return isAddress(text) ? text : refuseAddress(value);
		}),
		format: ADDRESS_FORMAT,
	},
	{
		placeholder: 'e.g. https://example.com/page',
	},
);
