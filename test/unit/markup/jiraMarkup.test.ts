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
	['{quote}\nsaid {quote} more', '<p>{quote}<br>said {quote} more</p>'],
	[
		'||a||b||\n|1|2|',
		'<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
	],
	['[the manual|https://example.com/a]', '<p><a href="https://example.com/a">the manual</a></p>'],
	['[ERROR]: timeout\n[x|y]', '<p>[ERROR]: timeout<br>[x|y]</p>'],
	['[~accountid:5f] and !plan.png|thumbnail!', '<p>[~accountid:5f] and plan.png</p>'],
	['a_b_c and 2*3*4 < 5', '<p>a_b_c and 2*3*4 &lt; 5</p>'],
	['{{mill.cfg}} ----', '<p><code>mill.cfg</code> ----</p>'],
	['', ''],
])('(%j)', (markup, html) => {
	expect(writeJiraMarkup(markup)).toBe(html);
});

test.each([
	'{code}',
	'{code:java}',
	'{quote}',
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
