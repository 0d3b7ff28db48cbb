import { expect, test } from '@jest/globals';

import { writeJiraMarkup } from '../../../nodes/shared/markup/jiraMarkup';

// Jira's Text Formatting Notation Help: https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all
test.each([
	['h2. Why\nThey *squeak*', '<h2>Why</h2><p>They <strong>squeak</strong></p>'],
	['# open\n# close', '<ol><li><p>open</p></li><li><p>close</p></li></ol>'],
	[
		'* gears\n** large\n* axle',
		'<ul><li><p>gears</p><ul><li><p>large</p></li></ul></li><li><p>axle</p></li></ul>',
	],
	['* a\n# b', '<ul><li><p>a</p></li></ul><ol><li><p>b</p></li></ol>'],
	[
		'{code:java}\nint a_b = 1;\n{code}',
		'<pre><code class="language-java">int a_b = 1;</code></pre>',
	],
	['{noformat}*x*{noformat} then _y_', '<pre><code>*x*</code></pre><p>then <em>y</em></p>'],
	['{code}\nno end', '<p>{code}<br>no end</p>'],
	['{quote}\nsaid\n{quote}', '<blockquote><p>said</p></blockquote>'],
	['{quote}\nsaid {quote} more', '<blockquote><p>said</p></blockquote><p>more</p>'],
	['he: {quote}*no*{quote}', '<p>he:</p><blockquote><p><strong>no</strong></p></blockquote>'],
	['{quote}no end', '<p>{quote}no end</p>'],
	[
		'it says {code:title=a.sh}ls -l{code}',
		'<p>it says</p><p><strong>a.sh</strong></p><pre><code>ls -l</code></pre>',
	],
	['{code}{quote}{code} {quote}', '<pre><code>{quote}</code></pre><p>{quote}</p>'],
	[
		'{panel:title=Note|bgColor=#fff}\n* a\n{panel}',
		'<blockquote><p><strong>Note</strong></p><ul><li><p>a</p></li></ul></blockquote>',
	],
	['# a\nmore\n# b', '<ol><li><p>a<br>more</p></li><li><p>b</p></li></ol>'],
	['-a- +b+ ^c^ ~d~ {color:red}e{color}', '<p><s>a</s> <u>b</u> <sup>c</sup> <sub>d</sub> e</p>'],
	[
		'well-known-thing C++ and C++ ls -a -b 1 - 2 - 3',
		'<p>well-known-thing C++ and C++ ls -a -b 1 - 2 - 3</p>',
	],
	['\\*a\\* \\[b\\] C:\\new a\\\\ b', '<p>*a* [b] C:\\new a<br> b</p>'],
	[
		'[open|slack://a] [slack://b]',
		'<p><a href="slack://a">open</a> <a href="slack://b">slack://b</a></p>',
	],
	[
		'||a||b||\n|1|2|',
		'<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
	],
	[
		'|[a|https://e.x]|{code}|!b.png|width=1!||',
		'<table><tbody><tr><td><p><a href="https://e.x">a</a></p></td><td><p>{code}</p></td><td><p>b.png</p></td><td><p></p></td></tr></tbody></table>',
	],
	['||h|c|', '<table><tbody><tr><th><p>h</p></th><td><p>c</p></td></tr></tbody></table>'],
	['[the manual|https://example.com/a]', '<p><a href="https://example.com/a">the manual</a></p>'],
	['[ERROR]: timeout\n[x|y]', '<p>[ERROR]: timeout<br>[x|y]</p>'],
	['[~accountid:5f] and !plan.png|thumbnail!', '<p>[~accountid:5f] and plan.png</p>'],
	[
		'(/) a, (x).\n(off) f(x) :) {{(/)}} (i)',
		'<p>✅ a, ❌.<br>(off) f(x) :) <code>(/)</code> ℹ️</p>',
	],
	['!my plan.png|width=300, height=2,alt="my plan.png"!', '<p>my plan.png</p>'],
	['!see a.md|or b, not c!', '<p>!see a.md|or b, not c!</p>'],
	[
		'[a|https://e.x/[b|https://e.y]',
		'<p>[a|<a href="https://e.x/[b">https://e.x/[b</a>|<a href="https://e.y">https://e.y</a>]</p>',
	],
	['a_b_c and 2*3*4 < 5', '<p>a_b_c and 2*3*4 &lt; 5</p>'],
	['{{mill.cfg}} ----', '<p><code>mill.cfg</code> ----</p>'],
	['', ''],
])('(%j)', (markup, html) => {
	expect(writeJiraMarkup(markup)).toBe(html);
});

test.each([
	'{code} a',
	'{code:java}',
	'{quote} a',
	'{panel:title=a}',
	'* a',
	'|a|',
	'||a',
	'words',
	'[a|',
	'{{',
	'!a',
	'*a',
])('a text of 20,000 lines of %j is read to its end', (line) => {
	const words = Array.from({ length: 20_000 }, () => line).join('\n');

	expect(writeJiraMarkup(words)).not.toBe('');
});
