import type { JsonValue } from 'n8n-workflow';

import { labeled } from './choice';
import { refuseValue } from './describe';
import { type Comparison, field, type FieldKind, type Overrides } from './field';
import { camelCase, titleCase } from './names';
import { asText, longText, text } from './text';

/** The values of the field that tells how a text is meant. */
export const FORMATS = { 'Plain Text': 'text', HTML: 'html' } as const;

/** What a server keeps of a text without words (row 25). */
const NOTHING = '<p></p>';

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
	const format = labeled(`${name}_format`, FORMATS, about, {
		displayName: `${displayName} Format`,
	});
	const kind: FieldKind = {
		...longText(wire, '').kind,
		cleared: NOTHING,
		isTaken: keepsWords,
	};
	const named = { parameter: camelCase(name), displayName };
	return field(kind, wire, description, { ...named, format, ...overrides });
}

/** Whether a server has kept words of an HTML text; it cleans the HTML, so that the tags may differ. */
const keepsWords: Comparison = (sent, held) => !hasWords(sent) || hasWords(held);

const hasWords = (html: JsonValue): boolean =>
	typeof html === 'string' && html.replace(/<[^<>]*>|&nbsp;/g, ' ').trim() !== '';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Plain text as HTML: blank lines part paragraphs, and other line breaks stay; no text is one paragraph. */
export function paragraphs(plain: string): string {
	return plain
		.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
		.trim()
		.split(/\r?\n[\t ]*\r?\n\s*/)
		.map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, '<br>')}</p>`)
		.join('');
}

/** A time zone as its list has it, whatever the case; undefined: there is none of this name. */
function timezoneNamed(name: string): string | undefined {
	try {
		const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
		if (!name.includes('/') && timeZone !== 'UTC') return undefined;
		// Another name of the same zone stays as it is.
		return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
	} catch {
		return undefined;
	}
}

const timezoneKind: FieldKind = {
	...text('timezone', '').kind,
	write: (value) => {
		const name = asText(value)?.trim() ?? '';
		const remedy = 'Use a name such as Europe/Berlin or UTC.';
		return timezoneNamed(name) ?? refuseValue(value, 'is not a time zone', remedy);
	},
};

/** A time zone by its IANA name; servers have a list of 433. */
export const timezone = <Wire extends string>(wire: Wire, description: string) =>
	field({ ...timezoneKind, cleared: 'UTC' }, wire, description, {
		placeholder: 'e.g. Europe/Berlin',
	});
