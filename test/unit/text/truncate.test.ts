import { describe, expect, test } from '@jest/globals';

import { truncateAtWord } from '../../../nodes/shared/text/truncate';

describe('truncateAtWord', () => {
	const a = 'a'.repeat(297);

	test.each([
		['leaves a text of the given length alone', 'x'.repeat(300), 'x'.repeat(300)],
		[
			'cuts a longer text between two words',
			'far too long '.repeat(1000),
			`${'far too long '.repeat(22)}far too long…`,
		],
		['cuts after a word that ends at the given length', `${a} bc d`, `${a} bc…`],
		['removes the punctuation mark before the cut', `${a}, ${'b'.repeat(50)}`, `${a}…`],
		['cuts a text without spaces at the given length', 'x'.repeat(1000), `${'x'.repeat(300)}…`],
		[
			'removes several punctuation marks before the cut',
			`${a.slice(1)}.,; ${'b'.repeat(50)}`,
			`${a.slice(1)}…`,
		],
		['does not cut an emoji in two', `x${'😀'.repeat(300)}`, `x${'😀'.repeat(149)}…`],
	])('%s', (_, text, short) => {
		expect(truncateAtWord(text, 300)).toBe(short);
	});
});
