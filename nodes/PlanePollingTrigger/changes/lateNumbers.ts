import { WINDOW } from './feeds';
import type { FeedMark, KnownRow, PassedNumber } from './mark';

/** Milliseconds by which a work item may turn up later than one with a higher number. */
const LATE = 2 * WINDOW;

/** How far below the newest number late ones are waited for, so that idle polls read few pages. */
const FARTHEST = 1_000;

/**
 * The numbers that the newest work item has had, for as long as lower ones may still turn up.
 *
 * @param at now, by the clock of this n8n
 */
export function passedNumbers(
	{ passed = [] }: Pick<FeedMark, 'passed'>,
	newest: number,
	at: number,
): readonly PassedNumber[] {
	const old = passed.findLast((entry) => entry.at <= at - LATE);
	const recent = passed.filter((entry) => entry.at > at - LATE);
	const kept = old === undefined ? recent : [old, ...recent];

	return kept.at(-1)?.number === newest ? kept : [...kept, { at, number: newest }];
}

/**
 * The lowest number that no work item has and that may still turn up: an importer that creates many at
 * once takes their numbers long before anybody sees them.
 *
 * @param rows all that are known from `base` on
 * @returns Infinity if there is none
 */
export function lowestAwaited(
	rows: Readonly<Record<string, KnownRow>>,
	base: number,
	passed: readonly PassedNumber[],
	at: number,
): number {
	const known = new Set(Object.values(rows).map(([, number]) => number));
	const newest = passed.at(-1)?.number ?? 0;
	const given = passed.findLast((entry) => entry.at <= at - LATE)?.number ?? 0;
	const lowest = Math.max(base, given + 1, newest - FARTHEST);

	for (let number = lowest; number < newest; number++) {
		if (!known.has(number)) return number;
	}

	return Infinity;
}
