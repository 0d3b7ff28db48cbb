import { describe, expect, test } from '@jest/globals';

import {
	isProblem,
	isStopped,
	problem,
	refused,
	type ProblemCause,
	withPartDone,
	withUnknownOutcome,
} from '../../../nodes/shared/result/problem';

const properties = {
	cause: 'failed',
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
			problem({ cause: 'invalid', message: '"red" is not a color', description: 'Use digits.' }),
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

	test.each<[ProblemCause, boolean]>([
		['stopped', true],
		['failed', false],
		['invalid', false],
	])(
		'isStopped says whether nothing is wrong with an item that is %s: %p',
		(cause, isInterruption) => {
			expect(isStopped(problem({ ...properties, cause }))).toBe(isInterruption);
		},
	);
});

describe('withPartDone', () => {
	const failure = problem(properties);

	test('says that a part was done if another part was', () => {
		expect(withPartDone(failure, true).effect).toBe('partlyDone');
		expect(withPartDone(failure, false)).toBe(failure);
	});

	test('keeps that nobody knows whether this part was done', () => {
		expect(withPartDone(withUnknownOutcome(failure), true).effect).toBe('maybeDone');
	});
});
