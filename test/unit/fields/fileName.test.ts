import { describe, expect, test } from '@jest/globals';

import { sanitizeFileName, fitFileName } from '../../../nodes/shared/fields/files/fileName';

/** 216 bytes. */
const stem = 'n'.repeat(216);

describe('a name of a file is stored', () => {
	test.each([
		['a.csv', 'a.csv'],
		['Größe "XL" 😀 (1).csv', 'Größe "XL" 😀 (1).csv'],
		['no ending', 'no ending'],
		['.htaccess', '.htaccess'],
		['a/b.csv', 'b.csv'],
		['C:\\reports\\b.csv', 'b.csv'],
		['a\r\n b.csv', 'a b.csv'],
		['a\u0000b\ud83d.csv', 'ab.csv'],
		[' a.csv ', 'a.csv'],
	])('as Plane and its storage take it: %j as %j (row 71)', (given, name) => {
		expect(fitFileName(given)).toBe(name);
	});

	test.each(['', '  ', '.', '..', 'folder/', '\n', '\u200b'])(
		'as nothing if it names no file: %j',
		(given) => {
			expect(fitFileName(given)).toBeUndefined();
		},
	);

	test.each([
		['220 bytes', `${stem}.csv`, `${stem}.csv`],
		['221 bytes', `${stem}n.csv`, `${stem}.csv`],
		['an ending that is longer than any', `a.${'n'.repeat(240)}`, `a.${'n'.repeat(218)}`],
		['blanks at the cut', `${'n'.repeat(214)}  more words.csv`, `${'n'.repeat(214)}.csv`],
		['characters of four bytes', `${'😀'.repeat(60)}.csv`, `${'😀'.repeat(54)}.csv`],
		['an ending of several bytes', `${'n'.repeat(300)}.çsv`, `${'n'.repeat(215)}.çsv`],
	])('in at most 220 bytes with its ending: %s (row 71)', (_, given, name) => {
		expect(fitFileName(given)).toBe(name);
	});
});

test('the name of a file that was downloaded stays as long as it is', () => {
	const name = `${stem}${stem}.csv`;

	expect(sanitizeFileName(name)).toBe(name);
});
