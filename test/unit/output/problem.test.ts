import { describe, expect, test } from '@jest/globals';

import {
	isProblem,
	isUnfinished,
	problem,
	refused,
	type ProblemTag,
} from '../../../nodes/shared/result/problem';

const words = { tag: 'failed', message: 'It is archived', description: 'Restore it.' } as const;

describe('a problem', () => {
	test('is one, and so is a copy of it with other words', () => {
		expect(isProblem(problem(words))).toBe(true);
		expect(isProblem({ ...problem(words), message: 'It is gone' })).toBe(true);
	});

	test('of a value says what is wrong with it', () => {
		expect(refused('"red" is not a color', 'Use digits.')).toEqual(
			problem({ tag: 'invalid', message: '"red" is not a color', description: 'Use digits.' }),
		);
	});

	test.each([
		['a record that looks like one', words],
		['no value', undefined],
		['an empty value', null],
		['a text', 'failed'],
	])('is not %s', (_, value) => {
		expect(isProblem(value)).toBe(false);
	});

	test.each<[ProblemTag, boolean]>([
		['notSent', true],
		['partial', true],
		['failed', false],
		['unknownOutcome', false],
		['partlyDone', false],
		['invalid', false],
	])('with the tag %s leaves nothing wrong with the item: %p', (tag, unfinished) => {
		expect(isUnfinished(problem({ ...words, tag }))).toBe(unfinished);
	});
});
