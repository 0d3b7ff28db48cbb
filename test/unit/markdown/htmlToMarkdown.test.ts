import { describe, expect, test } from '@jest/globals';

import { htmlToMarkdown } from '../../../nodes/shared/markdown/htmlToMarkdown';

describe('HTML of Plane’s editor is read as Markdown', () => {
	test.each([
		['headings', '<h1>a</h1><h3>b<br>c</h3>', '# a\n\n### b<br>c'],
		['paragraphs', '<p>a</p><p></p><p>b</p>', 'a\n\nb'],
		['line breaks', '<p>a <br> b<br><br>c</p>', 'a\nb<br>\nc'],
		[
			'marks',
			'<p><b>a</b><strong> b</strong> <i>c</i> <strike>d</strike></p>',
			'**a** **b** _c_ ~~d~~',
		],
		['space outside of marks', '<p>a<b> b </b>c</p>', 'a **b** c'],
		['underlined text', '<p>a <u>b</u></p>', 'a <u>b</u>'],
		['code', '<p><code>a`b</code></p>', '``a`b``'],
		[
			'code blocks',
			'<pre class="x"><code class="language-js hljs">a &lt; b\n\nc</code></pre>',
			'```js\na < b\n\nc\n```',
		],
		['code blocks of servers', '<pre><code language="py">a</code></pre>', '```py\na\n```'],
		[
			'lists',
			'<ul><li><p>a</p><ol start="3"><li>b</li></ol></li><li><p>c</p></li></ul>',
			'- a\n\n  3. b\n- c',
		],
		[
			'check lists (row 180)',
			'<ul data-type="taskList"><li data-checked="true"><label><input type="checkbox" checked="checked"><span></span></label><div><p>a</p></div></li><li data-checked="false"><label><input type="checkbox"><span></span></label><div><p></p></div></li></ul>',
			'- [x] a\n- [ ]',
		],
		[
			'check boxes of other editors',
			'<ul><li><input type="checkbox" checked> a</li></ul>',
			'- [x] a',
		],
		['quotes', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
		['rules', '<p>a</p><div data-type="horizontalRule"><div></div></div><hr>', 'a\n\n---\n\n---'],
		[
			'tables',
			'<table><tbody><tr><th><p>a</p></th><th><p style="text-align: right">b</p></th></tr><tr><td><p>c|d</p></td><td><p>e</p><p>f</p></td></tr></tbody></table>',
			'| a | b |\n| - | -: |\n| c\\|d | e<br>f |',
		],
		['tables without a heading', '<table><tr><td>a</td></tr></table>', '| |\n| - |\n| a |'],
		[
			'tables with merged cells, in HTML',
			'<table><tbody><tr><td colspan="2"><p>a\n\nb</p></td></tr></tbody></table>',
			'<table><tbody><tr><td colspan="2"><p>a&#10;&#10;b</p></td></tr></tbody></table>',
		],
		['links', '<p><a href="https://e.x/a_b">here</a></p>', '[here](https://e.x/a_b)'],
		['addresses', '<p><a href="https://e.x">https://e.x</a></p>', '<https://e.x>'],
		['an address in a text', '<p>see https://e.x/a_b?c=1, d</p>', 'see https://e.x/a_b?c=1, d'],
		[
			'a link in code',
			'<p><code>a <a href="https://e.x">b</a> c</code></p>',
			'`a `[`b`](https://e.x)` c`',
		],
		[
			'a link in a block of code',
			'<pre><code>a\n\n<a href="https://e.x">b</a></code></pre>',
			'<pre><code>a&#10;&#10;<a href="https://e.x" rel="noopener noreferrer">b</a></code></pre>',
		],
		['an address to escape', '<p>https://e.x/?a=1&amp;b=2</p>', '<https://e.x/?a=1&b=2>'],
		['pictures', '<p>a</p><img src="https://e.x/1.png" alt="b">', 'a\n\n![b](https://e.x/1.png)'],
		[
			'pictures of Plane, in HTML',
			'<image-component src="0a1b" width="35%"></image-component>',
			'<image-component src="0a1b" width="35%"></image-component>',
		],
		[
			'words in a picture of Plane, where no editor writes any, behind it',
			'<p>a</p><image-component src="0a1b">b <b>c</b><ul><li>d</li></ul></image-component><p>e</p>',
			'a\n\n<image-component src="0a1b"></image-component>\n\nb **c**\n\n- d\n\ne',
		],
		[
			// A line break alone shows nothing, and neither does one at the end of a line.
			'cells with nothing but a line break, as empty ones in their column',
			'<table><tbody><tr><th>a</th><th>b</th></tr><tr><td><br></td><td>c<br></td></tr></tbody></table>',
			'| a | b |\n| - | - |\n| | c |',
		],
		[
			'callouts, with Markdown in them',
			'<div data-block-type="callout-component" data-icon-name="Info"><p>a <b>b</b></p></div>',
			'<div data-block-type="callout-component" data-icon-name="Info">\n\na **b**\n\n</div>',
		],
		[
			'details',
			'<details><summary>a</summary><p>b</p></details>',
			'<details><summary>a</summary>\n\nb\n\n</details>',
		],
		['colors as text', '<p><span data-text-color="red">a</span></p>', 'a'],
		['entities', '<p>it&#x27;s 5&euro; &ndash;&nbsp;ok</p>', "it's 5€ –\u00A0ok"],
		[
			'characters of Markdown',
			'<p>1. a*b [c] #1 snake_case &lt;x&gt;</p>',
			'1\\. a\\*b [c] #1 snake_case \\<x>',
		],
		['text that looks like a mention', '<p>@ada, bob@e.x</p>', '\\@ada, bob@e.x'],
		['nothing', '', ''],
	])('%s', (_, html, markdown) => {
		expect(htmlToMarkdown(html)).toBe(markdown);
	});

	test.each([[undefined], [null], [5], [['<p>a</p>']]])('%j is no text', (value) => {
		expect(htmlToMarkdown(value)).toBe('');
	});
});

describe('a mention', () => {
	const names = new Map([
		['u1', 'ada'],
		['u2', 'Ada Lovelace'],
	]);
	const mention = (id: string) =>
		`<mention-component entity_identifier="${id}" entity_name="user_mention"></mention-component>`;

	test.each([
		['has the name of the user', `<p>${mention('u1')} please look</p>`, '@ada please look'],
		['has a name of several words in quotes', `<p>${mention('u2')}</p>`, '@"Ada Lovelace"'],
		['ends where the name ends', `<p>(${mention('u1')}, b)</p>`, '(@ada, b)'],
		['is in HTML if the name is unknown', `<p>${mention('u3')}</p>`, mention('u3')],
		['is in HTML within a word', `<p>a${mention('u1')}</p>`, `a${mention('u1')}`],
		['is in quotes before a letter', `<p>${mention('u1')}b</p>`, '@"ada"b'],
		['is in quotes before a period', `<p>${mention('u1')}.Please look</p>`, '@"ada".Please look'],
		['is in quotes before a hyphen', `<p>${mention('u1')}-b</p>`, '@"ada"-b'],
		['is in quotes before an underscore', `<p>${mention('u1')}_b</p>`, '@"ada"\\_b'],
		['is in quotes before a plus', `<p>${mention('u1')}+b</p>`, '@"ada"+b'],
		['is in HTML beside a mark', `<p>${mention('u1')}<b>!</b></p>`, `${mention('u1')}**!**`],
	])('%s', (_, html, markdown) => {
		expect(htmlToMarkdown(html, names)).toBe(markdown);
	});
});
