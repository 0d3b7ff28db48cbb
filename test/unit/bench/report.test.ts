import { describe, expect, it } from '@jest/globals';

import { atMost, timesAsFast, timesAsMuch, type Figure } from '../../bench/figure';
import { chart } from '../../bench/report/svg';
import {
	shownBeside,
	shownLimit,
	shownRatio,
	shownValue,
	shownVerdict,
} from '../../bench/report/texts';

const measured = (value: number, beside: number) => ({
	...{ figure: 'updates', work: '10 updates', than: 'axios, one by one', unit: 'ms' as const },
	...{ value, beside },
});

describe('a figure in words', () => {
	it.each([
		[999, 'ms', '999 ms'],
		[3210, 'ms', '3.21 s'],
		[61_230, 'ms', '61.2 s'],
		[8500, 'CPU ms', '8.50 s of CPU'],
		[0.854, 'CPU ms per item', '0.85 ms of CPU each'],
		[341.6, 'MB', '342 MB'],
		[1000, 'requests', '1,000 requests'],
		[0, 'items', '0 items'],
		[1, 'requests', '1 request'],
	] as const)('shows %d %s as %s', (value, unit, text) => {
		expect(shownValue(value, unit)).toBe(text);
	});

	it.each<[string, Figure, string[]]>([
		[
			'a speed',
			timesAsFast(measured(100, 670), 5),
			['670 ms: axios, one by one', '6.70 times as fast', 'at least 5 times as fast', '✓ holds'],
		],
		[
			'a share',
			timesAsMuch(measured(130, 100), 1.25),
			[
				...['100 ms: axios, one by one', '1.30 times as much'],
				...['at most 1.25 times as much', '✗ broken'],
			],
		],
		[
			'a number',
			atMost({ ...measured(2, 0), unit: 'requests' }, 2),
			['0 requests: axios, one by one', '', 'at most 2 requests', '✓ holds'],
		],
		[
			'a number that stands alone',
			atMost({ ...measured(2, 0), beside: null, than: 'none at all', unit: 'requests' }, 2),
			['none at all', '', 'at most 2 requests', '✓ holds'],
		],
		[
			'a comparison without a limit',
			timesAsFast(measured(100, 200), null),
			['200 ms: axios, one by one', '2.00 times as fast', 'only to compare', '–'],
		],
	])('tells %s', (_title, figure, texts) => {
		const tell = [shownBeside, shownRatio, shownLimit, shownVerdict];
		expect(tell.map((show) => show(figure))).toEqual(texts);
	});
});

describe('the picture', () => {
	const good = timesAsFast(measured(100, 1000), 5);
	const bad = timesAsFast(measured(100, 100), 5);

	it('has a bar as long as the part of the limit that a figure takes', () => {
		expect(chart([good])).toContain('class="good" x="430" y="78" width="150.0"');
	});

	it('tells a broken limit without colours too, and one far beyond the line', () => {
		const picture = chart([bad]);
		expect(picture).toContain('class="bad"');
		expect(picture).toContain('✗ »');
		expect(picture).not.toContain('✓');
	});

	it('draws no bar where there is no limit', () => {
		expect(chart([timesAsFast(measured(100, 200), null)])).not.toContain('class="good"');
	});

	it('escapes what means something in XML', () => {
		const picture = chart([{ ...good, than: 'a <b> & "c"' }]);
		expect(picture).toContain('a &lt;b&gt; &amp; &quot;c&quot;');
		expect(picture).not.toContain('<b>');
	});

	it('stays small', () => {
		expect(Buffer.byteLength(chart(Array.from({ length: 20 }, () => bad)))).toBeLessThan(30_000);
	});
});
