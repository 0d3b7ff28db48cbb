import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { separateNames } from '../../../nodes/shared/values/separateNames';
import { runs } from '../random';

/** Returns the function that knows these names. */
const createIsKnown =
	(...names: readonly string[]) =>
	(text: string) =>
		names.includes(text);

const knowsNothing = createIsKnown();

describe('a list of names in a text', () => {
	test.each<[title: string, text: string, known: readonly string[], names: readonly string[]]>([
		['is one name if that is known', 'Lovelace, Ada', ['Lovelace, Ada'], ['Lovelace, Ada']],
		['is one name even if its parts are known too', 'UI, UX', ['UI', 'UX', 'UI, UX'], ['UI, UX']],
		['is several names if all of them are known', 'UI, UX', ['UI', 'UX'], ['UI', 'UX']],
		[
			'has known names with a comma beside others',
			'UI, UX, bug',
			['UI, UX', 'bug'],
			['UI, UX', 'bug'],
		],
		['is separated by semicolons', 'bug;ui', ['bug', 'ui'], ['bug', 'ui']],
		['is separated by line breaks', 'bug\r\nui\n\n', ['bug', 'ui'], ['bug', 'ui']],
		[
			'has commas in names that semicolons separate',
			'Lovelace, Ada; Hopper, Grace',
			['Lovelace, Ada', 'Hopper, Grace'],
			['Lovelace, Ada', 'Hopper, Grace'],
		],
		['keeps a known name with a semicolon', 'a; b', ['a; b'], ['a; b']],
		['has known names beside an unknown one', 'bug, new; ui', ['bug', 'ui'], ['bug', 'new', 'ui']],
		['keeps the commas of unknown names between semicolons', 'X, Y; ui', ['ui'], ['X, Y', 'ui']],
		['does not read a line break as a blank in a name', 'To\nDo', ['To Do'], ['To', 'Do']],
		['reads brackets around known names', '[bug, ui]', ['bug', 'ui'], ['bug', 'ui']],
		['reads brackets with quotes inside', `['bug', "ui"]`, ['bug', 'ui'], ['bug', 'ui']],
		['keeps a name in brackets', '[P1]', ['[P1]', 'P1'], ['[P1]']],
		[
			'keeps names that begin with brackets',
			'[P1] hot, ui',
			['[P1] hot', 'ui'],
			['[P1] hot', 'ui'],
		],
		['keeps several names in brackets', '[P1], [P2]', ['[P1]', '[P2]'], ['[P1]', '[P2]']],
	])('%s', (_, text, known, names) => {
		expect(separateNames(text, createIsKnown(...known))).toEqual(names);
	});

	test.each<[text: string, names: readonly string[]]>([
		['UI, UX', ['UI', 'UX']],
		['bug;ui', ['bug', 'ui']],
		['Lovelace, Ada; Hopper, Grace', ['Lovelace, Ada', 'Hopper, Grace']],
		['bug, ui\nwip', ['bug', 'ui', 'wip']],
		['[P1]', ['[P1]']],
		['[bug, ui]', ['bug', 'ui']],
		["['bug']", ['bug']],
		['a, , b', ['a', '', 'b']],
		[',a', ['', 'a']],
		['a,\nb', ['a', 'b']],
	])('is split at its separators if no name is known: %j', (text, names) => {
		expect(separateNames(text, knowsNothing)).toEqual(names);
	});

	test('results in parts of the text that have all of its letters', () => {
		const texts = fc.stringMatching(/^[ab,; \n[\]']{1,12}$/).filter((text) => text.trim() !== '');

		fc.assert(
			fc.property(texts, fc.array(texts), (text, known) => {
				const names = separateNames(text, createIsKnown(...known.map((name) => name.trim())));

				for (const name of names) expect(text).toContain(name);
				expect(names.join('').match(/[ab]/g) ?? []).toEqual(text.match(/[ab]/g) ?? []);
			}),
			{ numRuns: runs(1000) },
		);
	});

	test.each(['a,', '[;', 'a b\n'])(
		'needs ten times as many comparisons if it is ten times as long (%j)',
		(part) => {
			const countCharacters = (length: number): number => {
				let count = 0;

				separateNames(part.repeat(length / part.length), (name) => {
					count += name.length;

					return false;
				});

				return count;
			};

			const ratio = countCharacters(120_000) / countCharacters(12_000);

			expect(ratio).toBeGreaterThan(9);
			expect(ratio).toBeLessThan(11);
		},
	);
});
