import { escapeAttribute, escapeText } from '../html/escape';
import { type Groups, markedBy, writeLine, writeLink } from './inline';
import { type ListItem, writeLists } from './nestedLists';

/**
 * Converts Jira's markup to HTML. What is no markup, or has no counterpart, stays as it is written. Takes any text, in
 * time linear to its length.
 *
 * Source: Jira's Text Formatting Notation Help
 * (https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all)
 */
export const writeJiraMarkup = (text: string): string =>
	writeBlocks(text.replaceAll(/\r\n?/g, '\n'));

/** A row of a table, in which nothing is a block, or the start of a block that has an end. */
const BLOCK_START =
	/^[ \t]*\|.*|\{(?<name>code|noformat|panel|quote)(?::(?<parameters>[^{}\n]*))?\}/gm;

/** Writes a text with blocks such as `{code}`, wherever they stand in a line. A block without an end is text. */
function writeBlocks(text: string): string {
	const parts: string[] = [];
	/** The ends that do not follow any more. */
	const missingEnds = new Set<string>();
	let written = 0;

	for (const { 0: start, index, groups = {} } of text.matchAll(BLOCK_START)) {
		const { name, parameters = '' } = groups;
		if (name === undefined || index < written || missingEnds.has(name)) continue;

		const end = `{${name}}`;
		const contents = index + start.length;
		const last = text.indexOf(end, contents);

		if (last === -1) {
			missingEnds.add(name);
		} else {
			const inner = text.slice(contents, last);

			parts.push(writeLines(text.slice(written, index)), writeBlock(name, parameters, inner));
			written = last + end.length;
		}
	}

	return [...parts, writeLines(text.slice(written))].join('');
}

/** @param parameters `java`, or `title=a|borderStyle=solid` */
function writeBlock(name: string, parameters: string, inner: string): string {
	const title = /(?:^|\|)title=([^|]*)/.exec(parameters)?.[1]?.trim() ?? '';
	const heading = title === '' ? '' : `<p><strong>${escapeText(title)}</strong></p>`;

	switch (name) {
		case 'quote':
			return writeQuote(writeBlocks(inner));
		case 'panel':
			return writeQuote(heading + writeBlocks(inner));
		default:
			return heading + writeCode(inner, parameters);
	}
}

const writeQuote = (inner: string): string =>
	inner === '' ? '' : `<blockquote>${inner}</blockquote>`;

