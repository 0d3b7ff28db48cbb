import { refuseValue } from './refuseValue';
import { type FieldKind, fieldFactory } from './field';
import { isSameText, isSameWord, isSimilarText } from './sameValue';
import { checkLength, MAX_NAME_LENGTH, requireStorable } from './texts/textLimits';

/** The text of a value that is text or reads as one (42, true), or undefined. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;

	const reads = typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);

	return reads ? String(value) : undefined;
}

/** The texts of a list, or of one value. */
export const toTextList = (value: unknown): string[] =>
	[value].flat().flatMap((entry) => asText(entry) ?? []);

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
 * Text on one line, without the blanks at its ends: servers take them off a name, but then look for
 * the name as it was sent. Such a label can be created once, and never be found again.
 */
export const text = fieldFactory(
	textKind((value, context) => writeText(asText(value)?.trim() ?? value, context)),
);

/**
 * The same, as long as names and external IDs may be (row 200). It is counted here, because Plane
 * refuses a longer one in the middle of a run, or fails (row 77).
 */
export const name = fieldFactory(
	textKind((value, context) => {
		const written = writeText(asText(value)?.trim() ?? value, context);

		return typeof written === 'string' ? checkLength(written, MAX_NAME_LENGTH) : written;
	}),
);

/** Text on several lines. */
export const longText = fieldFactory(textKind(writeText, { rows: 4 }));

/** Text that goes out as it is given, to the last blank. */
export const exactText = fieldFactory(textKind(writeText));

/** The same, hidden in the panel. */
export const secret = fieldFactory(textKind(writeText, { password: true }));

/** Writes text of a certain form, without the blanks at its ends. */
const writeMatching =
	(
		isValid: (text: string) => boolean,
		clause: string,
		remedy: string,
		maxLength = Infinity,
	): FieldKind['write'] =>
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
			writeMatching(
				isEmail,
				'is not an email address',
				'Enter one address, e.g. ada@example.com.',
				MAX_NAME_LENGTH,
			),
		),
		isUnchanged: isSameWord,
	},
	{ placeholder: 'e.g. ada@example.com', identifiesRecord: true },
);

/** The web address in a value (http or https, with a host), or undefined. */
export function parseAddress(value: unknown): URL | undefined {
	const text = typeof value === 'string' ? value.trim() : '';

	// The URL class repairs https:example.com and https:///example.com; whoever follows may not.
	return /^https?:\/\/[^/\\?#]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** Whether a text is a web address without a space or a control character in it. */
export const isAddress = (text: string): boolean =>
	parseAddress(text) !== undefined && !/[\s\p{Cc}]/u.test(text);

export const ADDRESS_REMEDY = 'Enter an address that starts with https:// or http://.';

/** A web address of any host. */
export const url = fieldFactory(
	textKind(writeMatching(isAddress, 'is not a web address', ADDRESS_REMEDY)),
	{
		placeholder: 'e.g. https://example.com/page',
	},
);
