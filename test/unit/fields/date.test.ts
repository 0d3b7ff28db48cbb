import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';

import { date, dateTime } from '../../../nodes/shared/fields/kinds';
import { itRefuses, createSelfReference, getRefusal, writeValue } from './fieldAssertions';

const field = date('start_date', 'Start');

const UTC = 'UTC';
const LOS_ANGELES = 'America/Los_Angeles';
const KOLKATA = 'Asia/Kolkata';
const KIRITIMATI = 'Pacific/Kiritimati';
const ZONES = [UTC, LOS_ANGELES, KOLKATA, KIRITIMATI];

describe('text without a time zone keeps its day in every time zone of the workflow', () => {
	test.each([
		['a day', '2026-11-21', '2026-11-21'],
		['a day with blanks around it', ' 2026-11-21\n', '2026-11-21'],
		['the value of the date picker', '2026-11-21T00:00:00', '2026-11-21'],
		['a minute before midnight', '2026-11-21T23:59', '2026-11-21'],
		['a blank instead of the T', '2026-11-21 23:59:59', '2026-11-21'],
		['milliseconds', '2026-11-21T23:59:59.999', '2026-11-21'],
		['a leap day', '2028-02-29', '2028-02-29'],
		['a leap day of a full century', '2000-02-29', '2000-02-29'],
		['the last day of a year', '2026-12-31', '2026-12-31'],
		['the earliest day', '0100-01-01', '0100-01-01'],
		['an hour that daylight saving time skips', '2026-03-08T02:30:00', '2026-03-08'],
	])('%s', (_, text, day) => {
		for (const zone of ZONES) expect(writeValue(field, text, zone)).toBe(day);
	});
});

describe('an instant becomes its day in the time zone of the workflow', () => {
	test.each([
		['2026-11-21T00:00:00Z', UTC, '2026-11-21'],
		['2026-11-21T00:00:00Z', KOLKATA, '2026-11-21'],
		['2026-11-21T00:00:00Z', KIRITIMATI, '2026-11-21'],
		['2026-11-21T23:59:59.999Z', UTC, '2026-11-21'],
		['2026-11-21T23:59:59.999Z', LOS_ANGELES, '2026-11-21'],
		['2026-11-21T23:59:59.999Z', KOLKATA, '2026-11-22'],
		['2026-11-21T23:59:59.999Z', KIRITIMATI, '2026-11-22'],
		// Around the midnight of each zone: UTC-8, UTC+5:30, UTC+14.
		['2026-11-21T07:59:59Z', LOS_ANGELES, '2026-11-20'],
		['2026-11-21T08:00:00Z', LOS_ANGELES, '2026-11-21'],
		['2026-11-21T18:29:59Z', KOLKATA, '2026-11-21'],
		['2026-11-21T18:30:00Z', KOLKATA, '2026-11-22'],
		['2026-11-21T09:59:59Z', KIRITIMATI, '2026-11-21'],
		['2026-11-21T10:00:00Z', KIRITIMATI, '2026-11-22'],
		// Offsets in every notation.
		['2026-11-21T00:00:00+05:30', UTC, '2026-11-20'],
		['2026-11-21T00:00:00+0530', KOLKATA, '2026-11-21'],
		['2026-11-21T23:00:00-08', UTC, '2026-11-22'],
		['2026-11-21T23:00:00-08:00', LOS_ANGELES, '2026-11-21'],
		['2026-11-21 23:00:00 -08:00', KOLKATA, '2026-11-22'],
		['2026-11-21T00:00:00+05:59', UTC, '2026-11-20'],
		['2026-11-21T00:30+14:00', UTC, '2026-11-20'],
		['2026-11-21T00:30+14:00', KIRITIMATI, '2026-11-21'],
		['2026-11-21T12:00-12:00', UTC, '2026-11-22'],
		['2026-11-21t00:00:00z', UTC, '2026-11-21'],
		['2026-12-31T23:30:00-01:00', UTC, '2027-01-01'],
		['2028-02-28T23:30:00-01:00', UTC, '2028-02-29'],
		['2026-02-28T23:30:00-01:00', UTC, '2026-03-01'],
		// Daylight saving time: Los Angeles is UTC-8 until 2026-03-08 and from 2026-11-01 on.
		['2026-03-08T07:59:59Z', LOS_ANGELES, '2026-03-07'],
		['2026-03-08T08:00:00Z', LOS_ANGELES, '2026-03-08'],
		['2026-03-09T06:59:59Z', LOS_ANGELES, '2026-03-08'],
		['2026-03-09T07:00:00Z', LOS_ANGELES, '2026-03-09'],
		['2026-11-01T06:59:59Z', LOS_ANGELES, '2026-10-31'],
		['2026-11-01T07:00:00Z', LOS_ANGELES, '2026-11-01'],
		['2026-11-02T07:59:59Z', LOS_ANGELES, '2026-11-01'],
		['2026-11-02T08:00:00Z', LOS_ANGELES, '2026-11-02'],
	])('%s in %s is %s, as text, Date, DateTime and number', (text, zone, day) => {
		const iso = text.toUpperCase().replace(' ', 'T').replace(' ', '');
		const instant = DateTime.fromISO(iso, { setZone: true });

		expect(writeValue(field, text, zone)).toBe(day);
		expect(instant.isValid).toBe(true);
		expect(writeValue(field, instant, zone)).toBe(day);
		expect(writeValue(field, instant.setZone('Europe/Berlin'), zone)).toBe(day);
		expect(writeValue(field, instant.toJSDate(), zone)).toBe(day);
		expect(writeValue(field, instant.toMillis(), zone)).toBe(day);
		expect(writeValue(field, String(instant.toMillis()), zone)).toBe(day);
		expect(writeValue(field, Math.floor(instant.toSeconds()), zone)).toBe(day);
	});
});

