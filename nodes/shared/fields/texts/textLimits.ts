import type { JsonValue } from 'n8n-workflow';

import { refused, refuseValue, type Result } from '../../result/problem';
import { quote } from '../../text/quote';

/** The longest name, external ID and the like that Plane stores, in characters (rows 77 and 200). */
export const MAX_NAME_LENGTH = 255;

/**
 * Returns why no server can store a text, as a clause, or undefined if it can. Databases accept
 * neither the character NUL nor half of a surrogate pair. For some texts Plane would fail with
 * status 500, which leaves unknown what was saved (row 77).
 */
export function findUnstorable(text: string): string | undefined {
	if (text.includes('\0')) return 'has the character NUL, which no server can store';
	if (/\p{Cs}/u.test(text)) return 'has half of a character, as when an emoji was cut in two';

	return undefined;
}

/** Returns a text, or a problem if no server can store it. */
export function requireStorable(text: string): Result<string> {
	const problem = findUnstorable(text);
	if (problem === undefined) return text;

	return refused(`${quote(text)} ${problem}`, 'Use a text without it.');
}

/** NUL or half of a surrogate pair in JSON text, where both are escaped. */
const UNSTORABLE_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/i;

/** Returns a JSON value, or a problem if it contains a text that no server can store. */
export function requireStorableJson<Value extends JsonValue>(value: Value): Result<Value> {
	if (!UNSTORABLE_ESCAPE.test(JSON.stringify(value))) return value;

	return refuseValue(
		value,
		'has a text with the character NUL or half of a character, which no server can store',
		'Use texts without them.',
	);
}

/** Counts characters as servers do: an emoji is one, although JavaScript counts two (row 77). */
export const countCharacters = (text: string): number => {
	const surrogatePairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g) ?? [];

	return text.length - surrogatePairs.length;
};

/** Returns a text, or a problem if it has more than `maxLength` characters. */
export function checkLength(text: string, maxLength: number): Result<string> {
	const length = countCharacters(text);
	if (length <= maxLength) return text;

	const excess = length - maxLength;

	return refused(
		`${quote(text)} is ${length} characters long, and Plane takes ${maxLength} at most`,
		`Shorten it by ${excess} character${excess === 1 ? '' : 's'}.`,
	);
}
