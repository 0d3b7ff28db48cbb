import { describe, expect, it } from '@jest/globals';

import { best, idealTime, mean, median, mostWithin } from '../../bench/statistics';

it('takes the least as the best, and nothing from nothing', () => {
	expect(best([3, 1, 2])).toBe(1);
	expect(() => best([])).toThrow('No values');
});

it('takes the mean, and nothing from nothing', () => {
	expect(mean([3, 1, 8])).toBe(4);
	expect(() => mean([])).toThrow('No values');
});

describe('the median', () => {
	it.each([
		['of one', [3], 3],
		['of an odd number, in any order', [9, 1, 2], 2],
		['of an even number: between the middle two', [1, 10, 2, 4], 3],
	])('%s', (_title, values, middle) => {
		expect(median(values)).toBe(middle);
	});

	it('of nothing is none', () => {
		expect(() => median([])).toThrow('No values');
	});
});

describe('the most moments within a stretch of time', () => {
	it.each([
		['none', [], 0],
		['one alone', [5000], 1],
		['those of the fullest stretch', [0, 900, 1500, 1600, 5000], 3],
		['not the one that is just as late as the stretch is long', [0, 1000], 1],
		['in any order', [1600, 0, 1500], 2],
	])('%s', (_title, moments, most) => {
		expect(mostWithin(moments, 1000)).toBe(most);
	});
});

describe('the ideal under a limit', () => {
	const limit = { requests: 60, windowMs: 30_000 };

	it.each([
		['no wait for what fits into one window', 60, 500],
		['a part of the time for a part of a batch', 30, 250],
		['one wait for the first one more', 61, 30_000 + 500 / 60],
		['two waits for three batches', 180, 60_500],
	])('is %s', (_title, requests, ms) => {
		expect(idealTime(requests, limit, 500)).toBeCloseTo(ms);
	});
});
