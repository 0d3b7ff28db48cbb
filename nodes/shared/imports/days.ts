import { readTime } from '../values/instant';
import { forTexts } from './textCells';

const MILLISECONDS_PER_HOUR = 60 * 60_000;
const MILLISECONDS_PER_DAY = 24 * MILLISECONDS_PER_HOUR;

const pad = (value: string | number): string => String(value).padStart(2, '0');

/**
 * Writes an instant with another offset than that of UTC, so that its day is that of the workflow. Midnight UTC would be
 * a day in every time zone, as databases write days.
 */
function asInstantOutsideUtc(text: string): string {
	const time = readTime(text);
	if (time.kind !== 'instant') return text;

	const clock = new Date(time.instant + MILLISECONDS_PER_HOUR).toISOString();

	return clock.replace('Z', '+01:00');
}

/** Reads a day of a tool that writes all its days as instants. */
export const readInstantDay = forTexts(asInstantOutsideUtc);

/** `4/17/2026, 4:00:00 AM GMT+5:30`, as ClickUp writes times. */
const AMERICAN_TIME =
	/^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}), (?<hour>\d{1,2}):(?<minute>\d\d):(?<second>\d\d)\s(?<half>[AP])M GMT(?:(?<sign>[+-])(?<hours>\d{1,2})(?::(?<minutes>\d\d))?)?$/u;

const readAmericanDate = (text: string): string => {
	const parts = AMERICAN_TIME.exec(text)?.groups;
	if (parts === undefined) return text;

	const { year = '', month = '', day = '' } = parts;

	return `${year}-${pad(month)}-${pad(day)}`;
};

/** Reads a time as ClickUp writes it: of a text, its day in the time zone in which it is written. A number is an instant. */
export const readAmericanDay = forTexts((text) => asInstantOutsideUtc(readAmericanDate(text)));

/** Reads a time as ClickUp writes it: `2026-04-17T04:00:00+05:30`. */
export const readAmericanTime = forTexts((text) => {
	const parts = AMERICAN_TIME.exec(text)?.groups;
	if (parts === undefined) return text;

	const {
		hour = '',
		minute = '',
		second = '',
		half,
		sign = '+',
		hours = '0',
		minutes = '00',
	} = parts;
	const hour24 = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
	const clock = [pad(hour24), minute, second].join(':');

	return `${readAmericanDate(text)}T${clock}${sign}${pad(hours)}:${minutes}`;
});

/** `Thu Oct 16 2025 21:00:00 GMT+0000 (GMT+00:00)` */
const JAVASCRIPT_TIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/;

/**
 * Reads a day that is written as the midnight of whoever made the export. The midnight in UTC that is nearest has the
 * same day: no inhabited time zone is more than half a day away from it, but for a few islands.
 */
export const readNearestDay = forTexts((text) => {
	const [time] = JAVASCRIPT_TIME.exec(text) ?? [];
	if (time === undefined) return text;

	const instant = Date.parse(time) + MILLISECONDS_PER_DAY / 2;

	return Number.isNaN(instant) ? text : new Date(instant).toISOString().slice(0, 10);
});

/** `Mon, 21 Apr 2025 10:17:06 UTC+0000` */
const UTC_TIME = /^[A-Z][a-z]{2}, (\d{1,2} [A-Z][a-z]{2} \d{4}) (\d\d:\d\d:\d\d) UTC\+0000$/;

/** Reads a time as older versions of Plane write it: its day. */
export const readUtcDay = forTexts((text) => UTC_TIME.exec(text)?.[1] ?? text);

/** Reads a time as older versions of Plane write it: an instant. */
export const readUtcTime = forTexts((text) => {
	const match = UTC_TIME.exec(text);
	if (match === null) return text;

	const instant = Date.parse(`${match[1] ?? ''} ${match[2] ?? ''} GMT`);

	return Number.isNaN(instant) ? text : new Date(instant).toISOString();
});

/** Reads a time whose time zone is in the heading of its column. */
export const readTimeInUtc = forTexts((text) => `${text.replace(' ', 'T')}Z`);

/** `30/mar/26 10:44 PM` */
const NAMED_DAY =
	/^(?<day>\d{1,2})(?<separator>[/.-])(?<month>\p{L}+)\.?[/.-](?<rest>\d{2,4}(?: .*)?)$/u;

const ENGLISH_MONTHS = [
	'Jan',
	'Feb',
	'Mar',
	'Apr',
	'May',
	'Jun',
	'Jul',
	'Aug',
	'Sep',
	'Oct',
	'Nov',
	'Dec',
];

/** Reads a time whose month has its name in the language of the export. */
export const readNamedDay = forTexts((text, _row, months) => {
	const parts = NAMED_DAY.exec(text)?.groups;
	const { day = '', month = '', rest = '' } = parts ?? {};
	const number = months.get(month.toLowerCase());

	return number === undefined ? text : `${day}/${ENGLISH_MONTHS[number - 1] ?? ''}/${rest}`;
});

/** The sign between the days of a range: `October 8, 2026 → October 29, 2026` */
const RANGE_SIGN = '→';

/** The first day of a range. A day alone is when the work is due, and not when it starts. */
export const readStartOfRange = forTexts((text) => {
	const [start = '', end] = text.split(RANGE_SIGN);

	return end === undefined ? undefined : start.trim();
});

/** The last day of a range, or a day alone. */
export const readEndOfRange = forTexts((text) => text.split(RANGE_SIGN).at(-1)?.trim());
