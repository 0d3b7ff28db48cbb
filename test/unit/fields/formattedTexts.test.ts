import { describe, expect, test } from '@jest/globals';

import { html, isSameHtml, withFormat } from '../../../nodes/shared/fields/html';
import { FORMATS, writeFormattedText } from '../../../nodes/shared/fields/textFormats';
import { writeField } from '../../../nodes/shared/fields/write';
import { FIXED_ORIGIN } from '../../../nodes/shared/fields/origin';
import type { Field } from '../../../nodes/shared/fields/kinds';
import { operations } from '../../../nodes/shared/operations/catalog';
import { listFields } from '../../../nodes/shared/operations/listFields';
import { declareField } from '../../../nodes/shared/resolve/customProperty';
import { isProblem } from '../../../nodes/shared/result/problem';
import { EXAMPLE_ID } from '../../../nodes/shared/values/textForms';
import { readHtml } from '../markdown/readWords';

const HOSTILE =
	'<p onclick="x()">a<script>x()</script><a href="javascript:x()">b</a></p><img src="x" onerror="x()">';

/** The forms in which other nodes and models give a text. */
const FORMS: readonly (readonly [form: string, value: unknown])[] = [
	['text', HOSTILE],
	['an object as Plane returns it', { description_html: HOSTILE, description_json: HOSTILE }],
	['an object with other names', { html: HOSTILE }],
	['an object as JSON', JSON.stringify({ description_html: HOSTILE })],
	['a list', [HOSTILE]],
	['a list of objects', [{ description_html: HOSTILE }]],
];

/** All fields of operations whose values are HTML, each once. */
const htmlFields = new Map(
	operations.flatMap((operation) =>
		listFields(operation)
			.filter(({ wire, formatField }) => wire.endsWith('_html') || formatField !== undefined)
			.map((field) => [`${operation.resource} ${operation.value} ${field.wire}`, field] as const),
	),
);

/** The fields of custom properties whose values are HTML. */
const propertyFields = new Map(
	(['workItem', 'customer'] as const).flatMap((owner) =>
		[false, true].map((isMulti) => {
			const field = declareField({
				owner,
				id: 'p1',
				name: 'Notes',
				kind: 'RELATION',
				relation: 'RICH_TEXT',
				isMulti,
				isRequired: false,
				hasDefault: false,
				isActive: true,
				options: undefined,
			});

			return [`property of a ${owner}${isMulti ? ', with several values' : ''}`, field] as const;
		}),
	),
);

/** Everything that is sent for a value, in any format, as JSON. */
function listSent(field: Field, value: unknown): readonly string[] {
	const written = writeField(field, value, {
		timezone: 'UTC',
		origin: FIXED_ORIGIN,
		whenEmpty: 'clear',
	});
	if (isProblem(written) || written === undefined) return [];

	if (field.formatField === undefined || typeof written !== 'string') {
		return [JSON.stringify(written)];
	}

	return Object.values(FORMATS).map((format) => {
		const text = writeFormattedText(written, format);

		return isProblem(text) ? '' : JSON.stringify(text.html);
	});
}

