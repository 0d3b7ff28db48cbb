import { LATE_ARRIVAL_MS } from './feeds';
import type { NumberAtTime, TrackedItems } from './TriggerState';

/** Milliseconds by which a work item may appear later than one with a higher number. */
const LATE_NUMBER_MS = 2 * LATE_ARRIVAL_MS;

/** How far below the newest number a missing one is waited for: idle polls should read few pages. */
const MAX_NUMBERS_BACK = 1_000;

/**
 * The history of the newest number, as long as lower numbers may still appear.
 *
 * @param before the history so far
 * @param now n8n's clock, in UNIX milliseconds
 */
export function recordNewestNumber(
	before: readonly NumberAtTime[],
	newest: number,
	now: number,
): readonly NumberAtTime[] {
	const lastStable = before.findLast((entry) => entry.at <= now - LATE_NUMBER_MS);
	const recent = before.filter((entry) => entry.at > now - LATE_NUMBER_MS);
	const kept = lastStable === undefined ? recent : [lastStable, ...recent];

	return kept.at(-1)?.number === newest ? kept : [...kept, { at: now, number: newest }];
}

/** The known sequence numbers of a project. */
interface KnownNumbers {
	/** All work items from `processedUpTo` on. */
	readonly items: TrackedItems;
	readonly processedUpTo: number;
	readonly recentNumbers: readonly NumberAtTime[];
	/** n8n's clock, in UNIX milliseconds. */
	readonly now: number;
}

/**
 * The lowest number that no work item has and that may still appear: an importer that creates many at
 * once takes their numbers long before they can be read.
 *
 * @returns Infinity if there is none
 */
export function findLowestMissingNumber(known: KnownNumbers): number {
	const { items, processedUpTo, recentNumbers, now } = known;
	const numbers = new Set(Object.values(items).map(({ cutoff }) => cutoff));
	const newest = recentNumbers.at(-1)?.number ?? 0;
	const lastStable = recentNumbers.findLast(({ at }) => at <= now - LATE_NUMBER_MS)?.number ?? 0;
	const first = Math.max(processedUpTo, lastStable + 1, newest - MAX_NUMBERS_BACK);

	for (let number = first; number < newest; number++) {
		if (!numbers.has(number)) return number;
	}

	return Infinity;
}
