const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);

function assertNotEmpty(values: readonly number[]): readonly number[] {
	if (values.length === 0) throw new Error('No values to compare.');

	return values;
}

/**
 * Returns the least of several measurements of the same time: other work of the machine makes a run
 * longer, never shorter.
 *
 * @throws Error if there are no values
 */
export const best = (values: readonly number[]): number => Math.min(...assertNotEmpty(values));

/** @throws Error if there are no values */
export const mean = (values: readonly number[]): number =>
	assertNotEmpty(values).reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the middle value, or the mean of the middle two. @throws Error if there are no values */
export const median = (values: readonly number[]): number =>
	mean(sorted(values).slice(Math.ceil(values.length / 2) - 1, Math.floor(values.length / 2) + 1));

/**
 * Counts the most times that lie within one window.
 *
 * @param times in milliseconds, in any order
 * @param windowMs the length of the window in milliseconds
 */
export function mostWithin(times: readonly number[], windowMs: number): number {
	const counts = sorted(times).map(
		(start, index, all) => all.slice(index).filter((time) => time < start + windowMs).length,
	);

	return Math.max(0, ...counts);
}

/**
 * Computes how long a perfect client takes under a limit of `limit.requests` in any window of
 * `limit.windowMs`. It sends the first batch as fast as it can. Each later request may be sent as soon
 * as the request one batch before it has left the window. So every batch repeats the first one, a
 * window later.
 *
 * @param batchMs how long the requests of one full batch take without a limit
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