describe('midnight UTC keeps its day in every time zone of the workflow', () => {
	const midnight = DateTime.fromISO('2025-03-05T00:00:00.000Z');

	test.each<[title: string, value: unknown]>([
		['text', '2025-03-05T00:00:00.000Z'],
		['text without milliseconds', '2025-03-05T00:00:00Z'],
		['text with an offset of zero', '2025-03-05T00:00:00+00:00'],
		['a Date', midnight.toJSDate()],
		['a DateTime in UTC', midnight.toUTC()],
		['a DateTime in New York', midnight.setZone('America/New_York')],
		['milliseconds', midnight.toMillis()],
		['milliseconds as text', '1741132800000'],
		['seconds as text', '1741132800'],
	])('as %s', (_, value) => {
		for (const zone of [...ZONES, 'America/New_York']) {
			expect(writeValue(field, value, zone)).toBe('2025-03-05');
		}
	});

	test('midnight UTC in a text with another offset becomes its day in the time zone of the workflow', () => {
		expect(writeValue(field, '2025-03-04T19:00:00-05:00', 'America/New_York')).toBe('2025-03-04');
	});
});

test.each<[title: string, value: unknown, day: string]>([
	['seconds as text', '1767225600', '2026-01-01'],
	['seconds with a fraction', 1_767_225_599.9, '2025-12-31'],
	['text with an early year', '0500-11-21T12:00:00Z', '0500-11-21'],
	['the smallest number of seconds', 1e8, '1973-03-03'],
	['the smallest number of milliseconds', 1e11, '1973-03-03'],
	[
		'an object of another realm that acts as a DateTime',
		{ toMillis: () => 1_767_225_600_000 },
		'2026-01-01',
	],
])('an instant is read from %s', (_, value, day) => {
	expect(writeValue(field, value)).toBe(day);
});

