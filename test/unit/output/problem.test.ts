import { describe, expect, test } from '@jest/globals';

import {
	isProblem,
	isUnfinished,
	problem,
	refused,
	type ProblemTag,
} from '../../../nodes/shared/result/problem';

const properties = {
	tag: 'failed',
	message: 'It is archived',
	description: 'Restore it.',
} as const;

describe('isProblem', () => {
	test('recognizes Problems and copies of them with another message', () => {
		expect(isProblem(problem(properties))).toBe(true);
		expect(isProblem({ ...problem(properties), message: 'It is gone' })).toBe(true);
	});

	test('refused makes an invalid Problem of a clause and a remedy', () => {
		expect(refused('"red" is not a color', 'Use digits.')).toEqual(
			problem({ tag: 'invalid', message: '"red" is not a color', description: 'Use digits.' }),
		);
	});

	test.each([
		['a record with the same properties', properties],
		['undefined', undefined],
		['null', null],
		['a text', 'failed'],
	])('does not take %s for a Problem', (_, value) => {
		expect(isProblem(value)).toBe(false);
	});

	test.each<[ProblemTag, boolean]>([
		['notSent', true],
		['partial', true],
		['failed', false],
		['unknownOutcome', false],
		['partlyDone', false],
		['invalid', false],
	])(
		'isUnfinished recognizes whether a Problem tagged %s is only an interruption: %p',
		(tag, isInterruption) => {
			expect(isUnfinished(problem({ ...properties, tag }))).toBe(isInterruption);
		},
	);
});
