import type { JsonValue } from 'n8n-workflow';

import { escapeText } from '../html/escape';
import { findLostPictures } from '../html/lostPictures';
import { toStoredHtml } from '../html/toStoredHtml';
import { markdownToHtml } from '../markdown/markdownToHtml';
import { isProblem, type Problem, refused, type Result } from '../result/problem';
import { labeled } from './choice';
import { quote } from '../text/quote';
import { type Comparison, field, type FieldKind, fieldFactory, type Overrides } from './field';
import { camelCase, titleCase } from '../text/letterCase';
import { longText } from './text';

/** The options of the field with the format of a text. The first one applies if none is chosen. */
export const FORMATS = {
	Markdown: 'markdown',
	'Plain Text': 'text',
	HTML: 'html',
} as const;

/** The form in which servers store a text without words (row 25). */
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
		...longText(wire, '').kind,
		format: 'Markdown; @name mentions a member',
		emptyValue: EMPTY_PARAGRAPH,
		isUnchanged: isSameHtml,
		isAccepted: hasKeptText,
	};

	return field(kind, wire, description, {
		parameter: camelCase(name),
		displayName,
		formatField,
		...overrides,
	});
}

/** Whether two HTML texts look the same: servers store some in different forms (row 180). */
export const isSameHtml: Comparison = (sent, stored) =>
	typeof sent === 'string' &&
	typeof stored === 'string' &&
	toStoredHtml(sent) === toStoredHtml(stored);

/** Whether the server has stored any text, if any was sent. It cleans the HTML, so tags may differ. */
const hasKeptText: Comparison = (sent, stored) => !hasText(sent) || hasText(stored);

const hasText = (html: JsonValue): boolean =>
	typeof html === 'string' && html.replace(/<[^<>]*>|&nbsp;/g, ' ').trim() !== '';

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
 * Converts plain text to HTML in the form in which Plane stores it. Blank lines separate paragraphs,
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

/**
 * Converts HTML to the form in which Plane stores it. Scripts are removed, because not every server
 * removes them from every text (row 184).
 *
 * @returns the HTML, `''` if nothing is left of it, or a problem if Plane would lose a picture in it
 */
export const writeHtml = (html: string): Result<string> =>
	refuseLostPictures(html, LOST_PICTURE_REMEDY + REMOVAL_EXAMPLE) ?? toStoredHtml(html);

/** HTML as it is sent, and the names in its mentions. */
export interface WrittenText {
	readonly html: string;
	/** The names in mentions of Markdown, each once. Only some of them may be users. */
	readonly mentionedNames: readonly string[];
}

/**
 * Converts Markdown to HTML in the form in which Plane stores it. HTML in it is cleaned.
 *
 * @param userIds the users to mention, by the names in mentions; other mentions stay text
 * @returns as `writeHtml` does; Markdown that is nested too deep is taken as plain text
 */
export function writeMarkdown(
	markdown: string,
	userIds?: ReadonlyMap<string, string>,
): Result<WrittenText> {
	if (markdown.trim() === '') return { html: EMPTY_PARAGRAPH, mentionedNames: [] };

	const rendered = markdownToHtml(markdown, userIds);
	if (rendered === undefined) return { html: plainTextToHtml(markdown), mentionedNames: [] };

	const { html, mentionedNames } = rendered;

	return (
		refuseLostPictures(html, LOST_PICTURE_REMEDY) ?? { html: toStoredHtml(html), mentionedNames }
	);
}

/** Converts text in one of the formats to HTML in the form in which Plane stores it. */
export function writeFormattedText(text: string, format: JsonValue): Result<WrittenText> {
	if (format === FORMATS.Markdown) return writeMarkdown(text);

	const html = format === FORMATS.HTML ? writeHtml(text) : plainTextToHtml(text);

	return isProblem(html) ? html : { html, mentionedNames: [] };
}

const longTextKind = longText('', '').kind;

/** Text that is always HTML. */
export const htmlText = fieldFactory({
	...longTextKind,
	format: 'HTML',
	write: (value, context) => {
		const written = longTextKind.write(value, context);

		return typeof written === 'string' ? writeHtml(written) : written;
	},
});
