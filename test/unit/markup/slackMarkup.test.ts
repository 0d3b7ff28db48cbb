import { expect, test } from '@jest/globals';

import { writeSlackMarkup } from '../../../nodes/shared/markup/slackMarkup';

const link = (address: string, words: string) => `<a href="${address}">${words}</a>`;

// Slack's documentation: https://docs.slack.dev/messaging/formatting-message-text/
test.each([
	[
		'*Broken* since <https://example.com/a|this page>, <!here> ask <@U123> or <mailto:ada@example.com|Ada> &amp; <#C1|help>',
		`<p><strong>Broken</strong> since ${link('https://example.com/a', 'this page')}, @here ask @U123 or ${link('mailto:ada@example.com', 'Ada')} &amp; #help</p>`,
	],
	['_a_ ~b~ *_c_*', '<p><em>a</em> <s>b</s> <strong><em>c</em></strong></p>'],
	['2*3*4 a_b_c * d * snake_case', '<p>2*3*4 a_b_c * d * snake_case</p>'],
	['`*a*` &lt;b&gt; :tada:', '<p><code>*a*</code> &lt;b&gt; 🎉</p>'],
	['&amp;lt; &quot;', '<p>&amp;lt; &amp;quot;</p>'],
	[
		'see\n```\n*a* &lt;b&gt;\n<https://e.x|e.x>\n```\nend',
		'<p>see</p><pre><code>*a* &lt;b&gt;\ne.x</code></pre><p>end</p>',
	],
	['a ```b``` c', '<p>a</p><pre><code>b</code></pre><p>c</p>'],
	['`<https://e.x/a|words>`', '<p><code>words (https://e.x/a)</code></p>'],
	['```a\nb', '<p>```a<br>b</p>'],
	['&gt; a\n> b\nc', '<blockquote><p>a<br>b</p></blockquote><p>c</p>'],
	['&gt;&gt;&gt; a\n\n• b', '<blockquote><p>a</p><ul><li><p>b</p></li></ul></blockquote>'],
	['> > a', '<blockquote><p>&gt; a</p></blockquote>'],
	[
		'• a\n    ◦ b\n        ▪︎ c\n• d',
		'<ul><li><p>a</p><ul><li><p>b</p><ul><li><p>c</p></li></ul></li></ul></li><li><p>d</p></li></ul>',
	],
	['- a\n- *b*', '<ul><li><p>a</p></li><li><p><strong>b</strong></p></li></ul>'],
	['2. a\n3. b', '<ol start="2"><li><p>a</p></li><li><p>b</p></li></ol>'],
	['a\nb\n\nc', '<p>a<br>b</p><p>c</p>'],
	['<@U123|ada> <@W1|@bob> <#C1> <#C1|>', '<p>@ada @bob #C1 #C1</p>'],
	[
		'<!channel> <!everyone> <!here|here> <!subteam^S1|@team> <!subteam^S1>',
		'<p>@channel @everyone here @team @S1</p>',
	],
	['<!date^1392734382^Posted {date_num}|Feb 18>', '<p>Feb 18</p>'],
	['<!date^1392734382^{date}^https://e.x/|Feb 18>', `<p>${link('https://e.x/', 'Feb 18')}</p>`],
	['<!date^1392734382^{date}>', '<p>2014-02-18T14:39:42.000Z</p>'],
	['<!foo^1> <b> < a >', '<p>&lt;!foo^1&gt; &lt;b&gt; &lt; a &gt;</p>'],
	[
		'<https://e.x/?a=1&amp;b=2>',
		`<p>${link('https://e.x/?a=1&amp;b=2', 'https://e.x/?a=1&amp;b=2')}</p>`,
	],
	[
		'<mailto:ada@e.x> <tel:123>',
		`<p>${link('mailto:ada@e.x', 'ada@e.x')} ${link('tel:123', '123')}</p>`,
	],
	['see https://e.x/a_b.', `<p>see ${link('https://e.x/a_b', 'https://e.x/a_b')}.</p>`],
	['<slack://open|open>', `<p>${link('slack://open', 'open')}</p>`],
	['', ''],
])('(%j)', (markup, html) => {
	expect(writeSlackMarkup(markup)).toBe(html);
});
