import { truncate } from './truncate';

/** The longest value that an error quotes in full, in characters. */
const MAX_LENGTH = 60;

/**
 * A value as an error quotes it: short, on one line, and with its type if it is not text.
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

/** The first characters of a text, with every control character shown as a space. */
const truncateLine = (text: string): string => truncate(text.replace(/\p{Cc}/gu, ' '), MAX_LENGTH);

function stringify(value: object): string {
	try {
		const json: unknown = JSON.stringify(value);
		if (typeof json === 'string' && json !== 'null') return json;
	} catch {
		// It contains itself.
	}

	return 'that cannot be shown';
}
