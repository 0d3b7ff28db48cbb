import { describe, expect, test } from '@jest/globals';

import { catchProblem } from '../../../nodes/shared/model/catchProblem';
import { isCanceled } from '../../../nodes/Plane/input/isCanceled';
import { executeContext } from '../contexts';

describe('catchProblem', () => {
	test('returns the result of work that does not throw', async () => {
		expect(await catchProblem(async () => await Promise.resolve(3))).toBe(3);
	});

	test.each<[title: string, thrown: unknown, message: string]>([
		['an error', new TypeError('No such credential'), 'No such credential'],
		['an error without a message', new Error(''), 'the object {}'],
		['an object with a message', { message: 'No' }, 'the object {"message":"No"}'],
		['a text', 'No', '"No"'],
		['nothing', undefined, 'undefined'],
	])('turns %s that is thrown into a problem of n8n itself', async (_, thrown, message) => {
		const throwing = async () => {
			await Promise.resolve();
			throw thrown;
		};

		expect(await catchProblem(throwing)).toMatchObject({
			cause: 'internal',
			message,
			description: expect.stringMatching(/^This error came from n8n\. /),
		});
	});
});

test.each([
	['without a signal', undefined, false],
	['whose signal is not aborted', new AbortController().signal, false],
	['whose signal is aborted', AbortSignal.abort(), true],
])('recognizes whether an execution %s is canceled', async (_, signal, expected) => {
	expect(isCanceled(await executeContext({}, signal && { signal }))).toBe(expected);
});
