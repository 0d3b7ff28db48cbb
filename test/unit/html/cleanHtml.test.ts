import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { cleanHtml, toStoredHtml } from '../../../nodes/shared/html/toStoredHtml';

// As browsers show it (the HTML standard, section 15.3, and CSS Text, section 4.1).
describe('HTML that is sent', () => {
	test.each([
		[
			'indented lists',
			'<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n<p></p>\n<p>c</p>',
			'<div><ul><li>a</li><li>b</li></ul><p>c</p></div>',
		],
		['blanks between blocks', '<p>a</p> <p>b</p>', '<div><p>a</p><p>b</p></div>'],
		[
			'an indented table',
			'<table>\n\t<tr>\n\t\t<td>\n\t\t\ta\n\t\t</td>\n\t</tr>\n</table>',
			'<table><tbody><tr><td>a</td></tr></tbody></table>',
		],
		['an indented paragraph', '<p>\n  a\n  b\n</p>', '<p>a b</p>'],
		['lines', '<p>a <br>\n  b</p>', '<p>a<br>b</p>'],
		['marks at the end of a line', '<p>a <b>b </b></p>', '<p>a <b>b</b></p>'],
		['a line break beside a blank', '<p>a <b>\nb</b></p>', '<p>a <b>b</b></p>'],
		[
			'a box before words',
			'<li>\n <input type="checkbox"> a</li>',
			'<li><input type="checkbox"> a</li>',
		],
		['empty paragraphs', '<p></p><p> </p><h1>a</h1>', '<h1>a</h1>'],
	])('has %s without what only formats its source', (_, html, sent) => {
		expect(cleanHtml(html)).toBe(sent);
		expect(cleanHtml(sent)).toBe(sent);
	});

	test.each([
		['code', '<pre><code>a\n\n  b </code></pre>'],
		['code in a line', '<p>a <code>b  c</code> d</p>'],
		['a style that shows blanks', '<p style="white-space: pre-wrap">a\n  b </p>'],
		['no-break spaces', '<p>&nbsp;a&nbsp;</p>'],
		['several blanks in a line', '<p>a  b</p>'],
		['a paragraph that is all there is', '<p></p>'],
		['an empty cell', '<table><tbody><tr><td><p></p></td></tr></tbody></table>'],
		['an empty entry with a paragraph', '<ul><li><p></p></li><li>a</li></ul>'],
		[
			'an empty line of Plane’s editor',
			'<div><p>a</p><p class="editor-paragraph-block"></p><p>b</p></div>',
		],
		['an empty entry', '<div><li> </li>a</div>'],
		['an empty line', '<div><p>a</p><p><br></p><p>b</p></div>'],
		[
			'a blank between pictures',
			'<p><img src="https://e.x/1.png"> <img src="https://e.x/2.png"></p>',
		],
		['a blank between words', '<p><b>a</b> <i>b</i></p>'],
		['a changed word', '<p>a <ins>b</ins> c</p>'],
	])('keeps %s', (_, html) => {
		expect(cleanHtml(html)).toBe(html);
	});

	test('is not changed by being sent again, or by the server', () => {
		const pieces = fc.constantFrom(
			...'<p> </p> <b> </b> <li> </li> <ul> <td> <table> <div> <code> <pre> <br> <!-- < a'.split(
				' ',
			),
			'<a href="slack://x">',
			'<script>',
			'\n  ',
			' ',
		);
		const texts = fc.array(pieces, { maxLength: 30, size: 'max' }).map((parts) => parts.join(''));

		fc.assert(
			fc.property(texts, (text) => {
				const sent = cleanHtml(text);

				expect(toStoredHtml(sent)).toBe(sent);
				expect(cleanHtml(sent)).toBe(sent);
			}),
			{ numRuns: 1_000 },
		);
	});

	// In quadratic time, these would take longer than the timeout of a test.
	test.each([
		'<p></p>\n',
		'<b>\n</b>',
		' \n',
		'<script>',
		'<!-- ',
		'<a href="slack://x">a',
		'<a@b>',
	])('is created in time linear to the length: 100,000 times %j', (piece) => {
		const html = `a${piece.repeat(100_000)}b`;

		expect(cleanHtml(html).length).toBeLessThan(100 * html.length);
	});
});
