import { describe, expect, test } from '@jest/globals';

import { sanitizeFileName, fitFileName } from '../../../nodes/shared/fields/files/fileName';

/** 216 bytes, which leave four for an extension. */
const stem = 'n'.repeat(216);

describe('the name of a file is sent', () => {
	test.each([
		['a.csv', 'a.csv'],
		['Größe "XL" 😀 (1).csv', 'Größe "XL" 😀 (1).csv'],
		['no extension', 'no extension'],
		['.htaccess', '.htaccess'],
		['a/b.csv', 'b.csv'],
		['C:\\reports\\b.csv', 'b.csv'],
		['a\r\n b.csv', 'a b.csv'],
		['a\u0000b\ud83d.csv', 'ab.csv'],
		[' a.csv ', 'a.csv'],
	])('as Plane and its storage accept it: %j as %j (row 71)', (fileName, sent) => {
		expect(fitFileName(fileName)).toBe(sent);
	});

	test.each(['', '  ', '.', '..', 'folder/', '\n', '\u200b'])(
		'only if something is left of it: not %j',
		(fileName) => {
			expect(fitFileName(fileName)).toBeUndefined();
		},
	);

	test.each([
		['220 bytes', `${stem}.csv`, `${stem}.csv`],
		['221 bytes', `${stem}n.csv`, `${stem}.csv`],
		['an extension that is too long to be one', `a.${'n'.repeat(240)}`, `a.${'n'.repeat(218)}`],
		['blanks at the cut', `${'n'.repeat(214)}  more words.csv`, `${'n'.repeat(214)}.csv`],
		['characters of four bytes', `${'😀'.repeat(60)}.csv`, `${'😀'.repeat(54)}.csv`],
		[
			'an extension with a character of two bytes',
			`${'n'.repeat(300)}.çsv`,
			`${'n'.repeat(215)}.çsv`,
		],
	])('in at most 220 bytes with its extension: %s (row 71)', (_, fileName, sent) => {
		expect(fitFileName(fileName)).toBe(sent);
	});
});

test('the name of a downloaded file is not shortened', () => {
	const name = `${stem}${stem}.csv`;

	expect(sanitizeFileName(name)).toBe(name);
});
