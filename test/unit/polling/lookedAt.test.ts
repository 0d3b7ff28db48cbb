import { describe, expect, test } from '@jest/globals';

import {
	bare,
	failures,
	seenFirst,
	toLookAgain,
	toTryAgain,
} from '../../../nodes/PlanePollingTrigger/changes/lookedAt';

describe('how often a row was looked at', () => {
	test.each([
		[
			'one that is to be looked at again',
			toLookAgain('v1', 1_700_000_000_123),
			1_700_000_000_123,
			0,
		],
		['one that could not be read', toTryAgain('v1', 2), undefined, 2],
		['one that is done', 'v1', undefined, 0],
		['one that is not known', undefined, undefined, 0],
		['one that has changed since it was seen', toLookAgain('v0', 5), undefined, 0],
		['one that has changed since it could not be read', toTryAgain('v0', 2), undefined, 0],
	])('is reported %s', (_, known, since, times) => {
		expect([seenFirst(known, 'v1'), failures(known, 'v1')]).toEqual([since, times]);
	});

	test.each([
		[toLookAgain('v1', 12), 'v1'],
		[toTryAgain('v1', 2), 'v1'],
		['v1', 'v1'],
		['v~5~1', 'v~5~1'],
		['v!2!1', 'v!2!1'],
	])('stands before the version alone: %s', (known, version) => {
		expect(bare(known)).toBe(version);
	});
});
