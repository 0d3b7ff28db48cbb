import { isObject } from './valueChecks';

/** A time in an unknown time zone, from text without one. */
export interface LocalTime {
	readonly kind: 'local';
	/** The day in the text, as `YYYY-MM-DD`. */
	readonly day: string;
	/** The day and clock as if they were UTC, in UNIX milliseconds. */
	readonly utcEquivalent: number;
}

/** A point in time. */
export interface Instant {
	readonly kind: 'instant';
	/** UNIX milliseconds. */
	readonly instant: number;
	/** Whether the value was in UTC or, like timestamps and date objects, has no time zone of its own. */
	readonly isInUtc: boolean;
}

/** A value that is not a time. */
export interface InvalidTime {
	readonly kind: 'invalid';
	/** What is wrong with it, as a clause: `is not a date`. */
	readonly clause: string;
	/** What to enter, as a sentence, or undefined if any time will do. */
	readonly remedy: string | undefined;
}

export type Time = Instant | LocalTime | InvalidTime;

/** The clause for values that do not look like a time at all. */
export const NOT_A_DATE = 'is not a date';

/** The range with years of three or four digits in every time zone, in UNIX milliseconds. */
const EARLIEST = Date.UTC(100, 0, 1);
const LATEST = Date.UTC(9999, 11, 30);

export const isInRange = (instant: number): boolean => instant >= EARLIEST && instant <= LATEST;

/** An ISO 8601 date. Groups: the day, and optionally the clock and its time zone. */
const ISO =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(?:\s?(Z|[+-]\d\d(?::?\d\d)?))?)?$/i;

/**
 * Reads a time from a timestamp, a date object or ISO 8601 text, from `2026-03-31` to
 * `2026-03-31T08:30:00.123Z`. Digits after the milliseconds, as servers write them, are dropped.
 */
export function readTime(value: unknown): Time {
	const instant = toInstant(value);
	if (instant !== undefined) return { kind: 'instant', instant, isInUtc: true };

	const iso = typeof value === 'string' ? ISO.exec(value) : null;
	const [, day, clock = '00:00', zone] = iso ?? [];
	if (day === undefined) return invalidTime(NOT_A_DATE);

	const utcEquivalent = Date.parse(`${day}T${clock.replace(',', '.')}Z`);
	// Date.parse reads 30 February as 2 March.
	const exists =
		utcEquivalent >= EARLIEST && new Date(utcEquivalent).getUTCDate() === Number(day.slice(-2));
	if (!exists) return invalidTime('is a date that does not exist');
	if (zone === undefined) return { kind: 'local', day, utcEquivalent };

	const offset = parseZoneOffset(zone);
	if (offset === undefined) return invalidTime('has a time zone that does not exist');

	return { kind: 'instant', instant: utcEquivalent - offset * 60_000, isInUtc: offset === 0 };
}

/**
 * Reads the instant in a field of a record. A time without a time zone is read as UTC.
 *
 * @returns UNIX milliseconds, or undefined if the value is not a time
 */
export function parseInstant(value: unknown): number | undefined {
	const time = readTime(value);
	if (time.kind === 'invalid') return undefined;

	return time.kind === 'local' ? time.utcEquivalent : time.instant;
}

/** See `InvalidTime`. */
export const invalidTime = (clause: string, remedy?: string): InvalidTime => ({
	kind: 'invalid',
	clause,
	remedy,
});

/** Returns an offset from UTC in minutes: `Z` → 0, `+05:30` → 330, `-0800` → -480. */
function parseZoneOffset(zone: string): number | undefined {
	if (zone.toUpperCase() === 'Z') return 0;

	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', ''));
	const offset = (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);

	return minutes > 59 || offset < -12 * 60 || offset > 14 * 60 ? undefined : offset;
}

/**
 * A day and a clock without separators, up to the hour, the minute or the second: 202603311430 is in 2026, and not the
 * timestamp of a day in 1976, which is as long. 2026033114 may also be the timestamp of a day in 2034: only the user
 * knows.
 */
const DAY_AND_CLOCK =
	/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])(?:[0-5]\d){0,2}$/;

/** Returns the UNIX milliseconds of a timestamp, which may be text, a `Date` or a Luxon `DateTime`. */
function toInstant(value: unknown): number | undefined {
	if (isObject(value)) return objectToInstant(value);

	// In seconds or milliseconds: 1767225600 or 1767225600000.
	const isTimestamp = typeof value === 'string' && /^\d{9,13}$/.test(value);
	const number = isTimestamp ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isFinite(number) || number < 1e8) return undefined;
	if (DAY_AND_CLOCK.test(String(number))) return undefined;

	// Smaller numbers are seconds: as milliseconds, they would be before 1974.
	return number < 1e11 ? number * 1000 : number;
}

/** Objects may come from another realm (n8n evaluates expressions in one), so no instanceof. */
function objectToInstant(value: Record<string, unknown>): number | undefined {
	const isDate = Object.prototype.toString.call(value) === '[object Date]';
	const isLuxon = typeof value.toMillis === 'function';
	const millis = isLuxon ? (value.toMillis as () => unknown)() : isDate && value.valueOf();

	return typeof millis === 'number' && Number.isFinite(millis) ? millis : undefined;
}
