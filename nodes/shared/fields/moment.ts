import { refused } from '../result/problem';
import { quote } from './describe';
import { fieldsOf, type ValueContext, type Written } from './field';
import { instantOf, isInRange, readIso } from './instant';

const REMEDY =
	'Use a date and time such as 2026-03-31T08:00:00Z, a day, a timestamp, or a date object.';

function writeMoment(given: unknown, { timezone }: ValueContext): Written {
	const value = typeof given === 'string' ? given.trim() : given;
	const instant = instantOf(value) ?? instantOfText(value, timezone);
	if (typeof instant === 'string') return refused(`${quote(value)} ${instant}`, REMEDY);
	return isInRange(instant)
		? new Date(instant).toISOString()
		: refused(`${quote(value)} is a date out of range`, REMEDY);
}

/** UNIX milliseconds, or why there are none. */
function instantOfText(value: unknown, timezone: string): number | string {
	const read = typeof value === 'string' ? readIso(value) : 'is not a date';
	if (typeof read === 'string') return read;
	const { wall, zone } = read;
	return zone === undefined ? instantOfWall(wall, timezone) : wall - zone * 60_000;
}

const DAY = 24 * 60 * 60_000;

/**
 * The instant at which the clocks of a time zone show this. Where they show it twice, it is the
 * first time; where they leap over it, it is the leap: a day without midnight starts there.
 */
function instantOfWall(wall: number, timezone: string): number {
	const [before, after] = [wall - DAY, wall + DAY].map(
		(instant) => wall - eastOf(instant, timezone),
	);
	const candidates = [before, after].filter((instant) => instant !== undefined);
	return (
		candidates.find((instant) => instant + eastOf(instant, timezone) === wall) ?? before ?? wall
	);
}

/** How far the clocks of a time zone are ahead of UTC at an instant, in milliseconds. */
function eastOf(instant: number, timeZone: string): number {
	const format = new Intl.DateTimeFormat('en-US', {
		calendar: 'iso8601',
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
	});
	const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, +value]));
	const {
		year = 0,
		month = 1,
		day = 1,
		hour = 0,
		minute = 0,
		second = 0,
	} = Object.fromEntries(parts);
	const whole = Math.floor(instant / 1000) * 1000;
	return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
}

/**
 * An instant, written as `YYYY-MM-DDTHH:MM:SS.mmmZ`. A text without a zone is a time of the
 * workflow's time zone, and a day alone is its start there.
 */
export const moment = fieldsOf(
	{ look: { type: 'dateTime', default: '' }, write: writeMoment },
	{ placeholder: 'e.g. 2026-03-31T08:00:00Z' },
);
