import { describe, expect, test } from '@jest/globals';

import { writeMarkdown } from '../../../nodes/shared/fields/html';
import { toStoredHtml } from '../../../nodes/shared/html/toStoredHtml';
import { isProblem } from '../../../nodes/shared/result/problem';

const toHtml = (markdown: string): string => {
	const written = writeMarkdown(markdown);

	return isProblem(written) ? written.message : written.html;
};

const checkItem = (checked: 'true' | 'false', text: string) =>
	`<li data-type="taskItem" data-checked="${checked}"><label><input type="checkbox"` +
	`${checked === 'true' ? ' checked=""' : ''}><span></span></label><div><p>${text}</p></div></li>`;

const REL = 'rel="noopener noreferrer"';

describe('Markdown is sent as the HTML of Plane’s editor', () => {
	test.each([
		['a heading', '## A *b*', '<h2>A <em>b</em></h2>'],
		['marks', '**a** _b_ ~~c~~', '<p><strong>a</strong> <em>b</em> <s>c</s></p>'],
		['one tilde is no mark', '~5 to ~6', '<p>~5 to ~6</p>'],
		['a line break', 'a\nb', '<p>a<br>b</p>'],
		['paragraphs', 'a\n\nb', '<div><p>a</p><p>b</p></div>'],
		['code in a line', '`a < b`', '<p><code>a &lt; b</code></p>'],
		[
			'code with a language',
			'```js\nif (a < b) {}\n```',
			'<pre><code class="language-js">if (a &lt; b) {}</code></pre>',
		],
		['code without a language', '    a\n    b', '<pre><code>a\nb</code></pre>'],
		[
			'nested lists',
			'- a\n  - b\n- c',
			'<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>',
		],
		[
			'a numbered list that starts later',
			'3. a\n4. b',
			'<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>',
		],
		[
			'a check list',
			'- [ ] a\n- [x] b',
			`<ul data-type="taskList">${checkItem('false', 'a')}${checkItem('true', 'b')}</ul>`,
		],
		[
			'a check list and a list, if only some items have a checkbox',
			'- [X] a\n- b',
			`<div><ul data-type="taskList">${checkItem('true', 'a')}</ul><ul><li><p>b</p></li></ul></div>`,
		],
		['no checkbox in a numbered list', '1. [ ] a', '<ol><li><p>[ ] a</p></li></ol>'],
		['no checkbox after a backslash', '- \\[ ] a', '<ul><li><p>[ ] a</p></li></ul>'],
		['a quote', '> a', '<blockquote><p>a</p></blockquote>'],
		['a rule', 'a\n\n---', '<div><p>a</p><hr></div>'],
		[
			'a table',
			'| a | b |\n|---|--:|\n| c | d |',
			'<table><tbody><tr><th><p>a</p></th><th><p style="text-align:right">b</p></th></tr>' +
				'<tr><td><p>c</p></td><td><p style="text-align:right">d</p></td></tr></tbody></table>',
		],
		[
			'a table without a heading',
			'|   |\n|---|\n| a |',
			'<table><tbody><tr><td><p>a</p></td></tr></tbody></table>',
		],
		['a link', '[a](https://e.x "t")', `<p><a href="https://e.x" title="t" ${REL}>a</a></p>`],
		['an address', 'see https://e.x.', `<p>see <a href="https://e.x" ${REL}>https://e.x</a>.</p>`],
		[
			'an address without a scheme',
			'www.example.com/a',
			`<p><a href="http://www.example.com/a" ${REL}>www.example.com/a</a></p>`,
		],
		[
			'a version that could be an email address',
			'react@18.2.0 a@~2.1.34',
			'<p>react@18.2.0 a@~2.1.34</p>',
		],
		['a file name that could be an address', 'README.md', '<p>README.md</p>'],
		[
			'an email address',
			'bob@example.com',
			`<p><a href="mailto:bob@example.com" ${REL}>bob@example.com</a></p>`,
		],
		[
			'a picture as a block of its own',
			'![a *b*](https://e.x/1.png)',
			'<img src="https://e.x/1.png" alt="a b">',
		],
		[
			'a picture in a line',
			'see ![](https://e.x/1.png)',
			'<p>see <img src="https://e.x/1.png" alt=""></p>',
		],
		['HTML', '<b>a</b>\n\n<div>b</div>', '<div><p><b>a</b></p><div>b</div></div>'],
		['a placeholder', 'set `x` to <your-token>', '<p>set <code>x</code> to &lt;your-token&gt;</p>'],
		['a placeholder on its own line', '<your token>\nb', '<p>&lt;your token&gt;<br>b</p>'],
		['a type', 'Map<String, List<T>>', '<p>Map&lt;String, List&lt;T&gt;&gt;</p>'],
		['an empty text', ' \n ', '<p></p>'],
		['a comment alone', '<!-- a -->', ''],
	])('%s', (_, markdown, html) => {
		expect(toHtml(markdown)).toBe(html);
		expect(toStoredHtml(html)).toBe(html);
	});

	test.each([
		['<script>alert(1)</script>b', 'b'],
		['a <img src=x onerror="alert(1)">', '<p>a <img src="x"></p>'],
		['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
		['<a href="javascript:alert(1)">a</a>', `<p><a ${REL}>a</a></p>`],
		['<iframe src="https://e.x"></iframe>a', 'a'],
		['<b onclick="x()">a', '<p><b>a</b></p>'],
	])('is cleaned: %s', (markdown, html) => {
		expect(toHtml(markdown)).toContain(html);
		expect(toHtml(markdown)).not.toMatch(/<script|onerror=|onclick=|href="javascript/);
	});

	test.each([
		'![a](cid:1)',
		'a <img src="data:image/png;base64,AA">',
		'![](data:image/png;base64,AA)',
	])('is refused with a picture that Plane would lose: %s', (markdown) => {
		expect(toHtml(markdown)).toMatch(/^it has a picture that Plane does not keep, "(cid|data):/);
	});

	test.each(['>', '- ', '1. ', '> - '])(
		'is taken as plain text if %s is repeated 10,000 times',
		(mark) => {
			const markdown = `${mark.repeat(10_000)} <b>deep`;

			const html = toHtml(markdown);

			expect(html).toContain('&lt;b&gt;deep');
			expect(html.startsWith('<p>')).toBe(true);
		},
	);

	test('keeps what is nested 90 times', () => {
		expect(toHtml(`${'> '.repeat(90)}deep`)).toContain('<p>deep</p>');
	});
});
