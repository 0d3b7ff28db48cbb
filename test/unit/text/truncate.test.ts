import { describe, expect, test } from '@jest/globals';

import { truncateAtWord } from '../../../nodes/shared/text/truncate';

describe('truncateAtWord', () => {
	const longWord = 'a'.repeat(297);

	test.each([
		['keeps a text of the maximum length', 'x'.repeat(300), 'x'.repeat(300)],
		[
			'cuts a longer text between two words',
			'far too long '.repeat(1000),
			`${'far too long '.repeat(22)}far too long…`,
		],
		['cuts after a word that ends at the maximum length', `${longWord} bc d`, `${longWord} bc…`],
		[
			'removes the punctuation mark before the cut',
			`${longWord}, ${'b'.repeat(50)}`,
			`${longWord}…`,
		],
		['cuts a text without spaces at the maximum length', 'x'.repeat(1000), `${'x'.repeat(300)}…`],
		[
			'removes several punctuation marks before the cut',
			`${longWord.slice(1)}.,; ${'b'.repeat(50)}`,
			`${longWord.slice(1)}…`,
		],
		['does not cut an emoji in two', `x${'😀'.repeat(300)}`, `x${'😀'.repeat(149)}…`],
	])('%s', (_, text, short) => {
		expect(truncateAtWord(text, 300)).toBe(short);
	});
});
