import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { collectMistakes } from '../tools/mistakes';

test('a matrix without mistakes has an empty list', async () => {
	const mistakes = await collectMistakes(Object.entries({ first: 1, second: 2 }), (value) => {
		expect(value).toBeGreaterThan(0);
	});

	expect(mistakes).toEqual([]);
});

test('a matrix lists each case that is wrong, and what is wrong with it in one line', async () => {
	const mistakes = await collectMistakes(
		Object.entries({ first: ['a', 'b'], second: ['a', 'c'], third: [] }),
		async (value) => {
			await Promise.resolve();
			if (value.length === 0) throw new Error('It is\nempty');

			expect(value).toEqual(['a', 'c']);
		},
	);

	expect(mistakes).toEqual(["first: toEqual - 'c', + 'b',", 'third: It is empty']);
});

test('a matrix lists what is wrong with a counterexample, not only that there is one', async () => {
	const mistakes = await collectMistakes([['Zero', 0]], (value) => {
		fc.assert(
			fc.property(fc.constant(value), (number) => {
				expect(number).toBe(1);
			}),
		);
	});

	expect(mistakes).toEqual([
		expect.stringMatching(/^Zero: toBe Expected: 1 Received: 0 \(Property failed after 1 tests/),
	]);
});

test('a matrix with many mistakes lists the first ones, and counts the others', async () => {
	const cases = Array.from({ length: 53 }, (_, number) => [`Case ${number}`, number] as const);

	const mistakes = await collectMistakes(cases, () => {
		throw new Error('Wrong');
	});

	expect(mistakes).toHaveLength(51);
	expect(mistakes.at(-1)).toBe('and 3 more');
});

test('a matrix without cases is a mistake', async () => {
	await expect(collectMistakes([], () => undefined)).rejects.toThrow('The matrix has no cases');
});
