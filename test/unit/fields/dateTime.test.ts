import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';

import { mustBeInFuture, dateTime } from '../../../nodes/shared/fields/kinds';
import { itRefuses, getRefusal, writeValue } from './fieldAssertions';

const field = dateTime('created_after', 'Only records created at this moment or later');

describe('a date and time that must be in the future', () => {
	const future = mustBeInFuture(dateTime('snoozed_till', 'Until when it is snoozed'));

	test('is sent like any other', () => {
		expect(writeValue(future, '2099-03-31T08:30:00+02:00', 'UTC')).toBe('2099-03-31T06:30:00.000Z');
	});

	test('is refused if it is in the past', () => {
		expect(getRefusal(future, '2026-01-31T08:30:00Z')).toEqual([
			'"2026-01-31T08:30:00Z" is in the past',
			'Use a time that is still to come.',
		]);
	});
});

describe('a date and time is sent as an instant in UTC', () => {
	test.each<[title: string, value: unknown, written: string]>([
		['a text in UTC', '2026-03-31T08:30:00Z', '2026-03-31T08:30:00.000Z'],
		['a text in another zone', '2026-03-31T08:30:00+05:30', '2026-03-31T03:00:00.000Z'],
		['a text from a server', '2026-03-31T08:30:00.509050Z', '2026-03-31T08:30:00.509Z'],
		['a text with a comma', '2026-03-31T08:30:00,5Z', '2026-03-31T08:30:00.500Z'],
		['the earliest', '0100-01-01T00:00:00Z', '0100-01-01T00:00:00.000Z'],
		['the latest', '9999-12-30T00:00:00Z', '9999-12-30T00:00:00.000Z'],
		['blanks around it', '  2026-03-31T08:30:00Z ', '2026-03-31T08:30:00.000Z'],
		['a Date', new Date('2026-03-31T08:30:00.123Z'), '2026-03-31T08:30:00.123Z'],
		['a DateTime', DateTime.fromISO('2026-03-31T08:30:00.123Z'), '2026-03-31T08:30:00.123Z'],
		['seconds', 1774945800, '2026-03-31T08:30:00.000Z'],
		['milliseconds', 1774945800123, '2026-03-31T08:30:00.123Z'],
		['seconds as text', '1774945800', '2026-03-31T08:30:00.000Z'],
	])('from %s in every time zone of the workflow', (_, value, written) => {
		for (const timezone of ['UTC', 'Asia/Kolkata', 'America/St_Johns']) {
			expect(writeValue(field, value, timezone)).toBe(written);
		}
	});

	test.each([
		['2026-03-31', 'UTC', '2026-03-31T00:00:00.000Z'],
		['2026-03-31', 'Europe/Berlin', '2026-03-30T22:00:00.000Z'],
		['2026-01-31', 'Europe/Berlin', '2026-01-30T23:00:00.000Z'],
		['2026-03-31', 'America/New_York', '2026-03-31T04:00:00.000Z'],
		['2026-03-31', 'Pacific/Kiritimati', '2026-03-30T10:00:00.000Z'],
		['2026-03-31', 'Pacific/Pago_Pago', '2026-03-31T11:00:00.000Z'],
		['2026-03-31T08:30', 'Asia/Kolkata', '2026-03-31T03:00:00.000Z'],
		['2026-03-31 08:30:15.25', 'Asia/Kathmandu', '2026-03-31T02:45:15.250Z'],
		// The day on which clocks skip an hour, the day after it, and the skipped hour.
		['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
		['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
		['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
		// An hour that is repeated, and the hour after it.
		['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
		['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
		// A day without midnight, and one with two of them.
		['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
		['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
	])('from %j in the time zone %s', (value, timezone, written) => {
		expect(writeValue(field, value, timezone)).toBe(written);
	});

	test.each([
		['20/Oct/26 9:00 AM', 'Europe/Berlin', '2026-10-20T07:00:00.000Z'],
		['20/Oct/26 12:30 AM', 'Europe/Berlin', '2026-10-19T22:30:00.000Z'],
		['20/Oct/26 12:30 PM', 'Europe/Berlin', '2026-10-20T10:30:00.000Z'],
		['20/Oct/26 16:26', 'Europe/Berlin', '2026-10-20T14:26:00.000Z'],
		['Oct 20, 2026, 4:26:05 pm', 'Europe/Berlin', '2026-10-20T14:26:05.000Z'],
		['20 October 2026', 'Europe/Berlin', '2026-10-19T22:00:00.000Z'],
		['20 October 2026', 'Asia/Kolkata', '2026-10-19T18:30:00.000Z'],
	])('from %j, with the name of its month, in the time zone %s', (value, timezone, written) => {
		expect(writeValue(field, value, timezone)).toBe(written);
	});

	test.each([
		['Tue Oct 20 2026 09:00:00 GMT+0200 (CEST)', '2026-10-20T07:00:00.000Z'],
		['Tue Oct 20 2026 09:00:00 GMT-0330', '2026-10-20T12:30:00.000Z'],
		['Thu Oct 16 2025 21:00:00 GMT+0000 (GMT+00:00)', '2025-10-16T21:00:00.000Z'],
	])('from %j, as JavaScript and Linear write times', (value, written) => {
		for (const timezone of ['UTC', 'Asia/Kolkata']) {
			expect(writeValue(field, value, timezone)).toBe(written);
		}
	});

	test('as Luxon reads it, for every third hour of a year in four time zones', () => {
		const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Tehran'];

		for (const zone of zones) {
			for (let hour = 0; hour < 365 * 24; hour += 3) {
				const text = new Date(Date.UTC(2026, 0, 1, hour)).toISOString().slice(0, 16);
				const instant = DateTime.fromISO(text, { zone });
				// Luxon chooses differently for times that are skipped or repeated.
				if (instant.toFormat("yyyy-MM-dd'T'HH:mm") !== text) continue;
				if (instant.getPossibleOffsets().length > 1) continue;

				expect([zone, writeValue(field, text, zone)]).toEqual([zone, instant.toUTC().toISO()]);
			}
		}
	});
});

test('a time of JavaScript whose month is unknown is refused', () => {
	expect(getRefusal(field, 'Tue Foo 20 2026 09:00:00 GMT+0200')[0]).toBe(
		'"Tue Foo 20 2026 09:00:00 GMT+0200" has a month that is not known: Foo',
	);
});

describe('a date and time is refused', () => {
	const REMEDY =
		'Use a date and time such as 2026-03-31T08:00:00Z, a day, a timestamp, or a date object.';

	itRefuses(field, (problem) => [problem, REMEDY], [
		['text that is not a date', 'last Monday', '"last Monday" is not a date'],
		['a day that does not exist', '2026-02-30', '"2026-02-30" is a date that does not exist'],
		[
			'a day of JavaScript that does not exist',
			'Mon Feb 30 2026 09:00:00 GMT+0000 (GMT)',
			'"Mon Feb 30 2026 09:00:00 GMT+0000 (GMT)" is a date that does not exist',
		],
		[
			'a time later than the latest',
			'9999-12-30T00:00:00.001Z',
			'"9999-12-30T00:00:00.001Z" is a date out of range',
		],
		['a timestamp that is too large', 9e14, '900000000000000 is a date out of range'],
	]);
});
