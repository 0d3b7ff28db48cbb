import type { JsonValue } from 'n8n-workflow';

import { escapeText } from '../html/escape';
import { findLostPictures } from '../html/lostPictures';
import { readTokens } from '../html/readTokens';
import { findRemovedContents } from '../html/removedContents';
import { cleanHtml, toStoredHtml } from '../html/toStoredHtml';
import { htmlToMarkdown } from '../markdown/htmlToMarkdown';
import { markdownToHtml } from '../markdown/markdownToHtml';
import { isProblem, type Problem, refused, type Result } from '../result/problem';
import { labeled } from './choice';
import { quote } from '../text/quote';
import { type Comparison } from '../values/sameValue';
import { field, type FieldKind, fieldFactory, type Overrides } from './field';
import { camelCase, titleCase } from '../text/letterCase';
import { longTextKind } from './text';

/** The options of the field with the format of a text. The first one applies if none is chosen. */
export const FORMATS = {
	Markdown: 'markdown',
	'Plain Text': 'text',
	HTML: 'html',
} as const;

/** What servers store for a text without words (row 25). */
const EMPTY_PARAGRAPH = '<p></p>';

/**
 * Text that servers store as HTML. `description_html` becomes **Description**, with the field
 * **Description Format** beside it.
 */
export function html<Wire extends `${string}_html`>(
	wire: Wire,
	description: string,
	overrides?: Overrides,
) {
	const name = wire.replace(/_html$/, '');
	const displayName = titleCase(name);
	const formatDescription = `Whether ${displayName} is Markdown, plain text or HTML`;
	const formatField = labeled(`${name}_format`, FORMATS, formatDescription, {
		displayName: `${displayName} Format`,
	});
	const kind: FieldKind = {
		...longTextKind,
		format: 'Markdown; @name mentions a member',
		emptyValue: EMPTY_PARAGRAPH,
		isUnchanged: isSameHtml,
		isAccepted: hasKeptWords,
	};

	return field(kind, wire, description, {
		parameter: camelCase(name),
		displayName,
		formatField,
		...overrides,
	});
}

/**
 * Whether two HTML texts are the same for a reader. Servers store some in different forms (row 180), and Plane's editor
 * adds classes, colors and empty paragraphs. If the stored text, read as Markdown and sent back, would be the one to
 * send, then only such markup differs: Markdown shows everything else.
 */
export const isSameHtml: Comparison = (sent, stored) => {
	if (typeof sent !== 'string' || typeof stored !== 'string') return false;

	return toStoredHtml(sent) === toStoredHtml(stored) || sent === rewriteAsMarkdown(stored);
};

/** Returns HTML as it is after somebody has read it as Markdown and sent it back. */
function rewriteAsMarkdown(html: string): string | undefined {
	const written = writeMarkdown(htmlToMarkdown(html));

	return isProblem(written) ? undefined : written.html;
}

/** Whether the server has stored all words that were sent. It cleans the HTML, so tags may differ. */
const hasKeptWords: Comparison = (sent, stored) => readWords(stored).includes(readWords(sent));

