import type { JsonValue } from 'n8n-workflow';

import { refused, type Result } from '../../result/problem';
import { refuseValue } from '../refuseValue';
import { quote } from '../../text/quote';

/** The most characters that Plane stores of a name, an external ID and the like (rows 77 and 200). */
export const MAX_NAME_LENGTH = 255;

/**
 * Why no server can store a text, as a clause, or undefined if it can. Databases take neither the character
 * NUL nor half of a character, of which two make an emoji; Plane fails with status 500 for some of
 * them, so that nobody could know what was saved (row 77).
 */
export function findUnstorable(text: string): string | undefined {
	if (text.includes('\0')) return 'has the character NUL, which no server can store';
	if (/\p{Cs}/u.test(text)) return 'has half of a character, as when an emoji was cut in two';

	return undefined;
}

/** Refuses a text that no server can store. */
export function requireStorable(text: string): Result<string> {
	const problem = findUnstorable(text);
	if (problem === undefined) return text;

	return refused(`${quote(text)} ${problem}`, 'Use a text without it.');
}

/** NUL or half of a character in JSON text, which has both as escapes. */
const UNSTORABLE_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/i;

/** Refuses a JSON value with a text in it that no server can store. */
export function requireStorableJson<Value extends JsonValue>(value: Value): Result<Value> {
	if (!UNSTORABLE_ESCAPE.test(JSON.stringify(value))) return value;

	return refuseValue(
		value,
		'has a text with the character NUL or half of a character, which no server can store',
		'Use texts without them.',
	);
}

/**
 * The length of a text as servers count it: an emoji is one character, although JavaScript counts two
 * (case P15).
 */
export const countCharacters = (text: string): number => {
	const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g) ?? [];

	return text.length - pairs.length;
};

/** Refuses a text that is longer than a server takes, and says by how much. */
export function checkLength(text: string, longest: number): Result<string> {
	const length = countCharacters(text);
	if (length <= longest) return text;

	const excess = length - longest;

	return refused(
		`${quote(text)} is ${length} characters long, and Plane takes ${longest} at most`,
		`Shorten it by ${excess} character${excess === 1 ? '' : 's'}.`,
	);
}
