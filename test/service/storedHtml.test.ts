import { describe, expect, it } from '@jest/globals';
import { collectMistakes } from '../tools/mistakes';
import server from '../unit/html/server/stored.json';
import { reparseHtml, storeHtml } from './storedHtml';

/** Wrongly nested elements, which only the parser of the real server repairs. */
const unsupported = new Set([
	'<p/>x',
	'<p>a</p></p><p>b</p>',
	'<ul>\n<li>a</li>\n<li></li>\n<li>b</li>\n</ul>',
	'<td>x</td>',
	'<pre>\n\na</pre>',
	'<b><p>x</p></b>',
	'<p><div>x</div></p>',
	'<a><a>x</a></a>',
	'<h1><p>x</p></h1>',
]);

describe('The HTML of a description', () => {
	const pairs = server.pairs.filter(({ html }) => !unsupported.has(html));

	it('is stored as lxml and nh3 write it', async () => {
		const cases = pairs.map((pair) => [pair.html, pair] as const);

		const mistakes = await collectMistakes(cases, ({ html, stored }) => {
			expect(storeHtml(html) ?? '').toBe(stored);
		});

		expect(mistakes).toEqual([]);
	});
});

describe('The HTML of an updated comment', () => {
	it('is stored as lxml writes it, with scripts and attributes (row 184)', () => {
		const html = '<p onclick="x()">a\u00a0b</p><script>if (a < b) {}</script><!-- c -->';

		expect(reparseHtml(html)).toBe(`<div>${html}</div>`);
	});

	it('is refused if it has only comments', () => {
		expect(reparseHtml('<!-- c -->')).toBeUndefined();
	});
});
