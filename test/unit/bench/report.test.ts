import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { atMost, timesAsFast, timesAsMuch, type Figure } from '../../bench/figure';
import { groups } from '../../bench/groups';
import { FIGURES_ON_PAGE, METHOD } from '../../bench/report/docs';
import { chart } from '../../bench/report/svg';
import { rowOf, formatValue } from '../../bench/report/texts';

const measured = (value: number, beside: number) => ({
	figure: 'updates',
	work: '10 updates',
	comparedWith: 'axios, one by one',
	unit: 'ms' as const,
	value,
	beside,
});

it.each([
	[999, 'ms', '999 ms'],
	[3210, 'ms', '3.21 s'],
	[61_230, 'ms', '61.2 s'],
	[8500, 'CPU ms', '8.50 s of CPU'],
	[0.854, 'CPU ms per item', '0.85 ms of CPU each'],
	[341.6, 'MB', '342 MB'],
	[38_000, 'bytes', '38,000 bytes'],
	[1000, 'requests', '1,000 requests'],
	[0, 'items', '0 items'],
	[1, 'requests', '1 request'],
] as const)('%d %s are shown as %s', (value, unit, text) => {
	expect(formatValue(value, unit)).toBe(text);
});

const number = { ...measured(2, 0), unit: 'requests' as const };

it.each<[string, Figure, string]>([
	[
		'a speed',
		timesAsFast(measured(100, 670), 5),
		'100 ms | 670 ms: axios, one by one | 6.70 times as fast | at least 5 times as fast | ✓ holds',
	],
	[
		'a share',
		timesAsMuch(measured(130, 100), 1.25),
		'130 ms | 100 ms: axios, one by one | 1.30 times as much | at most 1.25 times as much | ✗ broken',
	],
	[
		'a number',
		atMost(number, 2),
		'2 requests | 0 requests: axios, one by one |  | at most 2 requests | ✓ holds',
	],
	[
		'a number that stands alone',
		atMost({ ...number, beside: null, comparedWith: 'none at all' }, 0),
		'2 requests | none at all |  | none | ✗ broken',
	],
])('the table describes %s in words', (_title, figure, row) => {
	expect(rowOf(figure).join(' | ')).toBe(`updates | 10 updates | ${row}`);
});

it('the table shows the note after the work', () => {
	const figure = { ...timesAsFast(measured(1, 1), 1), note: 'Only 1.' };

	expect(rowOf(figure)).toContain('10 updates. Only 1.');
});

describe('the chart', () => {
	const good = timesAsFast(measured(100, 1000), 5);
	const bad = timesAsFast(measured(100, 100), 5);

	it('draws a bar as long as the share of the limit that a figure uses', () => {
		expect(chart([good])).toContain('class="good" x="430" y="78" width="150.0"');
	});

	it('marks a broken limit with a cross, and one far beyond the line with an arrow', () => {
		const picture = chart([bad]);

		expect(picture).toContain('class="bad"');
		expect(picture).toContain('✗ »');
		expect(picture).not.toContain('✓');
	});

	it('escapes the special characters of XML', () => {
		const picture = chart([{ ...good, comparedWith: 'a <b> & "c"' }]);

		expect(picture).toContain('a &#60;b&#62; &#38; &#34;c&#34;');
		expect(picture).not.toContain('<b>');
	});

	it('stays below 30 KB with 20 figures', () => {
		expect(Buffer.byteLength(chart(Array.from({ length: 20 }, () => bad)))).toBeLessThan(30_000);
	});
});

describe('the page docs/bench.md', () => {
	const page = readFileSync(join(__dirname, '../../../docs/bench.md'), 'utf8');
	const rows = [...page.matchAll(/^\| (\S+) .*\| [✓✗] \w+ +\|$/gm)];

	it('has a row for each figure that is meant for users, all of which are measured', () => {
		const measuredNames = groups.flatMap(({ figures }) => figures);

		expect(rows.map(([, name]) => name)).toEqual(FIGURES_ON_PAGE);
		expect(measuredNames).toEqual(expect.arrayContaining(FIGURES_ON_PAGE));
	});

	it('says how the figures are measured', () => {
		expect(page).toContain(METHOD);
	});
});
