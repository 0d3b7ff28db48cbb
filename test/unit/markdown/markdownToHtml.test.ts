import { describe, expect, test } from '@jest/globals';

import { writeMarkdown } from '../../../nodes/shared/fields/textFormats';
import { toStoredHtml } from '../../../nodes/shared/html/toStoredHtml';

const toHtml = (markdown: string): string => writeMarkdown(markdown).html;

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
			'an address with a user name',
			'git clone https://ada@bitbucket.org/team/repo.git @ada',
			`<p>git clone <a href="https://ada@bitbucket.org/team/repo.git" ${REL}>https://ada@bitbucket.org/team/repo.git</a> @ada</p>`,
		],
		[
			'a version that could be an email address',
			'react@18.2.0 a@~2.1.34',
			'<p>react@18.2.0 a@~2.1.34</p>',
		],
		['a file name that could be an address', 'README.md', '<p>README.md</p>'],
		[
			'an address in marks',
			'_https://e.x/a_ ~~https://e.x/b_c~~',
			`<p><em><a href="https://e.x/a" ${REL}>https://e.x/a</a></em> <s><a href="https://e.x/b_c" ${REL}>https://e.x/b_c</a></s></p>`,
		],
		[
			'addresses that Plane does not link',
			'http://$HOST:8080/a https://e.x|b ftp://e.x/ü <https://e.x|b>',
			'<p>http://$HOST:8080/a https://e.x|b ftp://e.x/ü https://e.x|b</p>',
		],
		[
			'the characters of an address as they are written',
			'https://e.x/%C3%BC',
			`<p><a href="https://e.x/%C3%BC" ${REL}>https://e.x/%C3%BC</a></p>`,
		],
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
		[
			'a DOCTYPE that is none',
			'<!DOCTYPE is missing\n\na -> b',
			'<div><p>&lt;!DOCTYPE is missing</p><p>a -&gt; b</p></div>',
		],
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

	// GitHub shows these elements as text: https://github.github.com/gfm/#disallowed-raw-html-extension-
	test.each([
		[
			'in a sentence',
			'The <script> tag is blocked.\n\n- a',
			'<div><p>The &lt;script&gt; tag is blocked.</p><ul><li><p>a</p></li></ul></div>',
		],
		[
			'at the start of a line',
			'a\n<style> is **b**\n\n- c',
			'<div><p>a<br>&lt;style&gt; is <strong>b</strong></p><ul><li><p>c</p></li></ul></div>',
		],
		['in capitals, with attributes', 'A <SCRIPT SRC="x"> b', '<p>A &lt;SCRIPT SRC="x"&gt; b</p>'],
		[
			'that is closed in another block',
			'- <script> a\n- b </script>',
			'<ul><li><p>&lt;script&gt; a</p></li><li><p>b &lt;/script&gt;</p></li></ul>',
		],
		[
			'that is closed after an empty line',
			'<iframe> a\n\n</iframe>',
			'<div><p>&lt;iframe&gt; a</p><p>&lt;/iframe&gt;</p></div>',
		],
		[
			'in a table',
			'| <noembed> | b |\n|---|---|',
			'<table><tbody><tr><th><p>&lt;noembed&gt;</p></th><th><p>b</p></th></tr></tbody></table>',
		],
		[
			'in a quote',
			'> <noframes>\n\nb',
			'<div><blockquote><p>&lt;noframes&gt;</p></blockquote><p>b</p></div>',
		],
		['in HTML', '<div>a <xmp> b</div>\n\nc', '<div><div>a &lt;xmp&gt; b</div><p>c</p></div>'],
		[
			'whose contents are shown',
			'<Title> and <textarea> *b*',
			'<p>&lt;Title&gt; and &lt;textarea&gt; <em>b</em></p>',
		],
		[
			'that ends nowhere',
			'<plaintext> a\n\n*b*',
			'<div><p>&lt;plaintext&gt; a</p><p><em>b</em></p></div>',
		],
		['without its start', 'a </script>', '<p>a &lt;/script&gt;</p>'],
		['whose tag is cut off', 'a <script b\n\nc', '<div><p>a &lt;script b</p><p>c</p></div>'],
		['in code', '`<script>`', '<p><code>&lt;script&gt;</code></p>'],
	])('an element that would hide the rest of the text is text %s', (_, markdown, html) => {
		expect(toHtml(markdown)).toBe(html);
	});

	test.each([
		['an open comment', '<!-- a\n\nb', '<div><p>&lt;!-- a</p><p>b</p></div>'],
		['code of PHP', '<?php echo 1; ?> a', '<p>&lt;?php echo 1; ?&gt; a</p>'],
		['a call of Slack', '<!here> a', '<p>&lt;!here&gt; a</p>'],
		[
			'a tag without an end',
			'<div title="\n\na "b"',
			'<div><p>&lt;div title="</p><p>a "b"</p></div>',
		],
		[
			'a placeholder before Markdown',
			'<your-token>\n*a*',
			'<p>&lt;your-token&gt;<br><em>a</em></p>',
		],
		['the name of a property of JavaScript', '<constructor> a', '<p>&lt;constructor&gt; a</p>'],
		['a tag that does not start', 'a </', '<p>a &lt;/</p>'],
	])('text that only looks like HTML stays: %s', (_, markdown, html) => {
		expect(toHtml(markdown)).toBe(html);
	});

	// Plane drops an address with such a scheme (row 180).
	test.each([
		[
			'[Minutes](obsidian://open?vault=Team&file=7%20Nov)',
			`<p><a ${REL}>Minutes (obsidian://open?vault=Team&amp;file=7%20Nov)</a></p>`,
		],
		['<a href="outlook:00AB">Mail</a>', `<p><a ${REL}>Mail (outlook:00AB)</a></p>`],
		['[log](file:///c/log)', '<p>[log](file:///c/log)</p>'],
	])('an address that Plane drops stays as text: %s', (markdown, html) => {
		expect(toHtml(markdown)).toBe(html);
	});

	test.each([
		[
			'asterisks that mark nothing beside such letters',
			'**「重要」**です',
			'<p>**「重要」**です</p>',
		],
		['codes of emoji, which GitHub has', ':tada: done', '<p>:tada: done</p>'],
		['the kind of a note', '> [!NOTE]\n> read', '<blockquote><p>[!NOTE]<br>read</p></blockquote>'],
	])('what other programs read as more stays as text: %s', (_, markdown, html) => {
		expect(toHtml(markdown)).toBe(html);
	});

	test.each([
		['lines of a log', '[ERROR]: timeout\n[WARN]: disk', '<p>[ERROR]: timeout<br>[WARN]: disk</p>'],
		['an item of a list', '- [MS-1]: Notes', '<ul><li><p>[MS-1]: Notes</p></li></ul>'],
		['a line before others', '[x]: done\nby *us*', '<p>[x]: done<br>by <em>us</em></p>'],
		['a footnote', 'a[^1]\n\n[^1]: note', '<div><p>a[^1]</p><p>[^1]: note</p></div>'],
		['what is defined twice', '[a]: b\n\n[a]: c', '<div><p>[a]: b</p><p>[a]: c</p></div>'],
		[
			'a label in the text of a picture',
			'![[a]](u)\n\n[a]: b',
			'<div><img src="u" alt="a"><p>[a]: b</p></div>',
		],
		['lines in a quote', '> [a]:\n> b', '<blockquote><p>[a]:<br>b</p></blockquote>'],
	])('a definition that no link uses stays as text: %s', (_, markdown, html) => {
		expect(toHtml(markdown)).toBe(html);
	});

	test('a definition says where a link leads, and is not shown', () => {
		const markdown = '[docs], [other]\n\n[docs]: https://e.x\n[unused]: b\n[docs]: https://e.x';

		expect(toHtml(markdown)).toBe(
			`<div><p><a href="https://e.x" ${REL}>docs</a>, [other]</p><p>[unused]: b</p></div>`,
		);
	});

	// GitHub leaves out the cells for which there is no column (its specification, example 204).
	test.each([
		['c | d | e', 'c', 'd | e'],
		['| c | `d || e` |', 'c', '<code>d || e</code>'],
		['| c | d \\| e | f', 'c', 'd | e | f'],
	])('keeps the further cells of a row in its last one: %s', (row, first, last) => {
		expect(toHtml(`> | a | b |\n> |---|---|\n> ${row}`)).toContain(
			`<tr><td><p>${first}</p></td><td><p>${last}</p></td></tr>`,
		);
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
