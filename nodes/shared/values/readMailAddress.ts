const ADDRESS = String.raw`[^\s<>()@,;"]+@[^\s<>()@,;"]+`;

/** `Ada Lovelace <ada@example.com>`, `"Lovelace, Ada" <ada@example.com>` and `Ada Lovelace (ada@example.com)` */
const WITH_ADDRESS = new RegExp(String.raw`[<(](?:mailto:)?(${ADDRESS})[>)]\s*$`, 'iu');

const MAIL_LINK = new RegExp(String.raw`^mailto:(${ADDRESS})$`, 'iu');

const ADDRESS_ALONE = new RegExp(`^${ADDRESS}$`, 'u');

/**
 * Reads the email address of one person, beside the name or in a link.
 *
 * @returns undefined if the text has no such address, or several
 */
export function readMailAddress(text: string): string | undefined {
	const match = WITH_ADDRESS.exec(text);
	if (match === null) return MAIL_LINK.exec(text)?.[1];

	const name = text.slice(0, match.index).trim();
	const hasOtherAddress = name.includes('@') && !ADDRESS_ALONE.test(name);

	return hasOtherAddress ? undefined : match[1];
}

/** Whether a text may name several people: a comma that is not in quotes stands between two of them, or in a name. */
export const mayNameSeveral = (text: string): boolean =>
	/[,;\r\n]/.test(text.replace(/"[^"]*"/g, ''));
