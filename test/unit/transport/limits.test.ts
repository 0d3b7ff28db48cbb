import { describe, expect, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readLimits, tightenLimits } from '../../../nodes/shared/transport/limits';
import { DEFAULT_LIMITS } from '../testClient';

const all = {
	requestsPerMinute: 30,
	concurrentRequests: 2,
	timeout: 5,
	retries: 0,
	maxWait: 1,
};

describe('the limits of a credential', () => {
	test.each<[title: string, ICredentialDataDecryptedObject, expected: object]>([
		['are the defaults in a credential that was saved without them', {}, DEFAULT_LIMITS],
		[
			'are the defaults while the switch is off, whatever the fields contain',
			{ ...all, retries: 99, limits: false },
			DEFAULT_LIMITS,
		],
		[
			'are those of the fields while the switch is on',
			{ ...all, limits: true },
			{ requestsPerMinute: 30, concurrency: 2, timeoutMs: 5000, retries: 0, maxWaitMs: 1000 },
		],
		[
			'are the default where a field is empty',
			{ limits: true, timeout: 5, retries: '' },
			{ ...DEFAULT_LIMITS, timeoutMs: 5000 },
		],
		[
			'have no requests per minute of their own with 0, so that another limit can be changed alone',
			{ limits: true, requestsPerMinute: 0, retries: 1 },
			{ ...DEFAULT_LIMITS, retries: 1 },
		],
		[
			'may be text, as an expression of a credential returns it',
			{ limits: true, retries: '7' },
			{ ...DEFAULT_LIMITS, retries: 7 },
		],
	])('%s', (_, credential, expected) => {
		expect(readLimits(credential)).toEqual(expected);
	});

	test.each<[field: string, value: number | string, message: string, description: string]>([
		[
			'concurrentRequests',
			33,
			'Concurrent Requests: 33 is not a whole number from 1 to 32',
			'Enter a whole number, e.g. 8. Do so in the credential, under Limits.',
		],
		[
			'maxWait',
			-1,
			'Max Wait: -1 is not a whole number of 0 or more',
			'Enter a whole number, e.g. 300. Do so in the credential, under Limits.',
		],
		[
			'requestsPerMinute',
			'many',
			'Requests per Minute: "many" is not a whole number of 0 or more',
			'Enter a whole number, e.g. 0. Do so in the credential, under Limits.',
		],
	])('refuse %s if it is %s', (field, value, message, description) => {
		expect(readLimits({ limits: true, [field]: value })).toMatchObject({
			cause: 'invalid',
			message,
			description,
		});
	});
});

describe('the limits of a trigger', () => {
	const own = { concurrency: 1, maxWaitMs: 8000, retries: 2, timeoutMs: 5000 };

	test('are its own where those of the credential allow more', () => {
		expect(tightenLimits(own, DEFAULT_LIMITS)).toEqual(own);
	});

	test('are those of the credential where they allow less', () => {
		const limits = {
			requestsPerMinute: 10,
			concurrency: 2,
			maxWaitMs: 1000,
			retries: 0,
			timeoutMs: 2000,
		};

		expect(tightenLimits(own, limits)).toEqual({ ...limits, concurrency: 1 });
	});
});