describe('a date field', () => {
	const DOES_NOT_EXIST = 'is a date that does not exist';
	const NO_DATE = 'is not a date';
	const NO_ZONE = 'has a time zone that does not exist';
	const OUT_OF_RANGE = 'is a date out of range';

	const invalidValues: [title: string, value: unknown, problem: string][] = [
		['30 February', '2026-02-30', `"2026-02-30" ${DOES_NOT_EXIST}`],
		['29 February of a common year', '2025-02-29', DOES_NOT_EXIST],
		['29 February of a century that is no leap year', '2100-02-29', DOES_NOT_EXIST],
		['31 April', '2026-04-31', DOES_NOT_EXIST],
		['month 13', '2026-13-01', DOES_NOT_EXIST],
		['month 0', '2026-00-10', DOES_NOT_EXIST],
		['day 0', '2026-01-00', DOES_NOT_EXIST],
		['day 32', '2026-01-32', DOES_NOT_EXIST],
		['hour 25', '2026-01-01T25:00:00', DOES_NOT_EXIST],
		['hour 24', '2026-01-01T24:00:00', DOES_NOT_EXIST],
		['minute 60', '2026-01-01T10:60:00Z', DOES_NOT_EXIST],
		['second 61', '2026-01-01T10:00:61Z', DOES_NOT_EXIST],
		['30 February as an instant', '2026-02-30T10:00:00Z', DOES_NOT_EXIST],
		['year 0', '0000-01-01', DOES_NOT_EXIST],
		['a zone of 25 hours', '2026-01-01T10:00:00+25:00', NO_ZONE],
		['a zone of 15 hours', '2026-01-01T10:00:00-15:00', NO_ZONE],
		['a zone of 99 minutes', '2026-01-01T10:00:00+05:99', NO_ZONE],
		['a zone by its name', '2026-01-01T10:00:00 PST', NO_DATE],
		['a day without hyphens', '20260101', NO_DATE],
		['a month without its day', '2026-01', NO_DATE],
		['a year', '2026', NO_DATE],
		['a year as a number', 2026, NO_DATE],
		['a day without leading zeros', '2026-1-1', NO_DATE],
		['a day with slashes', '01/31/2026', NO_DATE],
		['a day with dots', '31.01.2026', NO_DATE],
		['a phrase', 'next Monday', `"next Monday" ${NO_DATE}`],
		['a time alone', '10:00', NO_DATE],
		['text after the day', '2026-01-01 soon', NO_DATE],
		['two days', '2026-01-01\n2026-01-02', NO_DATE],
		['the week of a year', '2026-W01-1', NO_DATE],
		['a year of five digits', '12026-01-01', NO_DATE],
		['a year before the common era', '-2026-01-01', NO_DATE],
		['digits of another script', '२०२६-०१-०१', NO_DATE],
		['the text of a missing value', 'undefined', NO_DATE],
		['an invalid date as text', 'Invalid Date', NO_DATE],
		['an invalid DateTime as text', 'Invalid DateTime', NO_DATE],
		['zero', 0, NO_DATE],
		['a small number', 42, NO_DATE],
		['a negative number', -1_767_225_600, NO_DATE],
		['not a number', NaN, NO_DATE],
		['infinity', Infinity, NO_DATE],
		['a timestamp in microseconds', 1_767_225_600_000_000, OUT_OF_RANGE],
		['a timestamp with a fraction as text', '1767225600.5', NO_DATE],
		['a number in another notation', '0x1767225600', NO_DATE],
		['an object that acts as a number', { valueOf: () => 1_767_225_600_000 }, NO_DATE],
		['an invalid Date', new Date(NaN), NO_DATE],
		['an invalid DateTime', DateTime.fromISO('2026-02-30'), NO_DATE],
		['a DateTime after the year 9999', DateTime.fromObject({ year: 12026 }), OUT_OF_RANGE],
		['a DateTime before the common era', DateTime.fromObject({ year: -1 }), OUT_OF_RANGE],
		['a boolean', true, NO_DATE],
		['a list with a day', ['2026-01-01'], 'the list ["2026-01-01"] is not a date'],
		['an object with a day', { date: '2026-01-01' }, 'the object {"date":"2026-01-01"}'],
		['an object that refers to itself', createSelfReference(), NO_DATE],
		['a function', () => '2026-01-01', 'a function is not a date'],
		['a big integer', 1_767_225_600n, 'a bigint is not a date'],
	];

	const REMEDY = 'Use a date such as 2026-03-31, a timestamp, or a date object.';
	const remedy = expect.stringMatching(`^${REMEDY}`);

	itRefuses(field, (problem) => [expect.stringContaining(problem), remedy], invalidValues);
});

