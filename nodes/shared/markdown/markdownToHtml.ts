import {
	createMarkdownIt,
	type MarkdownParser,
	type MarkdownToken,
} from '../../../libraries/markdown';
import { escapeAttribute, escapeText } from '../html/escape';
import { CHECKED, TASK_END, writeTaskStart } from '../html/taskItem';
import { writeEmoji } from '../markup/emojiCodes';
import { once } from '../text/once';
import { isUuid, normalizeId } from '../values/textForms';
import { buildCheckLists } from './checkLists';
import { removeFalseLinks } from './falseLinks';
import { escapeUnclosedHtml, readHtmlBlocks, writeHtml, writeHtmlBlock } from './htmlInMarkdown';
import { rejectFootnotes, showUnusedDefinitions } from './linkDefinitions';
import { removeEmptyHeadings } from './tableHeadings';
import { MENTION_TOKEN, readMention } from './mentionSyntax';
import { unwrapPictures } from './pictureBlocks';
import { writeUploadedPicture } from './uploadedPictures';
import { readWideRows } from './wideRows';

/** HTML that was made from Markdown. */
export interface RenderedMarkdown {
	/** Not cleaned: HTML in the Markdown is in it. */
	readonly html: string;
	/** The names in mentions, each once. */
	readonly mentionedNames: readonly string[];
}

export interface MarkdownOptions {
	readonly userIds?: ReadonlyMap<string, string>;
	readonly readsEmojiCodes?: boolean;
}

/** How deep lists and quotes may be nested. The parser drops what is deeper. */
const MAX_NESTING = 100;

/** The element for a mention in Plane's editor (row 390). */
const mentionElement = (userId: string): string =>
	`<mention-component entity_identifier="${escapeAttribute(userId)}" entity_name="user_mention"></mention-component>`;

function writeCode({ content, info }: MarkdownToken): string {
	const [language = ''] = getParser().utils.unescapeAll(info).trim().split(/\s+/);
	const languageClass = language === '' ? '' : ` class="language-${escapeAttribute(language)}"`;

	return `<pre><code${languageClass}>${escapeText(content.replace(/\n$/, ''))}</code></pre>`;
}

/** Writes an attribute of a token, or nothing if it has none. */
function writeAttribute(token: MarkdownToken, name: string): string {
	const value = token.attrGet(name);

	return value === null ? '' : ` ${name}="${escapeAttribute(String(value))}"`;
}

const writeCell = (token: MarkdownToken): string =>
	`<${token.tag}><p${writeAttribute(token, 'style')}>`;

function readAlternativeText({ type, content, markup }: MarkdownToken): string {
	if (type === 'softbreak') return ' ';

	return type === MENTION_TOKEN ? markup : content;
}

/** A picture whose address is the ID of an uploaded file is written as Plane's editor stores it (row 326). */
function writePicture(token: MarkdownToken): string {
	const texts = (token.children ?? []).map(readAlternativeText);
	const alt = texts.join('');
	const source = String(token.attrGet('src') ?? '');

	return isUuid(source)
		? writeUploadedPicture({ fileId: normalizeId(source), words: alt })
		: `<img${writeAttribute(token, 'src')} alt="${escapeAttribute(alt)}"${writeAttribute(token, 'title')}>`;
}

function writeItemStart(token: MarkdownToken): string {
	const checked = token.attrGet(CHECKED);

	return checked === null ? '<li>' : writeTaskStart(checked === 'true');
}

/** How each token is written, in the form of Plane's editor (row 392). Others are written as their tags. */
const WRITERS: Readonly<Record<string, (token: MarkdownToken) => string>> = {
	text: ({ content }) => escapeText(content),
	softbreak: () => '<br>',
	hardbreak: () => '<br>',
	code_inline: ({ content }) => `<code>${escapeText(content)}</code>`,
	code_block: writeCode,
	fence: writeCode,
	image: writePicture,
	html_inline: ({ content }) => writeHtml(content),
	html_block: ({ content }) => writeHtmlBlock(content),
	reference_definition: () => '',
	list_item_open: writeItemStart,
	list_item_close: (token) => (token.attrGet(CHECKED) === null ? '</li>' : TASK_END),
	thead_open: () => '',
	thead_close: () => '',
	table_open: () => '<table><tbody>',
	table_close: () => '</tbody></table>',
	tbody_open: () => '',
	tbody_close: () => '',
	th_open: writeCell,
	th_close: () => '</p></th>',
	td_open: writeCell,
	td_close: () => '</p></td>',
};

/** Writes a start or end tag, without the line breaks between blocks that Plane would store. */
function writeTag(token: MarkdownToken): string {
	const { tag, nesting, attrs } = token;
	if (nesting === -1) return `</${tag}>`;

	const attributes = (attrs ?? []).map(([name]) => writeAttribute(token, name));

	return `<${tag}${attributes.join('')}>`;
}

