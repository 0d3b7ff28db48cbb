import { describe, expect, it } from '@jest/globals';

import {
	atMost,
	timesAsFast,
	timesAsMuch,
	incomplete,
	shareOfLimit,
	type Unit,
} from '../../bench/figure';

const measurement = (value: number, beside: number, unit: Unit = 'ms') => ({
	figure: 'updates',
	work: '10 updates',
	comparedWith: 'axios',
	unit,
	value,
	beside,
});

const speed = (value: number) => measurement(value, 100, 'MB per second');

it.each([
	['a time that is faster than the limit passes', timesAsFast(measurement(100, 600), 5), 6, true],
	['a time at the limit passes', timesAsFast(measurement(100, 500), 5), 5, true],
	[
		'a time that is slower than the limit fails',
		timesAsFast(measurement(100, 499), 5),
		4.99,
		false,
	],
	['a speed at the limit passes', timesAsFast(speed(90), 0.9), 0.9, true],
	['a speed below the limit fails', timesAsFast(speed(89), 0.9), 0.89, false],
	['a cost below the limit passes', timesAsMuch(measurement(120, 100), 1.25), 1.2, true],
	['a cost at the limit passes', timesAsMuch(measurement(125, 100), 1.25), 1.25, true],
	['a cost above the limit fails', timesAsMuch(measurement(126, 100), 1.25), 1.26, false],
	['a value that was not measured fails', timesAsMuch(measurement(NaN, 100), 1.25), NaN, false],
	['a number at the limit passes', atMost(measurement(10, 1000), 10), 0.01, true],
	['a number above the limit fails', atMost(measurement(11, 1000), 10), 0.011, false],
	['zero passes a limit of zero', atMost(measurement(0, 1000), 0), 0, true],
	['one fails a limit of zero', atMost(measurement(1, 1000), 0), 0.001, false],
	['a number that is compared with zero has no ratio', atMost(measurement(1, 0), 2), null, true],
])('%s', (_title, figure, ratio, ok) => {
	expect(figure).toMatchObject({ ratio, ok });
});

it('a figure of incomplete work fails, however little it took', () => {
	expect(incomplete(timesAsFast(measurement(1, 100), 5), 'Only 1 of 10.')).toMatchObject({
		ok: false,
		note: 'Only 1 of 10.',
	});
});

describe('the share of the limit that a figure uses', () => {
	it.each([
		['a half, if it is twice as fast as it must be', timesAsFast(measurement(10, 100), 5), 0.5],
		['double, if it is half as fast as it must be', timesAsFast(measurement(40, 100), 5), 2],
		[
			'four fifths, if both take the same and the limit is 1.25',
			timesAsMuch(measurement(1, 1), 1.25),
			0.8,
		],
		['the whole, at the limit', atMost(measurement(10, 1000), 10), 1],
		['zero, if the value and the limit are zero', atMost(measurement(0, 0), 0), 0],
		['infinite, if only the limit is zero', atMost(measurement(1, 0), 0), Infinity],
	])('is %s', (_title, figure, share) => {
		expect(shareOfLimit(figure)).toBeCloseTo(share);
	});
});
