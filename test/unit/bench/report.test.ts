import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { atMost, timesAsFast, timesAsMuch, type Figure } from '../../bench/figure';
import { groups } from '../../bench/groups';
import { METHOD } from '../../bench/report/docs';
import { chart } from '../../bench/report/svg';
import { rowOf, shownValue } from '../../bench/report/texts';

const measured = (value: number, beside: number) => ({
	figure: 'updates',
	work: '10 updates',
	than: 'axios, one by one',
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
	expect(shownValue(value, unit)).toBe(text);
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
		atMost({ ...number, beside: null, than: 'none at all' }, 0),
		'2 requests | none at all |  | none | ✗ broken',
	],
])('the table tells %s in words', (_title, figure, row) => {
	expect(rowOf(figure).join(' | ')).toBe(`updates | 10 updates | ${row}`);
});

it('the table has the note behind the work', () => {
	const figure = { ...timesAsFast(measured(1, 1), 1), note: 'Only 1.' };

	expect(rowOf(figure)).toContain('10 updates. Only 1.');
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

	it('escapes what means something in XML', () => {
		const picture = chart([{ ...good, than: 'a <b> & "c"' }]);

		expect(picture).toContain('a &#60;b&#62; &#38; &#34;c&#34;');
		expect(picture).not.toContain('<b>');
	});

	it('stays small', () => {
		expect(Buffer.byteLength(chart(Array.from({ length: 20 }, () => bad)))).toBeLessThan(30_000);
	});
});

describe('docs/bench.md', () => {
	const page = readFileSync(join(__dirname, '../../../docs/bench.md'), 'utf8');
	const rows = [...page.matchAll(/^\| (\S+) .*\| [✓✗] \w+ +\|$/gm)];

	it('has every figure that is measured', () => {
		const names = groups.flatMap(({ figures }) => figures);

		expect(rows.map(([, name]) => name)).toEqual(names);
	});

	it('says how they are measured', () => {
		expect(page).toContain(METHOD.trim());
	});
});
