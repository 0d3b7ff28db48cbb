import { describe, expect, test } from '@jest/globals';

import { guarded } from '../../../nodes/shared/model/guarded';
import { isCanceled } from '../../../nodes/shared/model/isCanceled';
import { executeContext } from '../contexts';

describe('guarded work', () => {
	test('gives what it comes to', async () => {
		expect(await guarded(async () => await Promise.resolve(3))).toBe(3);
	});

	test.each<[what: string, thrown: unknown, message: string]>([
		['an error', new TypeError('No such credential'), 'No such credential'],
		['an error without a message', new Error(''), 'the object {}'],
		['an object with a message', { message: 'No' }, 'the object {"message":"No"}'],
		['a text', 'No', '"No"'],
		['nothing', undefined, 'undefined'],
	])('that throws %s gives a problem of n8n itself', async (_, thrown, message) => {
		const throwing = async () => {
			await Promise.resolve();
			throw thrown;
		};

		expect(await guarded(throwing)).toMatchObject({
			tag: 'internal',
			message,
			description: expect.stringMatching(/^This came up inside n8n\. /),
		});
	});
});

test.each([
	['without a signal', undefined, false],
	['whose signal says nothing', new AbortController().signal, false],
	['whose signal says so', AbortSignal.abort(), true],
])('an execution %s is canceled or not', async (_, signal, canceled) => {
	expect(isCanceled(await executeContext({}, signal && { signal }))).toBe(canceled);
});
