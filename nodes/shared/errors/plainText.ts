/** Characters of a text that are looked at. Whoever answers may send megabytes that mean nothing. */
const MAX_CHARACTERS = 2_000;

/** What is no text for people: markup, whole or broken off, JSON, a program's trace. */
const NOT_PROSE =
	/^\s*[<{[]|<\/?[a-z!][^<>]*>|(<\/?[a-z!][^<>]*){3}|\[object |Traceback \(|\n\s+at /i;

/**
 * A server's text as a person may read it: on one line, with `''` for markup, data and traces, and
 * an ellipsis where data stands inside a sentence. A code becomes words: `RATE_LIMIT_EXCEEDED` →
 * `rate limit exceeded`.
 */
export function plainText(given: string): string {
	const text = given.slice(0, MAX_CHARACTERS);
	if (NOT_PROSE.test(text)) return '';

	const line = text
		// Joiners are parts of words.
		.replace(/(?:(?!\p{Join_Control})[\p{C}\s])+/gu, ' ')
		.replace(/\{.*\}/, '…')
		.replace(/[{}]/g, '')
		.trim();

	return /^[A-Z0-9]+(_[A-Z0-9]+)+$/.test(line) ? line.toLowerCase().replaceAll('_', ' ') : line;
}