describe('a day with the name of its month is that day in every time zone of the workflow', () => {
	test.each([
		// As Jira writes days and times.
		['30/Sep/26 12:00 AM', '2026-09-30'],
		['11/May/24 03:26 PM', '2024-05-11'],
		['9/Nov/26', '2026-11-09'],
		['5 March 2025', '2025-03-05'],
		['5. March 2025', '2025-03-05'],
		['05-Mar-2026', '2026-03-05'],
		['5-Mar-26', '2026-03-05'],
		['Mar 5, 2025', '2025-03-05'],
		['March 5, 2025', '2025-03-05'],
		['  September 2 2026, 9:26 AM\n', '2026-09-02'],
		['Sept. 2, 2026', '2026-09-02'],
		['2 sept 2026', '2026-09-02'],
		['2 MAY 2026', '2026-05-02'],
		['29 Feb 2028', '2028-02-29'],
		['2 May 2026 14:30:05', '2026-05-02'],
		// JavaScript writes a narrow no-break space before AM.
		['2 May 2026, 11:30\u202fPM', '2026-05-02'],
		// As n8n's DateTime.fromFormat reads years of two digits.
		['1/May/60', '2060-05-01'],
		['1/May/61', '1961-05-01'],
		['1/May/99', '1999-05-01'],
	])('(%s: %s)', (text, day) => {
		for (const zone of ZONES) expect(writeValue(field, text, zone)).toBe(day);
	});

	test.each([
		'Sep 2026',
		'soon',
		// A second day, and a time zone, which is not lost.
		'22 Sep 2026, 9:26 or later',
		'22 Sep 2026 9:26 - 30 Sep 2026 9:26',
		'20/Oct/26 9:00 AM CET',
		'20 October 2026 09:00 +0200',
	])('unlike any other text (%s)', (text) => {
		for (const kind of [field, dateTime('created_at', 'Created')]) {
			expect(getRefusal(kind, text)[0]).toBe(`"${text}" is not a date`);
		}
	});

	test.each(['31/Sep/26', '30 February 2026', 'Feb 29, 2026', '0 May 2026'])(
		'if there is such a day (%s)',
		(text) => {
			for (const kind of [field, dateTime('created_at', 'Created')]) {
				expect(getRefusal(kind, text)[0]).toBe(`"${text}" is a date that does not exist`);
			}
		},
	);

	test.each([
		'22/Sep/25 13:30 AM',
		'22/Sep/25 13:30 PM',
		'22/Sep/25 0:30 PM',
		'22/Sep/25 24:00',
		'22/Sep/25 9:60',
		'22/Sep/25 9:26:60',
		'20/Oct/26 99:99',
	])('if its clock can show such a time (%s)', (text) => {
		for (const kind of [field, dateTime('created_at', 'Created')]) {
			expect(getRefusal(kind, text)[0]).toBe(`"${text}" has a time of day that does not exist`);
		}
	});

	// Jira writes the months in the language of its user: these are Finnish, French, German, Polish and Portuguese.
	test.each([
		['12/marras/25', 'marras'],
		['12/marrask./25', 'marrask.'],
		['12/touko/25', 'touko'],
		['12/juil./25', 'juil.'],
		['12/Mai/25', 'Mai'],
		['12/Okt/25', 'Okt'],
		['12/paź/25', 'paź'],
		['12/dez/25', 'dez'],
		['Mär 5, 2025', 'Mär'],
		['1/Foo/26', 'Foo'],
		['12 Junk 2025', 'Junk'],
		['12 Octopus 2025', 'Octopus'],
		['Marathon 12, 2025', 'Marathon'],
		['12 Augu 2025', 'Augu'],
	])(
		'unlike a word that is no English month, although it may begin like one (%s)',
		(text, month) => {
			for (const kind of [field, dateTime('created_at', 'Created')]) {
				expect(getRefusal(kind, text)).toEqual([
					`"${text}" has a month that is not known: ${month}`,
					'Use the English name of the month, e.g. 31 March 2026, or a date such as 2026-03-31.',
				]);
			}
		},
	);
});

