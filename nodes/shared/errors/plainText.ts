const LONGEST = 300;

/** Characters of a text that are looked at. Whoever answers may send megabytes that mean nothing. */
const MOST = 2_000;

/** What is no text for people: markup, whole or broken off, JSON, a program's trace. */
const RAW = /^\s*[<{[]|<\/?[a-z!][^<>]*>|(<\/?[a-z!][^<>]*){3}|\[object |Traceback \(|\n\s+at /i;

/**
 * A server's text as a person may read it: on one line, with `''` for markup, data and traces, and
 * an ellipsis where data stands inside a sentence. A code becomes words: `RATE_LIMIT_EXCEEDED` →
 * `rate limit exceeded`.
 */
export function plainText(given: string): string {
	const text = given.slice(0, MOST);
	if (RAW.test(text)) return '';

	const line = text
		// Joiners are parts of words.
		.replace(/(?:(?!\p{Join_Control})[\p{C}\s])+/gu, ' ')
		.replace(/\{.*\}/, '…')
		.replace(/[{}]/g, '')
		.trim();

	return /^[A-Z0-9]+(_[A-Z0-9]+)+$/.test(line) ? line.toLowerCase().replaceAll('_', ' ') : line;
}

/** Cuts a text of more than 300 characters at a word, or, where it has no words, right there. */
export function shortened(text: string): string {
	if (text.length <= LONGEST) return text;

	const words = text.slice(0, LONGEST + 1).replace(/\s+\S*$/, '');
	const head = words.length > LONGEST ? text.slice(0, LONGEST) : words;

	return `${head.replace(/[\s.,:;\uD800-\uDBFF]+$/, '')}…`;
}

/** A text as a sentence that another one can follow. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** A text without the full stop at its end, as the message of a Problem. */
export function unstopped(text: string): string {
	let end = text.length;

	while (text.charAt(end - 1) === '.') end -= 1;

	return text.slice(0, end);
}
