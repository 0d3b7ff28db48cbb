import type { JsonValue } from 'n8n-workflow';

import { readTokens } from '../html/readTokens';
import { findRemovedContents } from '../html/removedContents';
import { toStoredHtml } from '../html/toStoredHtml';
import { htmlToMarkdown } from '../markdown/htmlToMarkdown';
import { findUploadedPictures, removePictureSizes } from '../markdown/uploadedPictures';
import { isAtlassianDocument } from '../markup/atlassianDocument';
import { refuseValue } from '../result/problem';
import { labeled } from './choice';
import { type Comparison } from '../values/sameValue';
import { toJson } from '../values/json';
import { type Field, field, type FieldKind, fieldFactory, type Overrides } from './field';
import { camelCase, titleCase } from '../text/letterCase';
import { longTextKind } from './text';
import { EMPTY_PARAGRAPH, FORMATS, writeHtmlText, writeMarkdown } from './textFormats';

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
	const formatField = labeled(`${name}_format`, FORMATS, `Markup of ${displayName}`, {
		displayName: `${displayName} Format`,
		default: FORMATS.Markdown,
	});
	const kind: FieldKind = {
		...longTextKind,
		format: 'Markdown; @name mentions a member',
		write: writeText,
		emptyValue: EMPTY_PARAGRAPH,
		isUnchanged: isSameHtml,
		isAccepted: hasKeptContents,
	};

	return field(kind, wire, description, {
		parameter: camelCase(name),
		displayName,
		formatField,
		...overrides,
	});
}

const FORMAT_REMEDY = 'Choose Atlassian Document Format as its format.';

/** A document of Atlassian is text in its own format only. */
const writeText: FieldKind['write'] = (value, context) =>
	isAtlassianDocument(value)
		? refuseValue(value, 'is not text', FORMAT_REMEDY)
		: longTextKind.write(value, context);

/** Returns a field as it reads a text in a format: documents of Atlassian are objects, or the JSON text of one. */
export const withFormat = (textField: Field, format: JsonValue | undefined): Field =>
	format === FORMATS['Atlassian Document Format']
		? { ...textField, kind: { ...textField.kind, write: writeDocumentAsJson } }
		: textField;

const writeDocumentAsJson: FieldKind['write'] = (value, context) => {
	const json = isAtlassianDocument(value) ? toJson(value) : undefined;

	return json === undefined ? longTextKind.write(value, context) : JSON.stringify(json);
};

/**
 * Whether two HTML texts are the same for a reader. Servers store some in different forms (row 180), and Plane's editor
 * adds classes, colors and empty paragraphs. If the stored text, read as Markdown and sent back, would be the one to
 * send, then only such markup differs: Markdown shows everything else.
 */
export const isSameHtml: Comparison = (sent, stored) => {
	if (typeof sent !== 'string' || typeof stored !== 'string') return false;

	return toStoredHtml(sent) === toStoredHtml(stored) || sent === rewriteAsMarkdown(stored);
};

/**
 * Returns HTML as it is after somebody has read it as Markdown and sent it back. Uploaded pictures lose their sizes: Plane's
 * editor adds them (row 326).
 */
const rewriteAsMarkdown = (html: string): string =>
	writeMarkdown(htmlToMarkdown(removePictureSizes(html))).html;

/** Whether the server has stored all words and uploaded pictures. It cleans the HTML, so tags may differ. */
function hasKeptContents(sent: JsonValue, stored: JsonValue): boolean {
	const pictures = listUploadedPictures(stored);

	return (
		readWords(stored).includes(readWords(sent)) &&
		listUploadedPictures(sent).every((fileId) => pictures.includes(fileId))
	);
}

/** Older servers drop pictures of Plane's editor (row 326). */
const listUploadedPictures = (html: JsonValue): readonly string[] =>
	typeof html === 'string' ? findUploadedPictures(html) : [];

/** The letters and digits that a reader sees in HTML. */
function readWords(html: JsonValue): string {
	if (typeof html !== 'string') return '';

	let words = '';

	for (const token of readTokens(html)) {
		if (token.kind === 'text' || token.kind === 'rawText') words += token.text;
	}

	return words.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Text that is always HTML. */
export const htmlTextKind: FieldKind = {
	...longTextKind,
	format: 'HTML',
	write: (value, context) => {
		const text = longTextKind.write(value, context);

		return typeof text === 'string' ? writeHtmlText(text).html : text;
	},
	listRemovedContents: (value) => (typeof value === 'string' ? findRemovedContents(value) : []),
};

/** See `htmlTextKind`. */
export const htmlText = fieldFactory(htmlTextKind);
