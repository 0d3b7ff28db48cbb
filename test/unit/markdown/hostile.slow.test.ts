import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';

import { writeMarkdown } from '../../../nodes/shared/fields/textFormats';
import { toStoredHtml } from '../../../nodes/shared/html/toStoredHtml';
import { htmlToMarkdown } from '../../../nodes/shared/markdown/htmlToMarkdown';

/** Pieces of Markdown, and of HTML that would run a script. */
const PIECES = [
	...'* ** _ __ ~~ ` ``` # > - + 1. 5) [ ] ( ) ![ ](u) | |-|-| \\ & &amp; @ada @"x" --- === < > " \''.split(
		' ',
	),
	...' |  |\n|\n\n|\n    |\n- |\n> |\n| a | b |\n|---|---|\n| c |'.split('|'),
	'- [ ] ',
	'a',
	'\u00A0',
	'\0',
	'\uD800',
	'<b>',
	'</b>',
	'<div>',
	'</div>',
	'<table><td>',
	'<!--',
	'-->',
	'<![CDATA[',
	'<script>alert(1)</script>',
	'<script',
	'<svg onload=alert(1)>',
	'<img src=x onerror=alert(1)>',
	'<a href="javascript:alert(1)">',
	'<a href=" java\nscript:alert(1)">',
	'[a](javascript:alert(1))',
	'[a](<java script:alert(1)>)',
	'[a](data:text/html,<script>alert(1)</script>)',
	'<javascript:alert(1)>',
	'[a]: javascript:alert(1)\n\n',
	'"onmouseover="alert(1)',
	'<p style="x" onclick="alert(1)">',
	'<iframe srcdoc="<script>alert(1)</script>">',
	'<mention-component onclick=x entity_identifier="u1" entity_name="user_mention">',
	'<x-y>',
];

/** Describes everything in HTML that a browser would execute. */
function findExecutables(html: string): string[] {
	const found: string[] = [];
	const parser = new Parser({
		onopentag: (name, attributes) => {
			if (/^(?:script|iframe|object|embed|svg|style)$/.test(name)) found.push(name);

			for (const [attribute, value] of Object.entries(attributes)) {
				const isScript = /^\s*(?:javascript|vbscript|data):/i.test(value.replace(/[\t\n\r]/g, ''));

				if (attribute.startsWith('on') || attribute === 'srcdoc' || isScript) {
					found.push(`${name} ${attribute}=${value}`);
				}
			}
		},
	});

	parser.end(html);

	return found;
}

const texts = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 60 }),
	fc
		.array(fc.constantFrom(...PIECES), { maxLength: 30, size: 'max' })
		.map((parts) => parts.join('')),
);

test('10,000 random texts are converted to HTML that Plane stores as it is, and executes nothing', () => {
	fc.assert(
		fc.property(texts, (text) => {
			const { html } = writeMarkdown(text);

			expect(toStoredHtml(html)).toBe(html);
			expect(findExecutables(html)).toEqual([]);
			expect(typeof htmlToMarkdown(html)).toBe('string');
		}),
		{ numRuns: 10_000 },
	);
});

// In quadratic time, each of these would take longer than the timeout of a test.
describe('time linear to the length', () => {
	const marks = [
		'*a_ ',
		'a** ',
		'* _',
		'[a](',
		'`a``',
		'<a ',
		'x<?',
		'&',
		'| a ',
		'@a ',
		'@"',
		'> ',
		'- a\n ',
	];

	test.each(marks)('is enough to read 100,000 times %j', (mark) => {
		const { html } = writeMarkdown(mark.repeat(100_000));

		expect(html.length).toBeLessThan(100_000 * 400);
	});

	const elements = ['<b>a</b>', '<b>a</b><i>c</i>', '<br>', '<li>a', '<p>@a_*', '<span>a</span>'];

	test.each(elements)('is enough to read 50,000 times %j back', (element) => {
		const markdown = htmlToMarkdown(element.repeat(50_000));

		expect(markdown.length).toBeLessThan(50_000 * 100);
	});

	test('is enough for a table with a wide cell', () => {
		const rows = '<tr><td>a</td></tr>'.repeat(20_000);

		const markdown = htmlToMarkdown(
			`<table><tr><td>${'x'.repeat(20_000)}</td></tr>${rows}</table>`,
		);

		expect(markdown.length).toBeLessThan(20_000 * 12);
	});

	test('is enough for 200 elements within each other', () => {
		const markdown = htmlToMarkdown(`${'<blockquote><ul><li>'.repeat(5_000)}deep`);

		expect(markdown).toMatch(/deep$/);
	});
});
