import { describe, expect, it } from '@jest/globals';

import { best, idealTime, mean, median, mostWithin } from '../../bench/statistics';

it.each([
	['the least is the best', best, [3, 1, 2], 1],
	['the mean is the sum shared out', mean, [3, 1, 8], 4],
	['the median of one is that one', median, [3], 3],
	['the median of an odd number is the middle one, in any order', median, [9, 1, 2], 2],
	['the median of an even number is between the middle two', median, [1, 10, 2, 4], 3],
])('%s', (_title, of, values, result) => {
	expect(of(values)).toBe(result);
});

it.each(Object.entries({ best, mean, median }))('the %s of nothing is no number', (_name, of) => {
	expect(() => of([])).toThrow('No values');
});

describe('the most moments within a stretch of time', () => {
	it.each([
		['are none of none', [], 0],
		['are one where there is only one', [5000], 1],
		['are those of the fullest stretch', [0, 900, 1500, 1600, 5000], 3],
		['leave out the one that is just as late as the stretch is long', [0, 1000], 1],
		['are found in any order', [1600, 0, 1500], 2],
	])('%s', (_title, moments, most) => {
		expect(mostWithin(moments, 1000)).toBe(most);
	});
});

describe('the ideal time under a limit', () => {
	const limit = { requests: 60, windowMs: 30_000 };

	it.each([
		['has no wait for what fits into one window', 60, 500],
		['is a part of the time for a part of a batch', 30, 250],
		['has one wait for the first one more', 61, 30_000 + 500 / 60],
		['has two waits for three batches', 180, 60_500],
	])('%s', (_title, requests, ms) => {
		expect(idealTime(requests, limit, 500)).toBeCloseTo(ms);
	});
});
