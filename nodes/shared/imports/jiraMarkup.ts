import { escapeAttribute, escapeText } from '../html/escape';

/**
 * Converts Jira's markup to HTML. What is no markup, or has no counterpart, stays as it is written.
 *
 * Source: Jira's Text Formatting Notation Help
 * (https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all)
 */
export function writeJiraMarkup(text: string): string {
	const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
	const blocks: string[] = [];
	let index = 0;

	while (index < lines.length) {
		const block = BLOCKS.map((read) => read(lines, index)).find((read) => read !== undefined);

		if (block === undefined) {
			index += 1;
			continue;
		}

		blocks.push(block.html);
		index += block.lines;
	}

	return blocks.join('');
}

/** A block, and how many lines it takes. */
interface Block {
	readonly html: string;
	readonly lines: number;
}

/** Reads the block that begins in a line, or returns undefined if none of its kind does. */
type BlockReader = (lines: readonly string[], start: number) => Block | undefined;

/** `{code:java}`, `{code:title=a|borderStyle=solid}` and `{noformat}` */
const FENCE = /^\s*\{(code|noformat)(?::([^}\n]{0,200}))?\}(.*)$/;

const readCode: BlockReader = (lines, start) => {
	const match = FENCE.exec(lines[start] ?? '');
	if (match === null) return undefined;

	const [, name = '', parameters = '', rest = ''] = match;
	const end = `{${name}}`;
	const inner = [rest, ...lines.slice(start + 1)];
	const last = inner.findIndex((line) => line.includes(end));
	// Without its end, it is text.
	if (last === -1) return undefined;

	const [before = ''] = (inner[last] ?? '').split(end);
	const code = [...inner.slice(0, last), before].join('\n').replace(/^\n/, '').replace(/\n$/, '');
	const language = /^[\w#+-]+$/.test(parameters.split('|')[0] ?? '')
		? parameters.split('|')[0]
		: '';
	const className = language === '' ? '' : ` class="language-${escapeAttribute(language ?? '')}"`;

	return { html: `<pre><code${className}>${escapeText(code)}</code></pre>`, lines: last + 1 };
};

const readHeading: BlockReader = (lines, start) => {
	const [, level, words = ''] = /^\s*h([1-6])\. (.*)$/.exec(lines[start] ?? '') ?? [];
	if (level === undefined) return undefined;

	return { html: `<h${level}>${writeInline(words.trim())}</h${level}>`, lines: 1 };
};

const readRule: BlockReader = (lines, start) =>
	/^\s*-{4,5}\s*$/.test(lines[start] ?? '') ? { html: '<hr>', lines: 1 } : undefined;

const readQuote: BlockReader = (lines, start) => {
	const line = lines[start] ?? '';
	const [, words] = /^\s*bq\. (.*)$/.exec(line) ?? [];
	if (words !== undefined) {
		return { html: `<blockquote><p>${writeInline(words.trim())}</p></blockquote>`, lines: 1 };
	}

	if (line.trim() !== '{quote}') return undefined;

	const length = lines.slice(start + 1).findIndex((inner) => inner.trim() === '{quote}');
	if (length === -1) return undefined;

	const inner = lines.slice(start + 1, start + 1 + length).join('\n');

	return { html: `<blockquote>${writeJiraMarkup(inner)}</blockquote>`, lines: length + 2 };
};

/** `# step`, `** within a point` */
const LIST_ITEM = /^\s*([*#-]{1,8})\s+(\S.*)$/;

interface ListItem {
	/** The signs of the lists that it is in, the outermost first. */
	readonly signs: string;
	readonly words: string;
}

const readList: BlockReader = (lines, start) => {
	const items: ListItem[] = [];

	for (const line of lines.slice(start)) {
		const [, signs = '', words = ''] = LIST_ITEM.exec(line) ?? [];
		if (signs === '') break;

		items.push({ signs, words });
	}

	return items.length === 0 ? undefined : { html: writeList(items, 1), lines: items.length };
};

/** Writes the items of a list at one depth, and the lists within them. */
function writeList(items: readonly ListItem[], depth: number): string {
	const lists: { readonly sign: string; readonly items: string[] }[] = [];
	let index = 0;

	while (index < items.length) {
		const { signs = '', words = '' } = items[index] ?? {};
		const sign = signs[depth - 1] ?? signs.at(-1) ?? '*';
		const rest = items.slice(index + 1);
		const length = rest.findIndex((item) => item.signs.length <= depth);
		const inner = length === -1 ? rest : rest.slice(0, length);
		const nested = inner.length === 0 ? '' : writeList(inner, depth + 1);
		const item = `<li><p>${writeInline(words.trim())}</p>${nested}</li>`;
		const last = lists.at(-1);

		if (last?.sign === sign) last.items.push(item);
		else lists.push({ sign, items: [item] });

		index += 1 + inner.length;
	}

	return lists
		.map(({ sign, items: entries }) => {
			const element = sign === '#' ? 'ol' : 'ul';

			return `<${element}>${entries.join('')}</${element}>`;
		})
		.join('');
}

/** `||heading||heading||` and `|cell|cell|` */
const readTable: BlockReader = (lines, start) => {
	const end = lines.findIndex((line, index) => index >= start && !/^\s*\|.*\|\s*$/.test(line));
	const rows = lines.slice(start, end === -1 ? lines.length : end);
	if (rows.length === 0) return undefined;

	const html = rows.map((row) => {
		const isHeading = row.trim().startsWith('||');
		const element = isHeading ? 'th' : 'td';
		const cells = row
			.trim()
			.slice(isHeading ? 2 : 1, isHeading ? -2 : -1)
			.split(isHeading ? '||' : '|');

		return `<tr>${cells.map((cell) => `<${element}><p>${writeInline(cell.trim())}</p></${element}>`).join('')}</tr>`;
	});

	return { html: `<table><tbody>${html.join('')}</tbody></table>`, lines: rows.length };
};

/** A paragraph ends at an empty line, or where another block begins. */
const readParagraph: BlockReader = (lines, start) => {
	const words: string[] = [];

	for (let index = start; index < lines.length; index += 1) {
		const line = lines[index] ?? '';
		const isOther = index > start && OTHER_BLOCKS.some((read) => read(lines, index) !== undefined);
		if (line.trim() === '' || isOther) break;

		words.push(writeInline(line.trim()));
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
