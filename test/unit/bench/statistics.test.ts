import { describe, expect, it } from '@jest/globals';

import { best, idealTime, mean, median, mostWithin } from '../../bench/statistics';

it.each([
	['the best value is the least', best, [3, 1, 2], 1],
	['the mean is the sum divided by the number', mean, [3, 1, 8], 4],
	['the median of one value is that value', median, [3], 3],
	['the median of an odd number of values is the middle one, in any order', median, [9, 1, 2], 2],
	[
		'the median of an even number of values is the mean of the middle two',
		median,
		[1, 10, 2, 4],
		3,
	],
])('%s', (_title, of, values, result) => {
	expect(of(values)).toBe(result);
});

it.each(Object.entries({ best, mean, median }))('the %s of no values is an error', (_name, of) => {
	expect(() => of([])).toThrow('No values');
});

describe('the most times within a window', () => {
	it.each([
		['are none if there are no times', [], 0],
		['are one if there is only one', [5000], 1],
		['are those in the fullest window', [0, 900, 1500, 1600, 5000], 3],
		['do not include a time at the end of the window', [0, 1000], 1],
		['are found in any order', [1600, 0, 1500], 2],
	])('%s', (_title, times, most) => {
		expect(mostWithin(times, 1000)).toBe(most);
	});
});

describe('the ideal time under a limit', () => {
	const limit = { requests: 60, windowMs: 30_000 };

	it.each([
		['has no wait if all requests fit into one window', 60, 500],
		['is a part of the time of a batch for a part of a batch', 30, 250],
		['has one wait for one request more than fits', 61, 30_000 + 500 / 60],
		['has two waits for three batches', 180, 60_500],
	])('%s', (_title, requests, ms) => {
		expect(idealTime(requests, limit, 500)).toBeCloseTo(ms);
	});
});
