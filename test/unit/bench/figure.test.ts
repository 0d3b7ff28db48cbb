import { describe, expect, it } from '@jest/globals';

import { atMost, timesAsFast, timesAsMuch, timesTheSpeed, undone, used } from '../../bench/figure';

const measured = (value: number, beside: number) => ({
	...{ figure: 'updates', work: '10 updates', than: 'axios', unit: 'ms' as const },
	...{ value, beside },
});

describe('a figure that has to be faster', () => {
	it.each([
		['holds when it is faster than the limit', 100, 600, 6, true],
		['holds at the limit', 100, 500, 5, true],
		['breaks when it is not fast enough', 100, 499, 4.99, false],
	])('%s', (_title, value, beside, ratio, ok) => {
		expect(timesAsFast(measured(value, beside), 5)).toMatchObject({ ratio, ok, limit: 5 });
	});

	it('has no limit where it is only compared', () => {
		const figure = timesAsFast(measured(100, 50), null);
		expect(figure).toMatchObject({ ratio: 0.5, limit: null, ok: true });
		expect(used(figure)).toBeNull();
	});
});

describe('a figure of speed', () => {
	it.each([
		['holds at the limit', 90, true],
		['breaks below it', 89, false],
	])('%s', (_title, value, ok) => {
		const figure = timesTheSpeed(measured(value, 100), 0.9);
		expect(figure).toMatchObject({ ratio: value / 100, ok, limit: 0.9, rule: 'ratio at least' });
	});
});

describe('a figure that may take only so many times as much', () => {
	it.each([
		['holds below the limit', 120, true],
		['holds at the limit', 125, true],
		['breaks above it', 126, false],
	])('%s', (_title, value, ok) => {
		const figure = timesAsMuch(measured(value, 100), 1.25);
		expect(figure).toMatchObject({ ratio: value / 100, ok, limit: 1.25 });
	});

	it('breaks when it was not measured', () => {
		expect(timesAsMuch(measured(NaN, 100), 1.25).ok).toBe(false);
	});
});

describe('a figure that may only be so large', () => {
	it.each([
		['holds at the limit', 10, 10, true],
		['breaks above it', 11, 10, false],
		['holds at nothing where nothing is allowed', 0, 0, true],
		['breaks at one where nothing is allowed', 1, 0, false],
	])('%s', (_title, value, limit, ok) => {
		expect(atMost(measured(value, 1000), limit).ok).toBe(ok);
	});

	it('has no ratio beside nothing', () => {
		expect(atMost(measured(1, 0), 2).ratio).toBeNull();
	});
});

it('does not hold when the work was not done, however little it took', () => {
	expect(undone(timesAsFast(measured(1, 100), 5), 'Only 1 of 10.')).toMatchObject({
		ok: false,
		note: 'Only 1 of 10.',
	});
});

describe('what a figure takes of its limit', () => {
	it.each([
		['half, when it is twice as fast as it must be', timesAsFast(measured(10, 100), 5), 0.5],
		['double, when it is half as fast', timesAsFast(measured(40, 100), 5), 2],
		['four fifths, when it takes as much as the other', timesAsMuch(measured(1, 1), 1.25), 0.8],
		['all of it, at the limit', atMost(measured(10, 1000), 10), 1],
		['nothing of nothing', atMost(measured(0, 0), 0), 0],
		['more than there is, of nothing', atMost(measured(1, 0), 0), Infinity],
	])('is %s', (_title, figure, share) => {
		expect(used(figure)).toBeCloseTo(share);
	});
});
