import { escapeAttribute, escapeText } from '../html/escape';
import { type ListItem, writeLists } from './nestedLists';

/**
 * Converts Jira's markup to HTML. What is no markup, or has no counterpart, stays as it is written.
 *
 * Source: Jira's Text Formatting Notation Help
 * (https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all)
 */
export function writeJiraMarkup(text: string): string {
	const lines = new MarkupLines(text.replaceAll(/\r\n?/g, '\n').split('\n'));
	const blocks: string[] = [];
	let index = 0;

	while (index < lines.all.length) {
		const block = readFirst(BLOCKS, lines, index);

		blocks.push(block?.html ?? '');
		index += block?.lines ?? 1;
	}

	return blocks.join('');
}

/** The lines of a text, and where its blocks can end: no line is looked at more than a few times. */
class MarkupLines {
	private readonly lastEnds = new Map<string, number>();

	constructor(readonly all: readonly string[]) {}

	at(index: number): string {
		return this.all[index] ?? '';
	}

	/** The first line from an index that has the end of a block, or undefined if none has. */
	findEnd(end: string, from: number): number | undefined {
		const last = this.lastEnds.get(end) ?? this.all.findLastIndex((line) => line.includes(end));

		this.lastEnds.set(end, last);
		if (from > last) return undefined;

		let index = from;

		while (!this.at(index).includes(end)) index += 1;

		return index;
	}
}

/** Reads the block that begins in a line, by the first reader that knows it. */
const readFirst = (
	readers: readonly BlockReader[],
	lines: MarkupLines,
	start: number,
): Block | undefined => {
	for (const read of readers) {
		const block = read(lines, start);
		if (block !== undefined) return block;
	}

	return undefined;
};

/** A block, and how many lines it takes. */
interface Block {
	readonly html: string;
	readonly lines: number;
}

/** Reads the block that begins in a line, or returns undefined if none of its kind does. */
type BlockReader = (lines: MarkupLines, start: number) => Block | undefined;

/** `{code:java}`, `{code:title=a|borderStyle=solid}` and `{noformat}` */
const FENCE = /^\s*\{(code|noformat)(?::([^}\n]{0,200}))?\}(.*)$/;

