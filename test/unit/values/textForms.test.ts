import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { foldName } from '../../../nodes/shared/values/textForms';

test.each([
	['different case', 'TO DO', 'to do'],
	['spaces at the ends', ' Todo\n', 'Todo'],
	['a no-break space, as Excel and web pages have it', 'To\u00a0Do', 'To Do'],
	['two spaces', 'To  Do', 'To Do'],
	['decomposed accents, as macOS pastes them', 'Ge\u0301pru\u0308ft', 'Géprüft'],
	['a zero-width space', 'Do\u200bne', 'Done'],
	['an invisible character between a letter and its accent', 'Gro\u200b\u0308ße', 'Größe'],
])('names are the same in spite of %s', (_, name, sameName) => {
	expect(foldName(name)).toBe(foldName(sameName));
});

test.each([
	['another letter', 'Done', 'Dome'],
	['an accent', 'Uber', 'Über'],
	['a missing space', 'To Do', 'Todo'],
	['the region of a flag', '🏴\u{e0067}\u{e0062}\u{e007f}', '🏴\u{e0075}\u{e0073}\u{e007f}'],
])('names differ by %s', (_, name, otherName) => {
	expect(foldName(name)).not.toBe(foldName(otherName));
});

test('folding a folded name changes nothing', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (name) => {
			expect(foldName(foldName(name))).toBe(foldName(name));
		}),
	);
});

// The patterns of foldName.ts take linear time: test/unit/layout/patterns.slow.test.ts.
test.each([
	['spaces', ' ', ''],
	['kinds of spaces', '\u00a0x', 'x' + ' x'.repeat(499_999)],
	['accents', 'e\u0301', '\u00e9'.repeat(500_000)],
	['invisible characters', '\u200b', ''],
])('a name with half a million %s is folded', (_, part, expected) => {
	expect(foldName(part.repeat(500_000)) === expected).toBe(true);
});
