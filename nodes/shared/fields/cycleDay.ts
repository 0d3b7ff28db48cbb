import { date } from './dates/date';
import { fieldFactory } from './field';
import { isSameDay } from './sameValue';

/** Milliseconds of a minute. */
const MILLISECONDS_PER_MINUTE = 60_000;

/** A whole day without its last minute: a cycle ends at 23:59:00 of its last day. */
const START_OF_LAST_MINUTE = (24 * 60 - 1) * MILLISECONDS_PER_MINUTE;

/**
 * How far ahead of UTC a project may be. Of two zones that are 24 hours apart, the one that more people
 * live in is taken: the shift holds for all zones from Honolulu (-10:00) to Chatham (+13:45).
 */
const MAX_UTC_OFFSET = (13 * 60 + 45) * MILLISECONDS_PER_MINUTE;

/** An instant as servers write it: to the second, unlike those of n8n, which have milliseconds. */
const INSTANT_WITHOUT_FRACTION = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:?\d\d)$/;

/** The day that begins at an instant somewhere between Honolulu and Chatham. */
const dayStartingAt = (instant: number): string =>
	new Date(instant + MAX_UTC_OFFSET).toISOString().slice(0, 10);

/**
 * The day of a project that a cycle begins or ends on, as `YYYY-MM-DD`. Servers give the instant: the
 * first second of the first day or the last minute of the last one, in the time zone of the project
 * (row 160). Which zone that is follows from the instant.
 *
 * @returns undefined where the value is no such instant
 */
export function parseCycleInstant(value: unknown): string | undefined {
	if (typeof value !== 'string' || !INSTANT_WITHOUT_FRACTION.test(value)) return undefined;

	const instant = Date.parse(value);
	if (Number.isNaN(instant)) return undefined;

	const second = Math.floor(instant / 1000) % 60;
	const minute = Math.floor(instant / MILLISECONDS_PER_MINUTE) % 15;
	if (minute === 0 && second === 1) return dayStartingAt(instant);
	if (minute === 14 && second === 0) return dayStartingAt(instant - START_OF_LAST_MINUTE);

	return undefined;
}

/**
 * The day that one end of a cycle is on, whatever form a server gives it in: a day, the instant of a
 * whole day, or the start of a day, which is what an end becomes that was sent alone (row 161).
 */
export function parseCycleDay(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	if (/^\d{4}-\d\d-\d\d$/.test(value)) return value;

	const instant = Date.parse(value);

	return parseCycleInstant(value) ?? (Number.isNaN(instant) ? undefined : dayStartingAt(instant));
}

const { kind } = date('date', '');

/**
 * A day on which a cycle starts or ends. An instant as Plane gives it is the day of the project, so
 * that what a workflow has read of a cycle can be written as it is; anything else is read as any date.
 */
export const cycleDay = fieldFactory(
	{
		...kind,
		write: (value, context) => parseCycleInstant(value) ?? kind.write(value, context),
		isUnchanged: (sent, held) => sent === held || sent === parseCycleInstant(held),
		isAccepted: isSameDay,
	},
	{ placeholder: 'e.g. 2026-03-31' },
);
