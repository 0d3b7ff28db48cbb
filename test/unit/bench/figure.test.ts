import { describe, expect, it } from '@jest/globals';

import { atMost, timesAsFast, timesAsMuch, undone, used, type Unit } from '../../bench/figure';

const measured = (value: number, beside: number, unit: Unit = 'ms') => ({
	figure: 'updates',
	work: '10 updates',
	than: 'axios',
	unit,
	value,
	beside,
});

const speed = (value: number) => measured(value, 100, 'MB per second');

it.each([
	['a faster time than the limit holds', timesAsFast(measured(100, 600), 5), 6, true],
	['a time at the limit holds', timesAsFast(measured(100, 500), 5), 5, true],
	['a time that is not fast enough breaks', timesAsFast(measured(100, 499), 5), 4.99, false],
	['a speed at the limit holds', timesAsFast(speed(90), 0.9), 0.9, true],
	['a speed below it breaks', timesAsFast(speed(89), 0.9), 0.89, false],
	['a cost below the limit holds', timesAsMuch(measured(120, 100), 1.25), 1.2, true],
	['a cost at the limit holds', timesAsMuch(measured(125, 100), 1.25), 1.25, true],
	['a cost above it breaks', timesAsMuch(measured(126, 100), 1.25), 1.26, false],
	['what was not measured breaks', timesAsMuch(measured(NaN, 100), 1.25), NaN, false],
	['a number at the limit holds', atMost(measured(10, 1000), 10), 0.01, true],
	['a number above it breaks', atMost(measured(11, 1000), 10), 0.011, false],
	['nothing holds where nothing is allowed', atMost(measured(0, 1000), 0), 0, true],
	['one breaks where nothing is allowed', atMost(measured(1, 1000), 0), 0.001, false],
	['a number beside nothing has no ratio', atMost(measured(1, 0), 2), null, true],
])('%s', (_title, figure, ratio, ok) => {
	expect(figure).toMatchObject({ ratio, ok });
});

it('a figure of work that was not done does not hold, however little it took', () => {
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
