import type { JsonValue } from 'n8n-workflow';

import { findLostPictures } from '../html/lostPictures';
import { toStoredHtml } from '../html/toStoredHtml';
import { refused } from '../result/problem';
import { labeled } from './choice';
import { quote } from '../text/quote';
import {
	type Comparison,
	field,
	type FieldKind,
	fieldFactory,
	type Overrides,
	type WriteResult,
} from './field';
import { camelCase, titleCase } from '../text/letterCase';
import { longText } from './text';

/** The values of the field that says how a text is interpreted. */
export const FORMATS = { 'Plain Text': 'text', HTML: 'html' } as const;

/** What a server keeps of a text without words (row 25). */
const EMPTY_PARAGRAPH = '<p></p>';

/**
 * Text that the service keeps as HTML: `description_html` is **Description**, with **Description
 * Format**. Plain text goes out as paragraphs, so that no character of it is taken for markup.
 */
export function html<Wire extends `${string}_html`>(
	wire: Wire,
	description: string,
	overrides?: Overrides,
) {
	const name = wire.replace(/_html$/, '');
	const displayName = titleCase(name);
	const about = `Whether ${displayName} is plain text or HTML`;
	const formatField = labeled(`${name}_format`, FORMATS, about, {
		displayName: `${displayName} Format`,
	});
	const kind: FieldKind = {
		...longText(wire, '').kind,
		emptyValue: EMPTY_PARAGRAPH,
		isUnchanged: isSameHtml,
		isAccepted: keepsText,
	};
	const named = { parameter: camelCase(name), displayName };

	return field(kind, wire, description, { ...named, formatField, ...overrides });
}

/** Whether two texts are the same to a reader: servers differ about the form of some (row 180). */
const isSameHtml: Comparison = (sent, held) =>
	typeof sent === 'string' && typeof held === 'string' && toStoredHtml(sent) === toStoredHtml(held);

/** Whether a server has kept words of an HTML text; it cleans the HTML, so that the tags may differ. */
const keepsText: Comparison = (sent, held) => !hasText(sent) || hasText(held);

const hasText = (html: JsonValue): boolean =>
	typeof html === 'string' && html.replace(/<[^<>]*>|&nbsp;/g, ' ').trim() !== '';

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
};

/** The paragraphs of a plain text, each with its lines: blank lines separate them. */
function readParagraphs(plain: string): string[][] {
	const found: string[][] = [];
	let isNew = true;

	for (const line of plain.split(/\r\n?|\n/)) {
		if (line.trim() === '') {
			isNew = true;
		} else if (isNew) {
			found.push([line.trimStart()]);
			isNew = false;
		} else {
			found.at(-1)?.push(line);
		}
	}

	return found;
}

/**
 * Plain text as HTML, in the form in which Plane stores it: blank lines separate paragraphs, other
 * line breaks stay, and text without words is one paragraph without words.
 */
export function plainTextToHtml(plain: string): string {
	const escaped = plain.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
	const found = readParagraphs(escaped.trim()).map((lines) => `<p>${lines.join('<br>')}</p>`);

	return toStoredHtml(found.join('') || EMPTY_PARAGRAPH);
}

const PICTURE_REMEDY =
	'Plane keeps only pictures that have a web address. Attach the file instead, and leave such ' +
	'pictures out of the HTML, e.g. with ' +
	'{{ $json.html.replace(/<img[^<>]*src="(cid|data):[^<>]*>/g, "") }}.';

/**
 * HTML in the form in which Plane stores it, without what runs in a reader's browser: not every server
 * cleans every text (row 184). `''` if nothing is left. Refuses pictures that Plane would lose.
 */
export function writeHtml(html: string): WriteResult {
	const [lost] = findLostPictures(html);

	if (lost !== undefined) {
		return refused(`it has a picture that Plane does not keep, ${quote(lost)}`, PICTURE_REMEDY);
	}

	return toStoredHtml(html);
}

const longTextKind = longText('', '').kind;

/** Text that is always HTML. */
export const htmlText = fieldFactory({
	...longTextKind,
	write: (value, context) => {
		const written = longTextKind.write(value, context);

		return typeof written === 'string' ? writeHtml(written) : written;
	},
});
