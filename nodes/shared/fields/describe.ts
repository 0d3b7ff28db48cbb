import { type Problem, refused } from '../result/problem';

const LONGEST = 60;

/** Refuses a value that goes before the clause: `"red" is not a color`. */
export const refuseValue = (value: unknown, clause: string, remedy: string): Problem =>
	refused(`${quote(value)} ${clause}`, remedy);

/** How a value is quoted in an error: short, on one line, and telling text from other types. */
export function quote(value: unknown): string {
	if (typeof value === 'string') return `"${shorten(value)}"`;

	if (isRecord(value)) {
		return `the ${Array.isArray(value) ? 'list' : 'object'} ${shorten(asJson(value))}`;
	}

	const isPlain = ['undefined', 'number', 'boolean'].includes(typeof value) || value === null;

	return isPlain ? String(value) : `a ${typeof value}`;
}

/** Keeps the first characters of a text, with every control character shown as a space. */
function shorten(text: string): string {
	const line = text.replace(/\p{Cc}/gu, ' ');

	return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function asJson(value: object): string {
	try {
		const json: unknown = JSON.stringify(value);
		if (typeof json === 'string' && json !== 'null') return json;
	} catch {
		// It refers to itself.
	}

	return 'that cannot be shown';
}

/** Any object, so that its properties can be looked at. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** Nothing or blank text: what a panel holds where the user typed nothing. */
export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
