import { quote } from './describe';
import { fieldsOf, refused, written, type Kind, type Look, type Written } from './field';

/** The text of a value that is text or reads as one (42, true), or undefined. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return undefined;
}

function writeText(value: unknown): Written {
	const text = asText(value);
	return text === undefined
		? refused(`${quote(value)} is not text`, 'Give one text, e.g. by {{ JSON.stringify($json) }}.')
		: written(text);
}

const kind = (look: Partial<Look> = {}): Kind => ({
	look: { type: 'string', default: '', ...look },
	cleared: '',
	write: writeText,
});

/** Text on one line. */
export const text = fieldsOf(kind());

/** Text on several lines. */
export const longText = fieldsOf(kind({ typeOptions: { rows: 4 } }));

/** Text that the panel hides. */
export const secret = fieldsOf(kind({ typeOptions: { password: true } }));