/** The letters and digits that a reader sees in HTML. */
function readWords(html: JsonValue): string {
	if (typeof html !== 'string') return '';

	let words = '';

	for (const token of readTokens(html)) {
		if (token.kind === 'text' || token.kind === 'rawText') words += token.text;
	}

	return words.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Splits plain text into paragraphs at blank lines, and each paragraph into lines. */
function splitParagraphs(plain: string): string[][] {
	const paragraphs: string[][] = [];
	let startsParagraph = true;

	for (const line of plain.split(/\r\n?|\n/)) {
		if (line.trim() === '') {
			startsParagraph = true;
		} else if (startsParagraph) {
			paragraphs.push([line.trimStart()]);
			startsParagraph = false;
		} else {
			paragraphs.at(-1)?.push(line);
		}
	}

	return paragraphs;
}

/**
 * Converts plain text to HTML as Plane stores it. Blank lines separate paragraphs,
 * and other line breaks become `<br>`. Blank text becomes one empty paragraph.
 */
export function plainTextToHtml(plain: string): string {
	const paragraphs = splitParagraphs(escapeText(plain.trim())).map(
		(lines) => `<p>${lines.join('<br>')}</p>`,
	);

	return toStoredHtml(paragraphs.join('') || EMPTY_PARAGRAPH);
}

const LOST_PICTURE_REMEDY =
	'Plane keeps only pictures that have a web address. Attach the file instead, and leave such ' +
	'pictures out of the text.';

const REMOVAL_EXAMPLE =
	' To leave them out of HTML: {{ $json.html.replace(/<img[^<>]*src="(cid|data):[^<>]*>/g, "") }}.';

/** Refuses HTML if Plane would lose a picture in it. */
function refuseLostPictures(html: string, remedy: string): Problem | undefined {
	const [lostPicture] = findLostPictures(html);
	if (lostPicture === undefined) return undefined;

	return refused(`it has a picture that Plane does not keep, ${quote(lostPicture)}`, remedy);
}

/** HTML as it is sent. */
export interface WrittenText {
	/** `''` if nothing is left of the text, as of a comment. */
	readonly html: string;
	/** The names in mentions of Markdown, each once. Only some of them may be users. */
	readonly mentionedNames: readonly string[];
	/** What is left out of the text, as HTML: what could run, and what Plane does not keep. */
	readonly removedContents: readonly string[];
}

/** Converts HTML to the HTML that is sent, or returns a problem if Plane would lose a picture in it. */
function writeHtml(html: string): Result<WrittenText> {
	return (
		refuseLostPictures(html, LOST_PICTURE_REMEDY + REMOVAL_EXAMPLE) ?? {
			html: cleanHtml(html),
			mentionedNames: [],
			removedContents: findRemovedContents(html),
		}
	);
}

/**
 * Converts Markdown to HTML as Plane stores it. HTML in the Markdown is cleaned.
 *
 * @param userIds the users to mention, by the names in mentions; other mentions stay text
 * @returns a problem if Plane would lose a picture in it; Markdown that is nested too deep is taken as plain text
 */
export function writeMarkdown(
	markdown: string,
	userIds?: ReadonlyMap<string, string>,
): Result<WrittenText> {
	if (markdown.trim() === '') return withoutLoss(EMPTY_PARAGRAPH);

	const rendered = markdownToHtml(markdown, userIds);
	if (rendered === undefined) return withoutLoss(plainTextToHtml(markdown));

	const { html, mentionedNames } = rendered;

	return (
		refuseLostPictures(html, LOST_PICTURE_REMEDY) ?? {
			html: cleanHtml(html),
			mentionedNames,
			removedContents: findRemovedContents(html, { includesStyles: true }),
		}
	);
}

const withoutLoss = (html: string): WrittenText => ({
	html,
	mentionedNames: [],
	removedContents: [],
});

/** Converts text in one of the formats to HTML as Plane stores it. */
export function writeFormattedText(text: string, format: JsonValue): Result<WrittenText> {
	switch (format) {
		case FORMATS.Markdown:
			return writeMarkdown(text);
		case FORMATS.HTML:
			return writeHtml(text);
		default:
			return withoutLoss(plainTextToHtml(text));
	}
}

/** Text that is always HTML. */
export const htmlTextKind: FieldKind = {
	...longTextKind,
	format: 'HTML',
	write: (value, context) => {
		const text = longTextKind.write(value, context);
		if (typeof text !== 'string') return text;

		const written = writeHtml(text);

		return isProblem(written) ? written : written.html;
	},
	listRemovedContents: (value) => (typeof value === 'string' ? findRemovedContents(value) : []),
};

/** See `htmlTextKind`. */
export const htmlText = fieldFactory(htmlTextKind);
