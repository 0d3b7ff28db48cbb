import type {
	MarkdownParser,
	MarkdownToken,
	StateBlock,
	StateCore,
} from '../../../libraries/markdown';
import { escapeText } from '../html/escape';
import { isDoctype, readTokens, type Token } from '../html/readTokens';
import { isKnownElement } from './knownElements';
import { takeBlockRule } from './takeBlockRule';

/**
 * Which parts of Markdown are HTML. Others that look like it are text: placeholders such as `<your-token>`, `<?php`,
 * and elements whose contents are not markup, if they are not closed in the same block. HTML would hide all that follows
 * them, to the end of the text: "The <script> tag is blocked". GitHub shows them as text, too (the extension `tagfilter`
 * of its specification lists them).
 */

/** The elements whose contents are not markup, and are not shown. */
const HIDING_ELEMENTS: ReadonlySet<string> = new Set(
	'script style iframe noembed noframes'.split(' '),
);

/** The elements whose contents are not markup, but are shown. */
const VERBATIM_ELEMENTS: ReadonlySet<string> = new Set('title textarea xmp'.split(' '));

/** The name at the start of a tag. */
const TAG_START = /^<(\/?)([a-z][^\t\n\f\r />]*)/i;

/** The ends of comments and of elements whose contents are not markup. */
const ENDS = /-->|<\/(script|style|iframe|noembed|noframes|title|textarea|xmp)(?=[\t\n\f\r />])/gi;

interface Tag {
	readonly name: string;
	readonly isEnd: boolean;
}

/** Reads the start of a tag, or returns undefined if it is no tag. */
function readTag(source: string): Tag | undefined {
	const [, slash, name] = TAG_START.exec(source) ?? [];

	return name === undefined ? undefined : { name: name.toLowerCase(), isEnd: slash === '/' };
}

/** Whether markup is HTML: a comment, a DOCTYPE or a tag that HTML has. Word adds others, such as `<o:p>`. */
function isHtml(source: string): boolean {
	const tag = readTag(source);
	if (tag === undefined) return source.startsWith('<!--') || isDoctype(source);

	return isKnownElement(tag.name) || /^[\w-]+:[\w-]+$/.test(tag.name);
}

/** Writes markup within a line. */
export const writeHtml = (source: string): string => (isHtml(source) ? source : escapeText(source));

/** Writes a block of HTML: as text where something in it is not closed. */
export function writeHtmlBlock(html: string): string {
	let written = '';

	for (const token of readTokens(html.trim(), { keepsFalseMarkup: true })) {
		written += writeHtmlToken(token);
	}

	return written.startsWith('&lt;') ? `<p>${written.replaceAll('\n', '<br>')}</p>` : written;
}

function writeHtmlToken({ kind, source }: Token): string {
	switch (kind) {
		case 'text':
			return source.replaceAll('<', '&lt;');
		case 'rawText':
			return source;
		default:
			return writeHtml(source);
	}
}

/** Where the last end of each kind is in a text, by the names of elements, and by `--` for comments. */
type LastEnds = ReadonlyMap<unknown, number>;

function findLastEnds(text: string): LastEnds {
	const ends = new Map<string, number>();

	for (const { 1: name = '--', index } of text.matchAll(ENDS)) ends.set(name.toLowerCase(), index);

	return ends;
}

/** Changes a parser so that what is not HTML starts no block of it, and is read as Markdown. */
export function readHtmlBlocks({ core, block: { ruler } }: MarkdownParser): void {
	const readBlock = takeBlockRule(ruler, 'html_block');

	core.ruler.after('normalize', 'html_ends', (state) => {
		state.env.lastEnds = findLastEnds(state.src);
	});
	ruler.at(
		'html_block',
		(state, startLine, endLine, isSilent) =>
			startsHtml(state, startLine) && readBlock?.(state, startLine, endLine, isSilent) === true,
		{ alt: ['paragraph', 'reference', 'blockquote'] },
	);
}

/** Whether a line starts with HTML that is closed somewhere below. */
function startsHtml({ src, bMarks, tShift, eMarks, env }: StateBlock, line: number): boolean {
	const start = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
	const source = src.slice(start, eMarks[line]);
	if (!source.startsWith('<') || !isHtml(source)) return false;

	const tag = readTag(source);
	const name = source.startsWith('<!--') ? '--' : (tag?.name ?? '');
	if (name !== '--' && !HIDING_ELEMENTS.has(name) && !VERBATIM_ELEMENTS.has(name)) return true;

	const lastEnd = env.lastEnds instanceof Map ? Number(env.lastEnds.get(name) ?? -1) : -1;

	return tag?.isEnd !== true && lastEnd > start;
}

/** A rule for the parser that makes tags within a line text if their elements would hide what follows them. */
export function escapeUnclosedHtml(state: StateCore): void {
	for (const { children } of state.tokens) {
		for (const token of findUnclosed(children ?? [])) token.type = 'text';
	}
}

/**
 * Finds the tags in a line that belong to elements whose contents are not markup. An element that hides its contents
 * and is closed does not count.
 */
function findUnclosed(tokens: readonly MarkdownToken[]): readonly MarkdownToken[] {
	const tags: { readonly token: MarkdownToken; readonly tag: Tag }[] = [];

	for (const token of tokens) {
		const tag = token.type === 'html_inline' ? readTag(token.content) : undefined;
		const isRaw =
			tag !== undefined && (HIDING_ELEMENTS.has(tag.name) || VERBATIM_ELEMENTS.has(tag.name));

		if (isRaw) tags.push({ token, tag });
	}

	const lastEnds = new Map(tags.map(({ tag }, index) => [tag.isEnd ? tag.name : '', index]));
	const unclosed: MarkdownToken[] = [];
	let openName: string | undefined;

	for (const [index, { token, tag }] of tags.entries()) {
		const { name, isEnd } = tag;

		if (openName !== undefined) {
			if (isEnd && name === openName) openName = undefined;
		} else if (!isEnd && HIDING_ELEMENTS.has(name) && (lastEnds.get(name) ?? -1) > index) {
			openName = name;
		} else {
			unclosed.push(token);
		}
	}

	return unclosed;
}
