import { expect, test } from '@jest/globals';

import {
	isAtlassianDocument,
	parseAtlassianDocument,
	writeAtlassianDocument,
} from '../../../nodes/shared/markup/atlassianDocument';

type Content = readonly Readonly<Record<string, unknown>>[];

const write = (content: Content) => writeAtlassianDocument({ type: 'doc', version: 1, content });

const text = (words: string, ...marks: readonly object[]) => ({ type: 'text', text: words, marks });

const paragraph = (...content: Content) => ({ type: 'paragraph', content });

// https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
test.each<[title: string, content: Content, html: string]>([
	[
		'marks',
		[
			paragraph(
				text('a', { type: 'strong' }, { type: 'em' }),
				text('<b>', { type: 'link', attrs: { href: 'https://e.x' } }),
				text('c', { type: 'textColor', attrs: { color: '#f00' } }),
				text('2', { type: 'subsup', attrs: { type: 'sub' } }),
				text('d', { type: 'subsup', attrs: { type: 'script' } }),
			),
		],
		'<p><em><strong>a</strong></em><a href="https://e.x">&lt;b&gt;</a>c<sub>2</sub>d</p>',
	],
	[
		'headings, rules and breaks',
		[
			{ type: 'heading', attrs: { level: 2 }, content: [text('a')] },
			{ type: 'rule' },
			paragraph(text('b'), { type: 'hardBreak' }, text('c')),
		],
		'<h2>a</h2><hr><p>b<br>c</p>',
	],
	[
		'lists',
		[
			{
				type: 'orderedList',
				attrs: { order: 3 },
				content: [{ type: 'listItem', content: [paragraph(text('a'))] }],
			},
		],
		'<ol start="3"><li><p>a</p></li></ol>',
	],
	[
		'check lists',
		[
			{
				type: 'taskList',
				content: [
					{ type: 'taskItem', attrs: { state: 'DONE' }, content: [text('a')] },
					{ type: 'taskItem', attrs: { state: 'TODO' }, content: [text('b')] },
				],
			},
		],
		'<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox" checked=""><span></span></label><div><p>a</p></div></li><li data-type="taskItem" data-checked="false"><label><input type="checkbox"><span></span></label><div><p>b</p></div></li></ul>',
	],
	[
		'code and quotes',
		[
			{ type: 'codeBlock', attrs: { language: 'java' }, content: [text('a < b')] },
			{ type: 'panel', attrs: { panelType: 'info' }, content: [paragraph(text('c'))] },
		],
		'<pre><code class="language-java">a &lt; b</code></pre><blockquote><p>c</p></blockquote>',
	],
	[
		'a table',
		[
			{
				type: 'table',
				content: [
					{
						type: 'tableRow',
						content: [
							{ type: 'tableHeader', content: [paragraph(text('a'))] },
							{ type: 'tableCell', content: [paragraph(text('b'))] },
						],
					},
				],
			},
		],
		'<table><tr><th><p>a</p></th><td><p>b</p></td></tr></table>',
	],
	[
		'merged cells',
		[
			{
				type: 'table',
				content: [
					{
						type: 'tableRow',
						content: [
							{ type: 'tableHeader', attrs: { colspan: 2, rowspan: 1, colwidth: [90, 90] } },
							{ type: 'tableCell', attrs: { colspan: 1.5, rowspan: 3 } },
						],
					},
				],
			},
		],
		'<table><tr><th colspan="2"></th><td rowspan="3"></td></tr></table>',
	],
	[
		'words in attributes',
		[
			paragraph(
				{ type: 'mention', attrs: { id: '5f', text: '@Ada' } },
				{ type: 'mention', attrs: { id: '5f' } },
				{ type: 'emoji', attrs: { shortName: ':tada:' } },
				{ type: 'status', attrs: { text: 'OPEN' } },
				{ type: 'date', attrs: { timestamp: '1760572800000' } },
				{ type: 'date', attrs: { timestamp: 'soon' } },
			),
			{ type: 'expand', attrs: { title: 'More' }, content: [paragraph(text('a'))] },
			{ type: 'unknown', attrs: { text: 'b' }, content: [paragraph(text('c'))] },
			{ type: 'unknown', content: [text(' stays')] },
		],
		'<p>@Ada@5f:tada:OPEN2025-10-16soon</p><p><strong>More</strong></p><p>a</p>b<p>c</p> stays',
	],
	[
		'cards and files',
		[
			paragraph({ type: 'inlineCard', attrs: { url: 'https://e.x/?a&b' } }),
			{
				type: 'mediaSingle',
				content: [{ type: 'media', attrs: { type: 'file', id: '7b', alt: 'plan.png' } }],
			},
			{
				type: 'mediaSingle',
				content: [{ type: 'media', attrs: { type: 'external', url: 'https://e.x/1.png' } }],
			},
			{
				type: 'mediaGroup',
				content: [
					{ type: 'media', attrs: { type: 'file', id: '8c', alt: 'a.txt' } },
					{ type: 'media', attrs: { type: 'file', id: '9d' } },
				],
			},
			{ type: 'media', attrs: { type: 'external', url: 'cid:1' } },
			{ type: 'blockCard', attrs: { url: 'https://e.x/b' } },
			paragraph(text('see '), { type: 'mediaInline', attrs: { id: '0e', alt: 'b.txt' } }),
		],
		'<p><a href="https://e.x/?a&amp;b">https://e.x/?a&amp;b</a></p><p>plan.png</p><p><img src="https://e.x/1.png" alt=""></p><p>a.txt</p><p><img src="cid:1" alt=""></p><p><a href="https://e.x/b">https://e.x/b</a></p><p>see b.txt</p>',
	],
])('writes %s', (_, content, html) => {
	expect(write(content)).toBe(html);
});

test('a document of 100,000 levels or as many nodes is read to its end', () => {
	let nested: Content[number] = paragraph(text('deep'));

	for (let level = 0; level < 100_000; level += 1) {
		nested = { type: 'blockquote', content: [nested] };
	}

	const many = Array.from({ length: 100_000 }, () => paragraph(text('a')));

	expect(write([nested])).toContain('<p>deep</p>');
	expect(write(many)).toBe('<p>a</p>'.repeat(100_000));
});

test('only objects with the type of a document are one', () => {
	expect(isAtlassianDocument({ type: 'doc', content: [] })).toBe(true);
	expect(parseAtlassianDocument('{"type":"doc","content":[]}')).toBeDefined();
	expect(
		[{ type: 'doc' }, { type: 'paragraph', content: [] }, null, 'doc'].filter(isAtlassianDocument),
	).toEqual([]);
	expect(['doc', '', '[]', '{"type":"doc"'].map(parseAtlassianDocument)).toEqual([
		undefined,
		undefined,
		undefined,
		undefined,
	]);
});
