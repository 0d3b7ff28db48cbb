import { refuseValue } from './describe';
import { type FieldKind, fieldsOf } from './field';
import { isSameAddress, isSameText, isSameWord, isTakenText } from './sameValue';

/** The text of a value that is text or reads as one (42, true), or undefined. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	const reads = typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);
	return reads ? String(value) : undefined;
}

/** The texts of a list, or of one value. */
export const textsIn = (value: unknown): string[] =>
	[value].flat().flatMap((entry) => asText(entry) ?? []);

const writeText: FieldKind['write'] = (value) =>
	asText(value) ??
	refuseValue(value, 'is not text', 'Use one text, e.g. with {{ JSON.stringify($json) }}.');

const kind = (
	write: FieldKind['write'],
	typeOptions?: FieldKind['look']['typeOptions'],
): FieldKind => ({
	look: { type: 'string', default: '', ...(typeOptions && { typeOptions }) },
	cleared: '',
	write,
	isStored: isSameText,
	isTaken: isTakenText,
});

/**
 * Text on one line, without the blanks at its ends: servers take them off a name, but then look for
 * the name as it was sent. Such a label can be created once, and never be found again.
 */
export const text = fieldsOf(
	kind((value, context) => writeText(asText(value)?.trim() ?? value, context)),
);

/** Text on several lines. */
export const longText = fieldsOf(kind(writeText, { rows: 4 }));

/** Text that goes out as it is given, to the last blank. */
export const exactText = fieldsOf(kind(writeText));

/** The same, hidden in the panel. */
export const secret = fieldsOf(kind(writeText, { password: true }));

/** Writes text of a certain form, without the blanks at its ends. */
const writeIf =
	(isGood: (text: string) => boolean, clause: string, remedy: string): FieldKind['write'] =>
	(value) => {
		const text = typeof value === 'string' ? value.trim() : '';
		return isGood(text) ? text : refuseValue(value, clause, remedy);
	};

const isEmail = (text: string): boolean =>
	/^[^\s@,;:<>()[\]\\"\p{C}]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text) &&
	!/^\.|\.\.|\.@/.test(text);

/** One email address. */
export const email = fieldsOf(
	{
		...kind(
			writeIf(isEmail, 'is not an email address', 'Enter one address, e.g. ada@example.com.'),
		),
		isStored: isSameWord,
	},
	{ placeholder: 'e.g. ada@example.com' },
);

/** The web address in a value (http or https, with a host), or undefined. */
export function parseAddress(value: unknown): URL | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	// The URL class repairs https:example.com and https:///example.com; whoever follows may not.
	return /^https?:\/\/[^/\\?#]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

const isLink = (text: string): boolean =>
	parseAddress(text) !== undefined && !/[\s\p{Cc}]/u.test(text);
const LINK_REMEDY = 'Enter an address that starts with https:// or http://.';

/** A web address. */
export const url = fieldsOf(
	{
		...kind(writeIf(isLink, 'is not a web address', LINK_REMEDY)),
		isTaken: isSameAddress,
	},
	{ placeholder: 'e.g. https://example.com/page' },
);

// Servers take any text for a color and then show none, so it is checked here.
const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

/** A color as `#rrggbb`. */
export const color = fieldsOf(
	{
		look: { type: 'color', default: '' },
		write: writeIf(isColor, 'is not a color', 'Use the form #rrggbb, e.g. #3f76ff.'),
		isStored: isSameWord,
	},
	{ placeholder: 'e.g. #3f76ff' },
);
