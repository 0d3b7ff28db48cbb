import { refuseValue } from './refuseValue';
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

const writeText: FieldKind['write'] = (value) => {
	const text = asText(value);
	if (text !== undefined) return requireStorable(text);

	return refuseValue(value, 'is not text', 'Use one text, e.g. with {{ JSON.stringify($json) }}.');
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

/** The form that a text must have. */
interface TextForm {
	readonly isValid: (text: string) => boolean;
	/** What is wrong with other texts, as a clause: `is not an email address`. */
	readonly clause: string;
	/** What to enter, as a sentence. */
	readonly remedy: string;
	/** The longest text, in characters. Absent: any. */
	readonly maxLength?: number;
}

/** Returns the function that writes text of a form, without the blanks at its ends. */
const createFormWriter =
	({ isValid, clause, remedy, maxLength = Infinity }: TextForm): FieldKind['write'] =>
	(value) => {
		const text = typeof value === 'string' ? value.trim() : '';

		return isValid(text) ? checkLength(text, maxLength) : refuseValue(value, clause, remedy);
	};

const isEmail = (text: string): boolean =>
	/^[^\s@,;:<>()[\]\\"\p{C}]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text) &&
	!/^\.|\.\.|\.@/.test(text);

/** One email address. */
export const email = fieldFactory(
	{
		...textKind(
			createFormWriter({
				isValid: isEmail,
				clause: 'is not an email address',
				remedy: 'Enter one address, e.g. ada@example.com.',
				maxLength: MAX_NAME_LENGTH,
			}),
		),
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

export const ADDRESS_REMEDY = 'Enter an address that starts with https:// or http://.';

/** A web address with any host. */
export const url = fieldFactory(
	{
		...textKind(
			createFormWriter({
				isValid: isAddress,
				clause: 'is not a web address',
				remedy: ADDRESS_REMEDY,
			}),
		),
		format: ADDRESS_FORMAT,
	},
	{
		placeholder: 'e.g. https://example.com/page',
	},
);
