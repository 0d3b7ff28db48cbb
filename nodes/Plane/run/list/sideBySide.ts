/** Requests at once: the fastest that the real server gets; many more break it (observed, "Measured"). */
const AT_ONCE = 8;

/** Jobs after which the caller looks at what came, so that a server with a wrong total is found out. */
const AT_MOST = 8 * AT_ONCE;

/**
 * Does the jobs 0, 1, 2 … of a number, or the first of them, several at once, begun in their order.
 *
 * @param ends whether what a job came to shows that no further one is to be begun
 * @returns what the jobs that were begun came to, in their order
 */
export async function sideBySide<Result>(
	count: number,
	job: (index: number) => Promise<Result>,
	ends: (result: Result, index: number) => boolean,
): Promise<Result[]> {
	const most = Math.min(count, AT_MOST);
	const results: Result[] = [];
	let next = 0;
	let ended = false;
	const work = async () => {
		while (!ended && next < most) {
			const index = next++;
			const result = await job(index);
			results[index] = result;
			if (ends(result, index)) ended = true;
		}
	};
	await Promise.all(Array.from({ length: Math.min(AT_ONCE, most) }, work));
	return results;
}
