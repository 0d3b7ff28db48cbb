import { describe, expect, test } from '@jest/globals';

import { FORMATS, writeFormattedText } from '../../../nodes/shared/fields/textFormats';
import { isProblem } from '../../../nodes/shared/result/problem';

const write = (text: string, format: string): string => {
	const written = writeFormattedText(text, format);

	return isProblem(written) ? written.message : written.html;
};

// The codes of github/gemoji and of iamcal/emoji-data, which GitHub and Slack use.
describe('codes of emoji', () => {
	test.each([
		[':tada: *:+1:*', '<p>🎉 <strong>👍</strong></p>'],
		[':wave::skin-tone-3:', '<p>👋🏼</p>'],
		[':point_up::skin-tone-6: :flag-de:', '<p>☝🏿 🇩🇪</p>'],
		[':white_check_mark::heart:', '<p>✅❤️</p>'],
		[':party-parrot: at 12:30:45', '<p>:party-parrot: at 12:30:45</p>'],
		['Auth::key::read x:key:', '<p>Auth::key::read x:key:</p>'],
		[
			'`:tada:` ```:tada:```',
			'<div><p><code>:tada:</code></p><pre><code>:tada:</code></pre></div>',
		],
	])('are emoji in Slack: %s', (text, html) => {
		expect(write(text, FORMATS.Slack)).toBe(html);
	});

	test.each([
		['# :tada: **:+1:**', '<h1>🎉 <strong>👍</strong></h1>'],
		['(:warning:) :octocat:', '<p>(⚠️) :octocat:</p>'],
		[
			'`:tada:`\n\n    :tada:',
			'<div><p><code>:tada:</code></p><pre><code>:tada:</code></pre></div>',
		],
	])('are emoji in the exports of GitHub: %s', (text, html) => {
		expect(write(text, 'github')).toBe(html);
	});

	test('are text in other Markdown', () => {
		expect(write(':date: 1 May', FORMATS.Markdown)).toBe('<p>:date: 1 May</p>');
	});
});
