import type { JsonValue } from 'n8n-workflow';

import { escapeText } from '../html/escape';
import { findRemovedContents } from '../html/removedContents';
import { cleanHtml, toStoredHtml } from '../html/toStoredHtml';
import { type MarkdownOptions, markdownToHtml } from '../markdown/markdownToHtml';
import { parseAtlassianDocument, writeAtlassianDocument } from '../markup/atlassianDocument';
import { writeJiraMarkup } from '../markup/jiraMarkup';
import { writeSlackMarkup } from '../markup/slackMarkup';
import { isProblem, refuseValue, type Result } from '../result/problem';
import { requireStorable } from './texts/textLimits';

/** The options of the field with the format of a text, in the order in which n8n lists options. Markdown applies if none is chosen. */
export const FORMATS = {
	'Atlassian Document Format': 'atlassian',
	HTML: 'html',
	Jira: 'jira',
	Markdown: 'markdown',
	'Plain Text': 'text',
	Slack: 'slack',
} as const;

/** Markdown in which codes such as `:tada:` are emoji. Only exports are read in it: others may have codes of their own. */
const GITHUB_MARKDOWN = 'github';

/** What servers store for a text without words (row 25). */
export const EMPTY_PARAGRAPH = '<p></p>';

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

/** HTML as it is sent. */
export interface WrittenText {
	/** `''` if nothing is left of the text, as of a comment. */
	readonly html: string;
	/** The names in mentions of Markdown, each once. Only some of them may be users. */
	readonly mentionedNames: readonly string[];
	/** What is left out of the text, as HTML: what could run, and what Plane does not keep. */
	readonly removedContents: readonly string[];
}

/** Converts HTML to the HTML that is sent. */
export const writeHtmlText = (html: string): WrittenText => ({
	html: cleanHtml(html),
	mentionedNames: [],
	removedContents: findRemovedContents(html),
});

/**
 * Converts Markdown to HTML as Plane stores it. HTML in the Markdown is cleaned. Markdown that is nested too deep is taken
 * as plain text.
 *
 * @param options see `markdownToHtml`
 */
export function writeMarkdown(markdown: string, options?: MarkdownOptions): WrittenText {
	if (markdown.trim() === '') return withoutLoss(EMPTY_PARAGRAPH);

	const rendered = markdownToHtml(markdown, options);
	if (rendered === undefined) return withoutLoss(plainTextToHtml(markdown));

	const { html, mentionedNames } = rendered;

	return {
		html: cleanHtml(html),
		mentionedNames,
		removedContents: findRemovedContents(html, { includesStyles: true }),
	};
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
		case GITHUB_MARKDOWN:
			return writeMarkdown(text, { readsEmojiCodes: true });
		case FORMATS.HTML:
			return writeHtmlText(text);
		case FORMATS.Jira:
			return writeHtmlText(writeJiraMarkup(text));
		case FORMATS.Slack:
			return writeHtmlText(writeSlackMarkup(text));
		case FORMATS['Atlassian Document Format']:
			return writeDocument(text);
		default:
			return withoutLoss(plainTextToHtml(text));
	}
}

/** Converts a document of Atlassian, as JSON text. */
function writeDocument(text: string): Result<WrittenText> {
	const document = parseAtlassianDocument(text);
	if (document === undefined) {
		return refuseValue(text, 'is no document in the Atlassian Document Format', DOCUMENT_REMEDY);
	}

	// In JSON, characters can be written as codes, so the text has not shown them.
	const html = requireStorable(writeAtlassianDocument(document));

	return isProblem(html) ? html : writeHtmlText(html);
}

const DOCUMENT_REMEDY =
	'Use the whole object that Jira returns as the text, e.g. {{ $json.fields.description }}, or choose another format.';
