import { refuseValue } from './describe';
import { type FieldKind, fieldsOf } from './field';
import { instantOf, isInRange, type IsoText, readIso } from './instant';

/** @param write gets an instant or what a text without a zone says; undefined: out of range */
const writeTime =
	(
		remedy: string,
		write: (said: number | IsoText, timezone: string) => string | undefined,
	): FieldKind['write'] =>
	(given, { timezone }) => {
		const value = typeof given === 'string' ? given.trim() : given;
		const refuse = (clause: string) => refuseValue(value, clause, remedy);
		const said = read(value);
		if (typeof said === 'string') return refuse(said);
		return write(said, timezone) ?? refuse('is a date out of range');
	};

/** UNIX milliseconds, what a text without a zone says, or why there is neither, as a clause. */
function read(value: unknown): number | IsoText | string {
	const instant = instantOf(value);
	if (instant !== undefined) return instant;
	const iso = typeof value === 'string' ? readIso(value) : 'is not a date';
	return typeof iso === 'string' || iso.zone === undefined ? iso : iso.wall - iso.zone * 60_000;
}

/**
 * A calendar day, written as `YYYY-MM-DD` (docs/values.md). A text without a zone keeps its own day;
 * whatever names an instant becomes the day that it falls on in the workflow's time zone. Servers
 * refuse timestamps, and `""` too: `null` clears (row 13).
 */
export const date = fieldsOf(
	{
		look: { type: 'dateTime', default: '', typeOptions: { dateOnly: true } },
		cleared: null,
		write: writeTime(
			'Use a date such as 2026-03-31, a timestamp, or a date object.',
			(said, timezone) => {
				if (typeof said === 'object') return said.day;
				return isInRange(said) ? clockAt(said, timezone).slice(0, 10) : undefined;
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
		write: writeTime(
			'Use a date and time such as 2026-03-31T08:00:00Z, a day, a timestamp, or a date object.',
			(said, timezone) => {
				const instant = typeof said === 'object' ? instantOfWall(said.wall, timezone) : said;
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

/** What the clocks of a time zone show at an instant: `YYYY-MM-DDTHH:MM:SS`. */
function clockAt(instant: number, timeZone: string): string {
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
	const { year, month, day, hour, minute, second } = Object.fromEntries(
		format.formatToParts(instant).map(({ type, value }) => [type, value]),
	);
	return `${[year?.padStart(4, '0'), month, day].join('-')}T${[hour, minute, second].join(':')}`;
}
