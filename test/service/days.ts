import { IANAZone } from 'luxon';

import type { Cycle, ServiceState } from './state';

/** Clocks are put forward and back on a quarter of an hour, in milliseconds. */
const QUARTER_HOUR = 15 * 60_000;

/** Offsets by time zone and quarter of an hour: a list asks for the same few again and again. */
const knownOffsets = new Map<string, number>();

/** How far a time zone is ahead of UTC, in milliseconds; one that is unknown is UTC. */
export function getUtcOffset(timeZone: string, at: number): number {
	const key = `${timeZone} ${Math.floor(at / QUARTER_HOUR)}`;
	const known = knownOffsets.get(key);
	if (known !== undefined) return known;

	const zone = IANAZone.create(timeZone);
	const offset = zone.isValid ? zone.offset(at) * 60_000 : 0;

	knownOffsets.set(key, offset);

	return offset;
}

/** The clock of a day in a time zone, or a time that has one of its own, as a time of the server. */
function toServerTime(day: string | null, clock: string, timezone: string): string | null {
	if (day === null) return null;

	const time = Date.parse(day.includes('T') ? day : `${day}T${clock}Z`);
	const utc = day.includes('T') ? time : time - getUtcOffset(timezone, time);

	return new Date(utc).toISOString().replace('.000Z', 'Z');
}

/** The first instant of a day in a time zone, as a time of the server. */
export const startOfDay = (day: string, timeZone: string): string =>
	toServerTime(day, '00:00:00', timeZone) ?? day;

/** When a cycle begins and ends: a second after the first midnight, a minute before the last. */
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

/** The cycles that a `cycle_view` shows; there is another for all (row 31). */
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