/** Without its end, it is text. */
const readCode: BlockReader = (lines, start) => {
	const [, name, parameters = '', rest = ''] = FENCE.exec(lines.at(start)) ?? [];
	if (name === undefined) return undefined;

	const end = `{${name}}`;
	const isOneLine = rest.includes(end);
	const last = isOneLine ? start : lines.findEnd(end, start + 1);
	if (last === undefined) return undefined;

	const inner = isOneLine ? [rest] : [rest, ...lines.all.slice(start + 1, last + 1)];
	const lastLine = inner.at(-1) ?? '';
	const position = lastLine.indexOf(end);
	const code = [...inner.slice(0, -1), lastLine.slice(0, position)]
		.join('\n')
		.replace(/^\n/, '')
		.replace(/\n$/, '');
	const after = lastLine.slice(position + end.length).trim();
	const [language = ''] = parameters.split('|');
	const className = /^[\w#+-]+$/.test(language)
		? ` class="language-${escapeAttribute(language)}"`
		: '';

	const block = `<pre><code${className}>${escapeText(code)}</code></pre>`;

	return {
		html: after === '' ? block : `${block}<p>${writeInline(after)}</p>`,
		lines: last - start + 1,
	};
};

const readHeading: BlockReader = (lines, start) => {
	const [, level, words = ''] = /^\s*h([1-6])\. (.*)$/.exec(lines.at(start)) ?? [];
	if (level === undefined) return undefined;

	return { html: `<h${level}>${writeInline(words.trim())}</h${level}>`, lines: 1 };
};

const readRule: BlockReader = (lines, start) =>
	/^\s*-{4,5}\s*$/.test(lines.at(start)) ? { html: '<hr>', lines: 1 } : undefined;

const QUOTE = '{quote}';

const readQuote: BlockReader = (lines, start) => {
	const line = lines.at(start);
	const [, words] = /^\s*bq\. (.*)$/.exec(line) ?? [];
	if (words !== undefined) {
		return { html: `<blockquote><p>${writeInline(words.trim())}</p></blockquote>`, lines: 1 };
	}

	const end = line.trim() === QUOTE ? lines.findEnd(QUOTE, start + 1) : undefined;
	// What stands beside the end would be lost.
	if (end === undefined || lines.at(end).trim() !== QUOTE) return undefined;

	const inner = lines.all.slice(start + 1, end).join('\n');

	return {
		html: `<blockquote>${writeJiraMarkup(inner)}</blockquote>`,
		lines: end - start + 1,
	};
};

/** `# step`, `** within a point` */
const LIST_ITEM = /^\s*([*#-]{1,8})\s+(\S.*)$/;

const readList: BlockReader = (lines, start) => {
	const items: ListItem[] = [];

	for (let index = start; index < lines.all.length; index += 1) {
		const [, signs, words = ''] = LIST_ITEM.exec(lines.at(index)) ?? [];
		if (signs === undefined) break;

		items.push({
			depth: signs.length,
			element: signs.endsWith('#') ? 'ol' : 'ul',
			html: writeInline(words.trim()),
		});
	}

	return items.length === 0 ? undefined : { html: writeLists(items), lines: items.length };
};

/** `||heading||heading||` and `|cell|cell|` */
const TABLE_ROW = /^\s*\|.*\|\s*$/;

const readTable: BlockReader = (lines, start) => {
	let end = start;

	while (TABLE_ROW.test(lines.at(end))) end += 1;

	if (end === start) return undefined;

	const rows = lines.all.slice(start, end).map(writeRow);

	return { html: `<table><tbody>${rows.join('')}</tbody></table>`, lines: rows.length };
};

function writeRow(line: string): string {
	const row = line.trim();
	const isHeading = row.startsWith('||');
	const [separator, element] = isHeading ? ['||', 'th'] : ['|', 'td'];
	const cells = splitCells(row, separator).map(
		(cell) => `<${element}><p>${writeInline(cell.trim())}</p></${element}>`,
	);

	return `<tr>${cells.join('')}</tr>`;
}

/** The cells of a row. A row may end without the separator that its cells have. */
function splitCells(row: string, separator: string): readonly string[] {
	const end =
		row.length > separator.length && row.endsWith(separator) ? -separator.length : row.length;

	return row.slice(separator.length, end).split(separator);
}

/** A paragraph ends at an empty line, or where another block begins. */
const readParagraph: BlockReader = (lines, start) => {
	const words: string[] = [];

	for (let index = start; index < lines.all.length; index += 1) {
		const line = lines.at(index).trim();
		const isOther = index > start && readFirst(OTHER_BLOCKS, lines, index) !== undefined;
		if (line === '' || isOther) break;

		words.push(writeInline(line));
	}

	return words.length === 0
		? undefined
		: { html: `<p>${words.join('<br>')}</p>`, lines: words.length };
};

const OTHER_BLOCKS: readonly BlockReader[] = [
	readCode,
	readHeading,
	readRule,
	readQuote,
	readList,
	readTable,
];

const BLOCKS: readonly BlockReader[] = [...OTHER_BLOCKS, readParagraph];

/** What stands within a line: code, links, addresses, pictures and emphasis, each with its end in the same line. */
const INLINE = new RegExp(
	[
		String.raw`\{\{(?<code>[^}\n]{1,500})\}\}`,
		String.raw`\[(?<words>[^|\]\n]{1,500})\|(?<target>(?:https?:|mailto:|ftp:)[^\]|\s]{1,2000})(?:\|[^\]\n]{0,200})?\]`,
		String.raw`\[(?<link>(?:https?:|mailto:)[^\]|\s]{1,2000})\]`,
		String.raw`!(?<file>[^!|\s][^!|\n]{0,300}\.\w{2,5})(?:\|[^!\n]{0,300})?!`,
		String.raw`(?<address>https?:\/\/[^\s<>|\]]{1,2000})`,
		String.raw`(?<![\p{L}\p{N}*])\*(?<bold>[^\s*](?:[^*\n]{0,500}[^\s*])?)\*(?![\p{L}\p{N}*])`,
		String.raw`(?<![\p{L}\p{N}_])_(?<italic>[^\s_](?:[^_\n]{0,500}[^\s_])?)_(?![\p{L}\p{N}_])`,
		String.raw`\{color(?::[^}\n]{1,30})?\}`,
	].join('|'),
	'gu',
);

function writeInline(text: string): string {
	const parts: string[] = [];
	let end = 0;

	for (const match of text.matchAll(INLINE)) {
		parts.push(escapeText(text.slice(end, match.index)), writePart(match.groups ?? {}));
		end = match.index + match[0].length;
	}

	return [...parts, escapeText(text.slice(end))].join('');
}

function writePart(groups: Readonly<Record<string, string | undefined>>): string {
	const { code, words, target, link, file, address, bold, italic } = groups;
	if (code !== undefined) return `<code>${escapeText(code)}</code>`;
	if (words !== undefined) return writeLink(target ?? '', escapeText(words));
	if (link !== undefined) return writeLink(link, escapeText(link));
	if (file !== undefined) return /^https?:/.test(file) ? writePicture(file) : escapeText(file);
	if (address !== undefined) return writeLink(address, escapeText(address));
	if (bold !== undefined) return `<strong>${writeInline(bold)}</strong>`;

	return italic === undefined ? '' : `<em>${writeInline(italic)}</em>`;
}

const writeLink = (address: string, words: string): string =>
	`<a href="${escapeAttribute(address)}">${words}</a>`;

const writePicture = (address: string): string => `<img src="${escapeAttribute(address)}">`;
