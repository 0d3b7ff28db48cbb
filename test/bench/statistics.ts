const sorted = (values: readonly number[]) => [...values].sort((one, other) => one - other);

/** @throws Error where there is none */
function some(values: readonly number[]): readonly number[] {
	if (values.length === 0) throw new Error('No values to compare.');

	return values;
}

/**
 * The least of several measures of the same time: whatever else a machine does makes a run longer,
 * never shorter. @throws Error where there is none.
 */
export const best = (values: readonly number[]): number => Math.min(...some(values));

/** @throws Error where there is none. */
export const mean = (values: readonly number[]): number =>
	some(values).reduce((sum, value) => sum + value, 0) / values.length;

/** The middle one, or the mean of the middle two. @throws Error where there is none. */
export const median = (values: readonly number[]): number =>
	mean(sorted(values).slice(Math.ceil(values.length / 2) - 1, Math.floor(values.length / 2) + 1));

/**
 * How many of these moments lie within any one stretch of time of this length.
 *
 * @param moments in milliseconds, in any order
 */
export function mostWithin(moments: readonly number[], lengthMs: number): number {
	const following = sorted(moments).map(
		(begin, index, all) => all.slice(index).filter((moment) => moment < begin + lengthMs).length,
	);

	return Math.max(0, ...following);
}

/**
 * What a perfect client needs under a limit of so many requests in any stretch of `windowMs`. It
 * sends the first as fast as it can; each later request may go as soon as the one that came so many
 * places before it has left the window. So every batch repeats the first one, a window later, and
 * the end is that of the last batch.
 *
 * @param batchMs how long the requests of one whole batch take where there is no limit
 * @returns milliseconds
 */
export function idealTime(
	requests: number,
	limit: { readonly requests: number; readonly windowMs: number },
	batchMs: number,
): number {
	const waits = Math.ceil(requests / limit.requests) - 1;
	const last = requests - waits * limit.requests;

	return waits * limit.windowMs + (batchMs * last) / limit.requests;
}
