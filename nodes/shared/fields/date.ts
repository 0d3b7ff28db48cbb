import { refuseValue } from './describe';
import { type FieldKind, fieldsOf } from './field';
import { isInRange, type LocalTime, readTime } from './instant';
import { isSameDay, isSameInstant } from './sameValue';

/** @param write gets UNIX milliseconds or what a text without a zone says; undefined: out of range */
const writeTime =
	(
		remedy: string,
		write: (time: number | LocalTime, timezone: string) => string | undefined,
	): FieldKind['write'] =>
	(given, { timezone }) => {
		const value = typeof given === 'string' ? given.trim() : given;
		const time = readTime(value);
		if (typeof time === 'string') return refuseValue(value, time, remedy);
		return write(time, timezone) ?? refuseValue(value, 'is a date out of range', remedy);
	};

/**
 * A calendar day, written as `YYYY-MM-DD` (docs/values.md). A text without a zone keeps its own day;
 * whatever names an instant becomes the day that it falls on in the workflow's time zone. Servers
 * refuse timestamps, and `""` too: `null` clears (row 13).
 */
export const date = fieldsOf(
	{
		look: { type: 'dateTime', default: '', typeOptions: { dateOnly: true } },
		cleared: null,
		isTaken: isSameDay,
		write: writeTime(
			'Use a date such as 2026-03-31, a timestamp, or a date object.',
			(time, timezone) => {
				if (typeof time === 'object') return time.day;
				return isInRange(time) ? clockAt(time, timezone).slice(0, 10) : undefined;
			},
		),
	},
	{ placeholder: 'e.g. 2026-03-31' },
);

/**
 * An instant, written as `YYYY-MM-DDTHH:MM:SS.mmmZ`. A text without a zone is a time of the
 * workflow's time zone, and a day alone is its start there.
 */
export const moment = fieldsOf(
	{
		look: { type: 'dateTime', default: '' },
		isStored: isSameInstant,
		write: writeTime(
			'Use a date and time such as 2026-03-31T08:00:00Z, a day, a timestamp, or a date object.',
			(time, timezone) => {
				const instant = typeof time === 'object' ? instantOfWall(time.wall, timezone) : time;
				return isInRange(instant) ? new Date(instant).toISOString() : undefined;
			},
		),
	},
	{ placeholder: 'e.g. 2026-03-31T08:00:00Z' },
);

const DAY = 24 * 60 * 60_000;

/**
 * The instant at which the clocks of a time zone show this. Where they show it twice, it is the
 * first time; where they leap over it, it is the leap: a day without midnight starts there.
 */
function instantOfWall(wall: number, timezone: string): number {
	const before = wall - eastOf(wall - DAY, timezone);
	const after = wall - eastOf(wall + DAY, timezone);
	return [before, after].find((instant) => instant + eastOf(instant, timezone) === wall) ?? before;
}

/** How far the clocks of a time zone are ahead of UTC at an instant, in milliseconds. */
const eastOf = (instant: number, timezone: string): number =>
	Date.parse(`${clockAt(instant, timezone)}Z`) - Math.floor(instant / 1000) * 1000;

/** What the clocks of a time zone show: `YYYY-MM-DDTHH:MM:SS`, which Sweden writes almost so. */
const clockAt = (instant: number, timeZone: string): string =>
	new Date(instant).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T').padStart(19, '0');