function writeCode(code: string, parameters: string): string {
	const lines = code.replace(/^[ \t]*\n/, '').replace(/\n$/, '');
	const [language = ''] = parameters.split('|');
	const className = /^[\w#+-]+$/.test(language)
		? ` class="language-${escapeAttribute(language)}"`
		: '';

	return lines === '' ? '' : `<pre><code${className}>${escapeText(lines)}</code></pre>`;
}

type LineKind = 'blank' | 'heading' | 'item' | 'quote' | 'row' | 'rule' | 'words';

/** What a line of each kind looks like. The first kind that fits counts. */
const KINDS: readonly (readonly [kind: LineKind, pattern: RegExp])[] = [
	['blank', /^\s*$/],
	['heading', /^\s*h[1-6]\. /],
	['quote', /^\s*bq\. /],
	['rule', /^\s*-{4,5}\s*$/],
	['item', /^\s*[*#-]{1,8}\s+\S/],
	['row', /^\s*\|.*\|\s*$/],
];

const readKind = (line: string): LineKind =>
	KINDS.find(([, pattern]) => pattern.test(line))?.[0] ?? 'words';

/** The kinds whose lines, one after the other, are one block. Words below an item belong to it. */
const JOINED_KINDS: Readonly<Partial<Record<LineKind, readonly LineKind[]>>> = {
	item: ['item', 'words'],
	row: ['row'],
	words: ['words'],
};

/** Writes lines without blocks such as `{code}`. */
function writeLines(text: string): string {
	const lines = text.split('\n');
	const written: string[] = [];
	let start = 0;

	while (start < lines.length) {
		const kind = readKind(lines[start] ?? '');
		const joined = JOINED_KINDS[kind] ?? [];
		let end = start + 1;

		while (end < lines.length && joined.includes(readKind(lines[end] ?? ''))) end += 1;

		written.push(WRITERS[kind](lines.slice(start, end)));
		start = end;
	}

	return written.join('');
}

const WRITERS: Readonly<Record<LineKind, (lines: readonly string[]) => string>> = {
	blank: () => '',
	heading: ([line = '']) => writeHeading(line.trim()),
	item: (lines) => writeLists(readItems(lines)),
	quote: ([line = '']) => writeQuote(`<p>${writeInline(line.trim().slice(4).trim())}</p>`),
	row: (lines) => `<table><tbody>${lines.map(writeRow).join('')}</tbody></table>`,
	rule: () => '<hr>',
	words: (lines) => `<p>${lines.map((line) => writeInline(line.trim())).join('<br>')}</p>`,
};

function writeHeading(line: string): string {
	const element = line.slice(0, 2);

	return `<${element}>${writeInline(line.slice(4).trim())}</${element}>`;
}

/** `# step`, `** within a point` */
const LIST_ITEM = /^\s*([*#-]{1,8})\s+(\S.*)$/;

function readItems(lines: readonly string[]): readonly ListItem[] {
	const items: ListItem[] = [];

	for (const line of lines) {
		const [, signs, words = line] = LIST_ITEM.exec(line) ?? [];
		const html = writeInline(words.trim());
		const last = items.at(-1);

		if (signs === undefined && last !== undefined) {
			items[items.length - 1] = { ...last, html: `${last.html}<br>${html}` };
		} else {
			items.push({
				depth: signs?.length ?? 1,
				element: signs?.endsWith('#') === true ? 'ol' : 'ul',
				html,
			});
		}
	}

	return items;
}

/** The parts of a row: separators, what has a `|` of its own, and other text. */
const ROW_PARTS = /\|\|?|\[[^[\]|]*\|[^[\]]*\]|![^!|]+\|[^!|]+!|[^|[!]+|[[!]/g;

/** Writes `||heading||heading||` or `|cell|[link|https://example.com]|`. */
function writeRow(line: string): string {
	const row = line.trim();
	const hasHeadings = row.startsWith('||');
	const cells: { readonly element: string; markup: string }[] = [];

	for (const [part] of row.matchAll(ROW_PARTS)) {
		const last = cells.at(-1);

		if (last !== undefined && !/^\|\|?$/.test(part)) {
			last.markup += part;
		} else if (hasHeadings) {
			cells.push({ element: part === '||' ? 'th' : 'td', markup: '' });
		} else {
			cells.push(...Array.from(part, () => ({ element: 'td', markup: '' })));
		}
	}

	// A row ends with a separator.
	if (cells.at(-1)?.markup.trim() === '') cells.pop();

	return `<tr>${cells.map(writeCell).join('')}</tr>`;
}

const writeCell = ({ element, markup }: { readonly element: string; readonly markup: string }) =>
	`<${element}><p>${writeInline(markup.trim())}</p></${element}>`;

/** The elements of marks, by their names in `INLINE`. */
const MARKS: Readonly<Record<string, string>> = {
	bold: 'strong',
	italic: 'em',
	struck: 's',
	inserted: 'u',
	raised: 'sup',
	lowered: 'sub',
};

/** The icons that Jira shows in place of signs. Smileys such as `:)` are readable as they are. */
const ICONS: Readonly<Record<string, string>> = {
	'/': '✅',
	x: '❌',
	'!': '⚠️',
	i: 'ℹ️',
	'?': '❓',
	'+': '➕',
	'-': '➖',
	'*': '⭐',
	y: '👍',
	n: '👎',
	on: '💡',
};

/** `thumbnail`, `width=300,alt="plan.png"` */
const PICTURE_PARAMETERS = String.raw`(?:[a-z]+(?:=(?:"[^"!\n]{0,300}"|[^\s"!,]{0,100}))?(?:, ?|(?=!))){1,20}`;

/** What stands within a line: code, links, addresses, pictures and marks, each with its end in the same line. */
const INLINE = new RegExp(
	[
		String.raw`\\(?<escaped>[*_{}[\]!|+^~-])`,
		String.raw`(?<break>\\\\)(?=\s|$)`,
		String.raw`\{\{(?<code>[^}\n]{1,500})\}\}`,
		String.raw`\[(?<words>[^|[\]\n]{1,500})\|(?<target>[a-z][a-z\d+.-]{0,30}:[^[\]|\s]{1,2000})(?:\|[^\]\n]{0,200})?\]`,
		String.raw`\[(?<link>[a-z][a-z\d+.-]{0,30}:\/?\/?[^[\]|\s]{1,2000})\]`,
		String.raw`!(?<file>[^!|\s][^!|\n]{0,300}\.\w{2,5})(?:\|${PICTURE_PARAMETERS})?!`,
		String.raw`(?<address>https?:\/\/[^\s<>|\]]{1,2000})`,
		// `f(x)` is none.
		String.raw`(?<!\S)\((?<icon>[\/x!i?+*yn-]|on)\)(?![^\s.,;:])`,
		markedBy('bold', '\\*'),
		markedBy('italic', '_'),
		markedBy('struck', '-'),
		markedBy('inserted', '\\+'),
		markedBy('raised', '\\^'),
		markedBy('lowered', '~'),
		String.raw`\{color(?::[^}\n]{1,30})?\}`,
	].join('|'),
	'gu',
);

const writeInline = (text: string): string =>
	writeLine(text, { pattern: INLINE, writeFound, readText: (words) => words });

function writeFound(groups: Groups): string {
	const { escaped, code, words, target, link, file, icon, address } = groups;
	if (escaped !== undefined) return escapeText(escaped);
	if (groups.break !== undefined) return '<br>';
	if (code !== undefined) return `<code>${escapeText(code)}</code>`;
	if (words !== undefined) return writeLink(target ?? '', words);
	if (link !== undefined) return writeLink(link, link);
	if (file !== undefined) return /^https?:/.test(file) ? writePicture(file) : escapeText(file);
	if (address !== undefined) return writeLink(address, address);
	if (icon !== undefined) return ICONS[icon] ?? '';

	const [name = '', inner] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
	const element = MARKS[name];

	return element === undefined ? '' : `<${element}>${writeInline(inner ?? '')}</${element}>`;
}

const writePicture = (address: string): string => `<img src="${escapeAttribute(address)}">`;