test.each([...htmlFields, ...propertyFields])('nothing that runs is sent by %s', (_, field) => {
	for (const [form, value] of FORMS) {
		for (const sent of listSent(field, value)) {
			expect([form, sent]).not.toEqual([
				form,
				expect.stringMatching(/<script|<[^>]* on\w+=|<[^>]*href=\\?"javascript/),
			]);
		}
	}
});

test('there are such fields in all resources that have formatted texts', () => {
	const resources = new Set([...htmlFields.keys()].map((name) => name.split(' ')[0]));

	expect(resources.size).toBeGreaterThanOrEqual(9);
});

test('an object without HTML is refused as a formatted text', () => {
	const field = propertyFields.get('property of a workItem');

	expect(field?.kind.write({ html: 'a' }, { timezone: 'UTC', origin: FIXED_ORIGIN })).toMatchObject(
		{
			message: expect.stringContaining('has no description_html'),
		},
	);
});

// The schema: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
describe('a document of Atlassian', () => {
	const document = {
		type: 'doc',
		version: 1,
		content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a\u00A0b' }] }],
	};
	const field = html('description_html', 'Description');
	const format = FORMATS['Atlassian Document Format'];

	const write = (value: unknown, chosenFormat: string) => {
		const written = withFormat(field, chosenFormat).kind.write(value, {
			timezone: 'UTC',
			origin: FIXED_ORIGIN,
		});

		return typeof written === 'string' ? writeFormattedText(written, chosenFormat) : written;
	};

	test.each([
		['an object', document],
		['JSON text', JSON.stringify(document)],
	])('is read in its format as %s', (_, value) => {
		expect(write(value, format)).toMatchObject({ html: '<p>a&nbsp;b</p>' });
	});

	test('is refused in another format, which says which one to choose', () => {
		expect(write(document, FORMATS.Markdown)).toMatchObject({
			message: expect.stringContaining('is not text'),
			description: expect.stringContaining('Atlassian Document Format'),
		});
	});

	test.each([
		['another text', 'a'],
		['a part of one', '{"type":"paragraph"}'],
	])('is not %s', (_, value) => {
		expect(write(value, format)).toMatchObject({
			message: expect.stringContaining('is no document in the Atlassian Document Format'),
		});
	});

	test.each(['\0', '\uD800'])('is refused with %j, which no server can store', (text) => {
		const value = { ...document, content: [{ type: 'text', text }] };

		expect(isProblem(write(value, format))).toBe(true);
		expect(isProblem(write(JSON.stringify(value), format))).toBe(true);
	});
});

test.each([
	[FORMATS.Jira, 'h2. a\n*b*', '<div><h2>a</h2><p><strong>b</strong></p></div>'],
	[FORMATS.Slack, '*a* &amp; <!here>', '<p><strong>a</strong> &amp; @here</p>'],
])('a text in the format %s becomes HTML', (format, text, sent) => {
	expect(writeFormattedText(text, format)).toEqual({
		html: sent,
		mentionedNames: [],
		removedContents: [],
	});
});

describe('what is left out of a text', () => {
	const removed = (text: string, format: string) => {
		const written = writeFormattedText(text, format);

		return isProblem(written) ? [] : written.removedContents;
	};

	test.each([
		['a script', '<p>a<script>x()</script></p>', ['<script>x()</script>']],
		['an event handler', '<p onclick="x()">a</p>', ['onclick="x()"']],
		['an address that runs', '<a href=" JavaScript:x()">a</a>', ['href=" JavaScript:x()"']],
		['what was embedded', '<iframe src="https://e.x"></iframe>', ['<iframe src="https://e.x">']],
	])('is listed: %s', (_, html, contents) => {
		expect(removed(html, FORMATS.HTML)).toEqual(contents);
	});

	test('does not include what no reader of HTML sees', () => {
		const html =
			'<!doctype html><style>p {}</style><!-- a --><![if !mso]><p class="x" data-x="y">a</p><![endif]>';

		expect(removed(html, FORMATS.HTML)).toEqual([]);
	});

	test('includes styles in Markdown, whose readers see them', () => {
		expect(removed('<style>p {}</style>', FORMATS.Markdown)).toEqual(['<style>p {}</style>']);
	});
});

test.each([
	['what follows an open script', '<p>a <script> <b>b</b></p> c', 'a <script> bc'],
	['what follows an open style', 'a <style> b', 'a <style> b'],
	['what follows an open comment', 'a <!-- b <p>c</p>', 'a <!-- bc'],
	['an address in brackets', 'Ada <ada@example.com>', 'Ada <ada@example.com>'],
	['a tag that is cut off', 'a <b c', 'a <b c'],
	['a tag with another one in it', '<div <b>a</b>', '<div <b>a'],
	['words of a DOCTYPE', '<!DOCTYPE is missing> a', '<!DOCTYPE is missing> a'],
	['code', '<?php echo 1 ?> a', '<?php echo 1 ?> a'],
])('what only looks like markup stays as text in HTML: %s', (_, html, shown) => {
	const written = writeFormattedText(html, FORMATS.HTML);
	if (isProblem(written)) throw new Error(written.message);

	expect(readHtml(written.html).text).toBe(shown);
	expect(written.removedContents).toEqual([]);
});

test.each([
	[FORMATS.Markdown, '[Notes](obsidian://open?vault=a)', 'Notes (obsidian://open?vault=a)'],
	[FORMATS.Markdown, '<slack://channel>', 'slack://channel'],
	[FORMATS.HTML, '<a href="outlook:00AB">Mail</a>', 'Mail (outlook:00AB)'],
	[FORMATS.HTML, '<a href="ftp://e.x"><b>a</b></a>', 'a (ftp://e.x)'],
])('an address that Plane does not link stays as text, in %s: %s', (format, text, shown) => {
	const written = writeFormattedText(text, format);
	if (isProblem(written)) throw new Error(written.message);

	expect(written.html.replace(/<[^<>]*>/g, '')).toBe(shown);
	expect(written.html).not.toContain('href=');
	expect(written.removedContents).toEqual([]);
});

// Azure DevOps and emails have pictures that only their own program can show.
test.each([
	[
		FORMATS.Markdown,
		'![plan](attachment:plan.png)',
		'plan (attachment:plan.png)',
		'attachment:plan.png',
	],
	[FORMATS.Markdown, '![plan](cid:1 "Old plan")', 'plan (cid:1, Old plan)', 'cid:1'],
	[FORMATS.Markdown, '![](data:image/png;base64,AA)', 'data:image/png', 'data:image/png'],
	[FORMATS.HTML, '<p>a <img src="slack://b"></p>', 'a slack://b', 'slack://b'],
	[FORMATS.HTML, '<p>a<img src="cid:1@e.x"></p>', 'a cid:1@e.x', 'cid:1@e.x'],
	[
		FORMATS.HTML,
		'<img src="blob:https://e.x/1" alt="b">',
		'b (blob:https://e.x/1)',
		'blob:https://e.x/1',
	],
	[
		FORMATS.HTML,
		'<img alt="b" src="file:///C:/b.png">',
		'b (file:///C:/b.png)',
		'file:///C:/b.png',
	],
	[
		FORMATS.HTML,
		'<img alt="b" src=" DATA:image/png;base64,AA">',
		'b (DATA:image/png)',
		'DATA:image/png',
	],
	[FORMATS.HTML, '<img alt="b" src="javascript:x()">', 'b', 'javascript:x()'],
])(
	'a picture that Plane does not keep stays as text, and is listed, in %s: %s',
	(format, text, shown, address) => {
		const written = writeFormattedText(text, format);
		if (isProblem(written)) throw new Error(written.message);

		expect(written.html.replace(/<[^<>]*>/g, '')).toBe(shown);
		expect(written.html).not.toContain('<img');
		expect(written.removedContents).toEqual([`<img src="${address}">`]);
	},
);

test('pictures that become text stay words of their own', () => {
	const html = '<p>Before<img src="cid:1"><img src="cid:2" alt="b"> after</p>';

	expect(writeFormattedText(html, FORMATS.HTML)).toMatchObject({
		html: '<p>Before cid:1 b (cid:2) after</p>',
	});
});

// Texts as Plane's own editor saves them.
describe('a text of Plane’s editor', () => {
	const P = 'class="editor-paragraph-block"';
	const MENTION =
		'<mention-component entity_identifier="u1" entity_name="user_mention"></mention-component>';

	const isSame = (markdown: string, stored: string) => {
		const written = writeFormattedText(markdown, FORMATS.Markdown);

		return !isProblem(written) && isSameHtml(written.html, stored);
	};

	test.each([
		['classes', 'a', `<p ${P}>a</p>`],
		['an empty paragraph', 'a\n\nb', `<p ${P}>a</p><p ${P}></p><p ${P}>b</p>`],
		['a color', 'a', `<p ${P}><span data-text-color="red">a</span></p>`],
		[
			'widths',
			'|  |\n|---|\n| a |',
			`<table><tbody><tr><td colwidth="150"><p ${P}>a</p></td></tr></tbody></table>`,
		],
		['an address that is no link', 'https://e.x', `<p ${P}>https://e.x</p>`],
		[
			'the size of an uploaded picture (row 326)',
			`a\n\n![b](${EXAMPLE_ID})`,
			`<p ${P}>a</p><image-component src="${EXAMPLE_ID}" title="b" width="395px" height="362px" aspectratio="1.09" alignment="left" status="pending"></image-component>`,
		],
	])('is the same in spite of %s', (_, markdown, stored) => {
		expect(isSame(markdown, stored)).toBe(true);
	});

	test.each([
		['a mark', '**a**', `<p ${P}>a</p>`],
		['the address of a link', '[a](https://e.x)', `<p ${P}><a href="https://e.y">a</a></p>`],
		['a list', '- a', `<p ${P}>a</p>`],
		['a word', 'a b', `<p ${P}>a</p>`],
		[
			'an uploaded picture',
			`![](${EXAMPLE_ID})`,
			'<image-component src="5b3a1f52-7f0e-4a1b-9a55-0d6f3a9c1e01" width="395px"></image-component>',
		],
		['a link in code', '`a`', `<p ${P}><code><a href="https://e.x">a</a></code></p>`],
		['a mention in code', '```\na\n```', `<pre><code>a${MENTION}</code></pre>`],
	])('differs by %s', (_, markdown, stored) => {
		expect(isSame(markdown, stored)).toBe(false);
	});

	// A server that cleans with the defaults of nh3 keeps the words (row 326).
	test('is not what was sent if an uploaded picture is missing', () => {
		const { isAccepted } = html('description_html', 'A text').kind;
		const picture = `<image-component src="${EXAMPLE_ID}"></image-component>`;
		const sizedPicture = picture.replace('>', ' width="35%">');

		expect(isAccepted?.(`<p>a</p>${picture}`, `<div><p>a</p>${sizedPicture}</div>`)).toBe(true);
		expect(isAccepted?.(`<p>a</p>${picture}`, '<p>a</p>')).toBe(false);
	});

	test('differs from HTML with a color of its own', () => {
		const colored = '<p><span data-text-color="red">a</span></p>';

		expect(isSameHtml(colored, `<p ${P}>a</p>`)).toBe(false);
	});
});
