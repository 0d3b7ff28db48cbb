/** Jobs per worker after which the caller looks at what came, to find out a server's wrong total. */
const ROUNDS = 8;

/**
 * Does the jobs 0, 1, 2 … of a number, or the first of them, several at once, begun in their order.
 *
 * @param atOnce jobs that are under way at the same time
 * @param ends whether what a job came to shows that no further one is to be begun
 * @returns what the jobs that were begun came to, in their order
 */
export async function sideBySide<Result>(
	count: number,
	atOnce: number,
	job: (index: number) => Promise<Result>,
	ends: (result: Result, index: number) => boolean,
): Promise<Result[]> {
	const most = Math.min(count, ROUNDS * atOnce);
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
	await Promise.all(Array.from({ length: Math.min(atOnce, most) }, work));
	return results;
}
