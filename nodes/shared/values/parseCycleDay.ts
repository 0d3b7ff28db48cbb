const MILLISECONDS_PER_MINUTE = 60_000;

/** Milliseconds from the start of a day to its last minute: a cycle ends at 23:59:00. */
const START_OF_LAST_MINUTE = (24 * 60 - 1) * MILLISECONDS_PER_MINUTE;

/**
 * The largest UTC offset that a project is assumed to have, in milliseconds. Offsets that differ by 24
 * hours look the same, so the range is the 24 hours in which nearly everybody lives: from
 * Honolulu (-10:00) to Chatham (+13:45).
 */
const MAX_UTC_OFFSET = (13 * 60 + 45) * MILLISECONDS_PER_MINUTE;

/** An instant as servers write it. An instant that n8n writes has milliseconds. */
const INSTANT_WITHOUT_FRACTION = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:?\d\d)$/;

/** Returns the day that starts at an instant in a time zone between Honolulu and Chatham. */
const findDayStartingAt = (instant: number): string =>
	new Date(instant + MAX_UTC_OFFSET).toISOString().slice(0, 10);

/**
 * Reads the day on which a cycle starts or ends from the instant that servers return: one second
 * after the start of the first day, or the last minute of the last day, in the time zone of the
 * project (row 160). The instant itself reveals that time zone.
 *
 * @returns `YYYY-MM-DD`, or undefined if the value is not such an instant
 */
export function parseCycleInstant(value: unknown): string | undefined {
	if (typeof value !== 'string' || !INSTANT_WITHOUT_FRACTION.test(value)) return undefined;

	const instant = Date.parse(value);
	if (Number.isNaN(instant)) return undefined;

	const second = Math.floor(instant / 1000) % 60;
	const minute = Math.floor(instant / MILLISECONDS_PER_MINUTE) % 15;
	if (minute === 0 && second === 1) return findDayStartingAt(instant);
	if (minute === 14 && second === 0) return findDayStartingAt(instant - START_OF_LAST_MINUTE);

	return undefined;
}

/**
 * Reads the day on which a cycle starts or ends from any form that servers return: a day, the instant
 * that `parseCycleInstant` reads, or the start of a day, which servers store if only the end of a cycle
 * was sent (row 161).
 *
 * @returns `YYYY-MM-DD`, or undefined if the value is not a date
 */
export function parseCycleDay(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	if (/^\d{4}-\d\d-\d\d$/.test(value)) return value;

	const day = parseCycleInstant(value);
	if (day !== undefined) return day;

	const instant = Date.parse(value);

	return Number.isNaN(instant) ? undefined : findDayStartingAt(instant);
}
