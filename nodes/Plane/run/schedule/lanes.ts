/** How jobs are done, some of them one beside the other. */
export interface Lanes<Job, Result> {
	/** Jobs under way at the same time. */
	readonly atOnce: number;
	/** Whether the first job goes alone, to show what the others can expect. */
	readonly scout: boolean;
	/** Jobs of the same lane are done one after the other, in their order; undefined: of none. */
	readonly laneOf: (job: Job) => string | undefined;
	readonly work: (job: Job) => Promise<Result>;
	/** Whether what a job came to shows that no further one is to be begun. */
	readonly ends: (result: Result) => boolean;
}

/**
 * Does jobs in their order, several at once.
 *
 * @returns what the jobs came to, in the order of the jobs; undefined: it was not begun
 */
export async function inLanes<Job, Result>(
	jobs: readonly Job[],
	{ atOnce, scout, laneOf, work, ends }: Lanes<Job, Result>,
): Promise<(Result | undefined)[]> {
	const results: (Result | undefined)[] = jobs.map(() => undefined);
	const entries = jobs.map((job, index) => ({ job, index, lane: laneOf(job) }));
	type Entry = (typeof entries)[number];
	/** Lanes in which a job is under way, with the jobs that wait for it. */
	const busy = new Map<string, Entry[]>();
	/** Jobs that waited in their lanes and may begin now. */
	const due: Entry[] = [];
	let next = 0;
	let ended = false;

	/** The next job to begin, that nothing stands in the way of. */
	const take = (): Entry | undefined => {
		if (ended) return undefined;
		const first = due.shift();
		if (first !== undefined) return first;
		for (let entry = entries[next++]; entry !== undefined; entry = entries[next++]) {
			if (entry.lane === undefined) return entry;
			const behind = busy.get(entry.lane);
			if (behind !== undefined) {
				behind.push(entry);
				continue;
			}
			busy.set(entry.lane, []);
			return entry;
		}
		return undefined;
	};

	const begin = async ({ job, index, lane }: Entry) => {
		const result = await work(job);
		results[index] = result;
		if (ends(result)) ended = true;
		if (lane === undefined) return;
		const after = busy.get(lane)?.shift();
		if (after === undefined) busy.delete(lane);
		else due.push(after);
	};

	const worker = async () => {
		for (let entry = take(); entry !== undefined; entry = take()) {
			await begin(entry);
		}
	};

	const first = scout ? take() : undefined;
	if (first !== undefined) await begin(first);
	await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, worker));
	return results;
}
