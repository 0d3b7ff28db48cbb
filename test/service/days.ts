import { IANAZone } from 'luxon';

import type { Cycle, ServiceState } from './state';

/** In milliseconds. Offsets only ever change at the start of a quarter of an hour. */
const QUARTER_HOUR = 15 * 60_000;

/** Cached offsets by time zone and quarter of an hour, because a list needs the same few many times. */
const knownOffsets = new Map<string, number>();

/** Returns how far a time zone is ahead of UTC, in milliseconds, and 0 for an unknown time zone. */
export function getUtcOffset(timeZone: string, at: number): number {
	const key = `${timeZone} ${Math.floor(at / QUARTER_HOUR)}`;
	const known = knownOffsets.get(key);
	if (known !== undefined) return known;

	const zone = IANAZone.create(timeZone);
	const offset = zone.isValid ? zone.offset(at) * 60_000 : 0;

	knownOffsets.set(key, offset);

	return offset;
}

/**
 * Formats a time of day on a day in a time zone as the server does. A full time keeps its own time
 * of day.
 */
function toServerTime(day: string | null, clock: string, timezone: string): string | null {
	if (day === null) return null;

	const time = Date.parse(day.includes('T') ? day : `${day}T${clock}Z`);
	const utc = day.includes('T') ? time : time - getUtcOffset(timezone, time);

	return new Date(utc).toISOString().replace('.000Z', 'Z');
}

/** Formats the first instant of a day in a time zone as the server does. */
export const startOfDay = (day: string, timeZone: string): string =>
	toServerTime(day, '00:00:00', timeZone) ?? day;

/** Returns when a cycle begins (00:00:01 on its first day) and ends (23:59:00 on its last). */
export function getCycleTimes(cycle: Cycle, { projects }: ServiceState) {
	const { timezone = 'UTC' } = projects.find(({ id }) => id === cycle.project) ?? {};

	return {
		start_date: toServerTime(cycle.start_date, '00:00:01', timezone),
		end_date: toServerTime(cycle.end_date, '23:59:00', timezone),
	};
}

const now = (): string => new Date().toISOString();

export function hasEnded(cycle: Cycle, state: ServiceState): boolean {
	const { end_date: end } = getCycleTimes(cycle, state);

	return end !== null && end < now();
}

/** The filters of `cycle_view`. Any other value shows all cycles (row 31). */
export const cycleViews: Record<string, (cycle: Cycle, state: ServiceState) => boolean> = {
	current(cycle, state) {
		const { start_date: start, end_date: end } = getCycleTimes(cycle, state);

		return start !== null && end !== null && start <= now() && now() <= end;
	},
	upcoming: (cycle, state) => (getCycleTimes(cycle, state).start_date ?? '') > now(),
	completed: hasEnded,
	draft: ({ start_date: start, end_date: end }) => start === null && end === null,
	incomplete: (cycle, state) => !hasEnded(cycle, state),
};
