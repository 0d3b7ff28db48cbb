import { date } from './dates/date';
import { fieldsOf } from './field';
import { isSameDay } from './sameValue';

/** Milliseconds of a minute. */
const MINUTE = 60_000;

/** A whole day without its last minute: a cycle ends at 23:59:00 of its last day. */
const LAST_MINUTE = (24 * 60 - 1) * MINUTE;

/**
 * How far ahead of UTC a project may be. Of two zones that are 24 hours apart, the one that more people
 * live in is taken: the shift holds for all zones from Honolulu (-10:00) to Chatham (+13:45).
 */
const FURTHEST_EAST = (13 * 60 + 45) * MINUTE;

/** An instant as servers write it: to the second, unlike those of n8n, which have milliseconds. */
const TO_THE_SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:?\d\d)$/;

/** The day that begins at an instant somewhere between Honolulu and Chatham. */
const dayBeginningAt = (instant: number): string =>
	new Date(instant + FURTHEST_EAST).toISOString().slice(0, 10);

/**
 * The day of a project that a cycle begins or ends on, as `YYYY-MM-DD`. Servers give the instant: the
 * first second of the first day or the last minute of the last one, in the time zone of the project
 * (row 160). Which zone that is follows from the instant.
 *
 * @returns undefined where the value is no such instant
 */
export function dayOfCycle(value: unknown): string | undefined {
	if (typeof value !== 'string' || !TO_THE_SECOND.test(value)) return undefined;

	const instant = Date.parse(value);
	if (Number.isNaN(instant)) return undefined;

	const second = Math.floor(instant / 1000) % 60;
	const minute = Math.floor(instant / MINUTE) % 15;
	if (minute === 0 && second === 1) return dayBeginningAt(instant);
	if (minute === 14 && second === 0) return dayBeginningAt(instant - LAST_MINUTE);

	return undefined;
}

/**
 * The day that one end of a cycle is on, whatever form a server gives it in: a day, the instant of a
 * whole day, or the start of a day, which is what an end becomes that was sent alone (row 161).
 */
export function dayHeld(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	if (/^\d{4}-\d\d-\d\d$/.test(value)) return value;

	const instant = Date.parse(value);

	return dayOfCycle(value) ?? (Number.isNaN(instant) ? undefined : dayBeginningAt(instant));
}

const { kind } = date('date', '');

/**
 * A day on which a cycle starts or ends. An instant as Plane gives it is the day of the project, so
 * that what a workflow has read of a cycle can be written as it is; anything else is read as any date.
 */
export const cycleDay = fieldsOf(
	{
		...kind,
		write: (value, context) => dayOfCycle(value) ?? kind.write(value, context),
		isStored: (sent, held) => sent === held || sent === dayOfCycle(held),
		isTaken: isSameDay,
	},
	{ placeholder: 'e.g. 2026-03-31' },
);
