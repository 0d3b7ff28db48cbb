import { escapeAttribute, escapeText } from '../html/escape';

/**
 * Returns the pattern of a mark around words. No letter stands beside it, and no blank within it.
 *
 * @param name of the group that has the words
 * @param sign one character, as patterns have it: `\\*`
 */
export const markedBy = (name: string, sign: string): string =>
	String.raw`(?<![\p{L}\p{N}${sign}])${sign}(?<${name}>[^\s${sign}](?:[^${sign}\n]*[^\s${sign}])?)${sign}(?![\p{L}\p{N}${sign}])`;

/** What a pattern has found, by the names of its groups. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** How the parts of a line are written as HTML. */
interface LineWriters {
	readonly pattern: RegExp;
	/** Writes what the pattern has found. */
	readonly writeFound: (groups: Groups) => string;
	/** Reads the text between that. */
	readonly readText: (text: string) => string;
}

/** Writes a line of markup as HTML. */
export function writeLine(text: string, { pattern, writeFound, readText }: LineWriters): string {
	const parts: string[] = [];
	let end = 0;

	for (const match of text.matchAll(pattern)) {
		parts.push(escapeText(readText(text.slice(end, match.index))), writeFound(match.groups ?? {}));
		end = match.index + match[0].length;
	}

	return [...parts, escapeText(readText(text.slice(end)))].join('');
}

/** Writes a link. @param words as text */
export const writeLink = (address: string, words: string): string =>
	`<a href="${escapeAttribute(address)}">${escapeText(words)}</a>`;