describe('the refusal of a date suggests how to convert the value', () => {
	const origin = {
		kind: 'expression',
		expressions: ['{{ $json.due }}'],
		isAiGenerated: false,
	} as const;

	test.each<[value: unknown, conversions: readonly string[], day: string]>([
		['05.03.2025', ["fromFormat($json.due, 'dd.MM.yyyy')"], '2025-03-05'],
		['5.3.2025', ["fromFormat($json.due, 'd.M.yyyy')"], '2025-03-05'],
		['5.3.2025 14:30', ["fromFormat($json.due, 'd.M.yyyy HH:mm')"], '2025-03-05'],
		['2025/03/05', ["fromFormat($json.due, 'yyyy/MM/dd')"], '2025-03-05'],
		['31/03/2025', ["fromFormat($json.due, 'dd/MM/yyyy')"], '2025-03-31'],
		['03/31/2025', ["fromFormat($json.due, 'MM/dd/yyyy')"], '2025-03-31'],
		['20250305', ["fromFormat($json.due, 'yyyyMMdd')"], '2025-03-05'],
		[20250305, ["fromFormat(String($json.due), 'yyyyMMdd')"], '2025-03-05'],
		['2026-1-9', ["fromFormat($json.due, 'yyyy-M-d')"], '2026-01-09'],
		// With a clock, the digits are as many as those of a timestamp of 1976.
		['202503051430', ["fromFormat($json.due, 'yyyyMMddHHmm')"], '2025-03-05'],
		[202503051430, ["fromFormat(String($json.due), 'yyyyMMddHHmm')"], '2025-03-05'],
		[20250305143059, ["fromFormat(String($json.due), 'yyyyMMddHHmmss')"], '2025-03-05'],
		// A day with an hour is as long as a timestamp of 2034.
		[
			'2025030514',
			["fromFormat(String($json.due), 'yyyyMMddHH')", 'fromSeconds(Number($json.due))'],
			'2025-03-05',
		],
		[2025030514, ["fromFormat(String($json.due), 'yyyyMMddHH')"], '2025-03-05'],
	])('from %j with a format that reads it', (value, conversions, day) => {
		const format = /'(.+)'/.exec(conversions[0] ?? '')?.[1] ?? '';

		const [, remedy] = getRefusal(field, value, { origin });

		for (const conversion of conversions) {
			expect(remedy).toContain(`DateTime.${conversion}.toISODate()`);
		}

		expect(DateTime.fromFormat(String(value), format).toISODate()).toBe(day);
	});

	test.each([46205, '46205', '46205.5'])('from %j as the number of a day in Excel', (value) => {
		const [, remedy] = getRefusal(field, value, { origin });

		const conversion =
			"DateTime.fromISO('1899-12-30').plus({ days: Number($json.due) }).toISODate()";

		expect(remedy).toContain(
			`If it is a day number of Excel, it is 2026-07-02: convert it with {{ ${conversion} }}.`,
		);
		const day = DateTime.fromISO('1899-12-30').plus({ days: Number(value) });

		expect(day.toISODate()).toBe('2026-07-02');
	});

	test('in both ways if day and month are ambiguous', () => {
		const [, remedy] = getRefusal(field, '05/03/25', { origin });

		expect(remedy).toContain(
			"Convert it with {{ DateTime.fromFormat($json.due, 'MM/dd/yy').toISODate() }} if the month comes first, or with {{ DateTime.fromFormat($json.due, 'dd/MM/yy').toISODate() }} if the day does.",
		);
	});

	test.each([
		['Thu Mar 06 2025 10:00:00 GMT+0000 (GMT)', 'Convert it with {{ new Date($json.due) }}.'],
		['Thu, 06 Mar 2025 10:00:00 GMT', 'Convert it with {{ new Date($json.due) }}.'],
		['tomorrow', 'For that day, use {{ $today.plus({ days: 1 }) }}.'],
		['Today', 'For that day, use {{ $today }}.'],
	])('from %s with an expression of n8n', (value, sentence) => {
		expect(getRefusal(field, value, { origin })[1]).toContain(sentence);
	});

	// n8n's node of Notion returns such objects, and Notion's CSV files have such texts.
	test.each([
		[{ start: '2026-10-08', end: null }, '{{ $json.due.start }}', '{{ $json.due.end }}'],
		[
			'October 8, 2026 → October 29, 2026',
			"{{ $json.due.split('→')[0].trim() }}",
			"{{ $json.due.split('→')[1].trim() }}",
		],
	])('from %j with an expression for either day of a range', (value, first, last) => {
		expect(getRefusal(field, value, { origin })[1]).toContain(
			`It is a range: use ${first} for its first day, or ${last} for its last one.`,
		);
	});

	test('but not from a number that a spreadsheet has rounded, which is lost', () => {
		expect(getRefusal(field, '1.73344E+12', { origin })[1]).toContain(
			'A spreadsheet has rounded it, so its day is lost: use the file as the tool has exported it',
		);
	});

	test('with the text itself if a user typed it', () => {
		expect(getRefusal(field, '5.3.2025')[1]).toContain("fromFormat('5.3.2025', 'd.M.yyyy')");
	});

	test.each(['next Monday', '99.99.2025', '2026', 'Sep 2026', '20/Oct/26 9:00 AM CET'])(
		'but not from %s, which is not recognized',
		(value) => {
			expect(getRefusal(field, value, { origin })[1]).toBe(
				'Use a date such as 2026-03-31, a timestamp, or a date object.',
			);
		},
	);

	test('with the time of day if the field has one', () => {
		const [, remedy] = getRefusal(dateTime('snoozed_till', 'Until'), '5.3.2025 14:30', { origin });

		expect(remedy).toContain("DateTime.fromFormat($json.due, 'd.M.yyyy HH:mm').toISO()");
	});
});

test('a date does not depend on the time zone of the machine', () => {
	const before = process.env.TZ;

	try {
		for (const zone of ZONES) {
			process.env.TZ = zone;
			expect(writeValue(field, '2026-11-21')).toBe('2026-11-21');
			expect(writeValue(field, '2026-11-21T00:00:00')).toBe('2026-11-21');
			expect(writeValue(field, '2026-11-21T23:59:59Z')).toBe('2026-11-21');
			expect(writeValue(field, new Date('2026-11-21T23:59:59Z'))).toBe('2026-11-21');
		}
	} finally {
		if (before === undefined) {
			delete process.env.TZ;
		} else {
			process.env.TZ = before;
		}
	}
});
