/** `filename*=UTF-8''%C3%BC.png`, which can have any characters (RFC 5987). */
const EXTENDED_NAME = /(?:^|;)\s*filename\*\s*=\s*"?([\w-]+)'[^']*'([^;"\s]+)/i;

/** `filename="a \"b\".png"` */
const QUOTED_NAME = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;

/** `filename=a.png` */
const PLAIN_NAME = /(?:^|;)\s*filename\s*=\s*([^;"\s]+)/i;

/**
 * Reads the name of a file in a `Content-Disposition` header, as it is there: it may have folders.
 *
 * @returns undefined if there is none
 */
export function readDispositionName(header: string): string | undefined {
	const [, charset = '', encoded = ''] = EXTENDED_NAME.exec(header) ?? [];
	const extendedName = decodeBytes(decodePercent(encoded), charset);
	if (extendedName) return extendedName;

	const quotedName = QUOTED_NAME.exec(header)?.[1]?.replace(/\\(["\\])/g, '$1');
	const name = quotedName ?? PLAIN_NAME.exec(header)?.[1];

	// Many servers send UTF-8, and Node.js makes one character of each byte.
	return name && (decodeBytes(name, 'utf-8') ?? name);
}

/** Replaces `%C3` by the character with the code of that byte. */
const decodePercent = (text: string): string =>
	text.replace(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));

/** Decodes a text with one character for each byte. @returns undefined if it is not of this character set */
function decodeBytes(text: string, charset: string): string | undefined {
	if (/[^\0-\xff]/.test(text)) return undefined;

	try {
		return new TextDecoder(charset, { fatal: true }).decode(Buffer.from(text, 'latin1'));
	} catch {
		return undefined;
	}
}
