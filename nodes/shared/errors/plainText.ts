/** Only the beginning of a text is read: a server may send megabytes of noise. */
const MAX_CHARACTERS = 2_000;

/** Text that is not meant for people: complete or truncated markup, JSON, a stack trace. */
const NOT_PROSE =
	/^\s*[<{[]|<\/?[a-z!][^<>]*>|(<\/?[a-z!][^<>]*){3}|\[object |Traceback \(|\n\s+at /i;

/**
 * Turns a server's text into one line for people. The result is '' for markup, data and stack traces;
 * data inside a sentence becomes an ellipsis, and a code becomes words: `RATE_LIMIT_EXCEEDED` → `rate
 * limit exceeded`.
 */
export function plainText(serverText: string): string {
	const text = serverText.slice(0, MAX_CHARACTERS);
	if (NOT_PROSE.test(text)) return '';

	const line = text
		// Joiners are part of words in some scripts, and of emoji.
		.replace(/(?:(?!\p{Join_Control})[\p{C}\s])+/gu, ' ')
		.replace(/\{.*\}/, '…')
		.replace(/[{}]/g, '')
		.trim();

	return /^[A-Z0-9]+(_[A-Z0-9]+)+$/.test(line) ? line.toLowerCase().replaceAll('_', ' ') : line;
}