/** The parser with the rules of Plane's editor. Creating it takes longer than reading most texts. */
const getParser = once((): MarkdownParser => {
	const parser = createMarkdownIt({
		html: true,
		linkify: true,
		maxNesting: MAX_NESTING,
	});

	// Without `http:` or `www.`, a link is mostly none: `README.md` is a domain name.
	parser.linkify.set({ fuzzyLink: false, urlAuth: true });
	parser.linkify.add('www.', {
		validate: (text, position, linkify) => linkify.testSchemaAt(text, '//', position),
		normalize: (match) => {
			match.url = `http://${match.url}`;
		},
	});

	// What people read is what was written: `http://$HOST:80` is not rewritten as an address.
	parser.normalizeLinkText = (text) => text;
	endAddressesBeforeMarks(parser);

	readHtmlBlocks(parser);
	readWideRows(parser);
	parser.core.ruler.at('strip_references', rejectFootnotes);
	parser.core.ruler.after('inline', 'unused_definitions', showUnusedDefinitions);
	parser.core.ruler.after('unused_definitions', 'unclosed_html', escapeUnclosedHtml);
	parser.inline.ruler.before('link', MENTION_TOKEN, readMention);
	parser.core.ruler.after('unclosed_html', 'check_lists', buildCheckLists);
	parser.core.ruler.after('check_lists', 'table_headings', removeEmptyHeadings);
	parser.core.ruler.after('check_lists', 'picture_blocks', unwrapPictures);
	parser.core.ruler.after('linkify', 'false_links', removeFalseLinks);

	return parser;
});

/** Changes a parser so that marks after an address are not part of it, as on GitHub: `_https://example.com_`. */
function endAddressesBeforeMarks({ linkify }: MarkdownParser): void {
	const matchAtStart = linkify.matchAtStart.bind(linkify);

	linkify.matchAtStart = (text) => {
		const match = matchAtStart(text);
		if (match !== null) match.url = match.url.replace(/(?<![*_~])[*_~]+$/, '');

		return match;
	};
}

/** A part of a text that would be read as a link. */
export interface AddressInText {
	/** Where it starts, and the position after it. */
	readonly index: number;
	readonly lastIndex: number;
	readonly url: string;
}

/** Finds the addresses in a text that are links in Markdown without anything around them. */
export function findAddresses(text: string): readonly AddressInText[] {
	if (!text.includes('://')) return [];

	return (getParser().linkify.match(text) ?? []).filter(
		({ url, raw }) => url === raw && /^\w+:\/\//.test(url),
	);
}

/** Writes tokens as HTML, and collects the names in mentions. */
class HtmlWriter {
	readonly mentionedNames = new Set<string>();

	constructor(
		private readonly userIds: ReadonlyMap<string, string>,
		private readonly readsEmojiCodes: boolean,
	) {}

	write(tokens: readonly MarkdownToken[]): string {
		let html = '';

		for (const token of tokens) html += this.writeToken(token);

		return html;
	}

	private writeToken(token: MarkdownToken): string {
		if (token.type === 'inline') return this.write(token.children ?? []);
		if (token.type === MENTION_TOKEN) return this.writeMention(token);

		if (token.type === 'text' && this.readsEmojiCodes) {
			return escapeText(writeEmoji(token.content, 'github'));
		}

		return (WRITERS[token.type] ?? writeTag)(token);
	}

	private writeMention({ content: name, markup }: MarkdownToken): string {
		this.mentionedNames.add(name);

		const userId = this.userIds.get(name);

		return userId === undefined ? escapeText(markup) : mentionElement(userId);
	}
}

/**
 * Converts Markdown (CommonMark with the tables, check lists, strikethrough and links of GitHub) to HTML
 * as Plane's editor writes it. A line break stays one. Takes any text, in time linear to its length.
 *
 * @param options.userIds the users to mention, by the names in mentions; other mentions stay text
 * @param options.readsEmojiCodes whether codes such as `:tada:` become emoji, as on GitHub
 * @returns undefined if lists or quotes are nested too deep
 */
export function markdownToHtml(
	markdown: string,
	{ userIds = new Map(), readsEmojiCodes = false }: MarkdownOptions = {},
): RenderedMarkdown | undefined {
	const tokens = getParser().parse(markdown, {});
	if (tokens.some(({ level }) => level >= MAX_NESTING - 1)) return undefined;

	const writer = new HtmlWriter(userIds, readsEmojiCodes);
	const html = writer.write(tokens);

	return { html, mentionedNames: [...writer.mentionedNames] };
}
