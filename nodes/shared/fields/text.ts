import { refused } from '../result/problem';
import { quote } from './describe';
import { type FieldKind, fieldsOf, type Look, type Written } from './field';

/** The text of a value that is text or reads as one (42, true), or undefined. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return undefined;
}

function writeText(value: unknown): Written {
	const text = asText(value);
	return (
		text ??
		refused(`${quote(value)} is not text`, 'Use one text, e.g. with {{ JSON.stringify($json) }}.')
	);
}

/**
 * Servers take the blanks off both ends of a name, but then look for the name as it was sent: such a
 * label can be created once, and never be found again.
 */
function writeTrimmed(value: unknown): Written {
	const text = asText(value);
	return writeText(text === undefined ? value : text.trim());
}

const kind = (write: FieldKind['write'], look: Partial<Look> = {}): FieldKind => ({
	look: { type: 'string', default: '', ...look },
	cleared: '',
	write,
});

/** Text on one line, without the blanks at its ends. */
export const text = fieldsOf(kind(writeTrimmed));

/** Text on several lines. */
export const longText = fieldsOf(kind(writeText, { typeOptions: { rows: 4 } }));

/** Text that goes out as it is given, to the last blank. */
export const exactText = fieldsOf(kind(writeText));

/** The same, hidden in the panel. */
export const secret = fieldsOf(kind(writeText, { typeOptions: { password: true } }));
