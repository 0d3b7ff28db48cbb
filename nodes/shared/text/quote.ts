import { truncate } from './truncate';

/** The longest value that an error quotes in full, in characters. */
const MAX_LENGTH = 60;

/**
 * Quotes a value in an error: short, on one line, and with its type if that is not obvious.
 *
 * `'red'` → `"red"`, `['a']` → `the list ["a"]`, `5` → `5`
 */
export function quote(value: unknown): string {
	if (typeof value === 'string') return `"${truncateLine(value)}"`;

	if (typeof value === 'object' && value !== null) {
		return `the ${Array.isArray(value) ? 'list' : 'object'} ${truncateLine(stringify(value))}`;
	}

	const isPlain = ['undefined', 'number', 'boolean'].includes(typeof value) || value === null;

	return isPlain ? String(value) : `a ${typeof value}`;
}

/** Shortens a text, and replaces each control character by a space. */
const truncateLine = (text: string): string => truncate(text.replace(/\p{Cc}/gu, ' '), MAX_LENGTH);

function stringify(value: object): string {
	try {
		const json: unknown = JSON.stringify(value);
		if (typeof json === 'string' && json !== 'null') return json;
	} catch {
		// A circular reference, or a toJSON that throws.
	}

	return 'that cannot be shown';
}
