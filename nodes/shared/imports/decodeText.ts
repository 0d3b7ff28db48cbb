/** How the characters of a file are written as bytes. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

export interface DecodedText {
	/** Without a byte order mark. It has U+FFFD in place of what could not be read. */
	readonly text: string;
	readonly encoding: Encoding;
}

/** What a decoder writes in place of bytes that are no character. */
export const BROKEN_CHARACTER = '\uFFFD';

/**
 * Decodes the text of a file. A byte order mark says what it is. Without one, it is UTF-8, or Windows-1252, in which
 * Excel saves CSV files in Western Europe.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
	const [first, second] = bytes;

	if (first === 0xff && second === 0xfe) return decodeAs('UTF-16', 'utf-16le', bytes);
	if (first === 0xfe && second === 0xff) return decodeAs('UTF-16', 'utf-16be', bytes);

	const utf8 = decodeAs('UTF-8', 'utf-8', bytes);

	return isUtf8(bytes) || isMostlyUtf8(utf8.text)
		? utf8
		: decodeAs('Windows-1252', 'windows-1252', bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);

		return true;
	} catch {
		return false;
	}
}

const decodeAs = (encoding: Encoding, label: string, bytes: Uint8Array): DecodedText => ({
	text: new TextDecoder(label).decode(bytes),
	encoding,
});

/**
 * Whether a text is UTF-8 with a few damaged bytes, and not another encoding: words in that hardly ever make a
 * character of UTF-8.
 */
function isMostlyUtf8(text: string): boolean {
	let broken = 0;
	let intact = 0;

	for (const character of text.match(/[^\0-\x7f]/gu) ?? []) {
		if (character === BROKEN_CHARACTER) broken += 1;
		else intact += 1;
	}

	return intact >= broken;
}
