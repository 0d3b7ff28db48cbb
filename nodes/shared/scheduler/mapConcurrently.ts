/** How jobs are done, some of them one beside the other. */
export interface Lanes<Job, Result> {
	/** Jobs under way at the same time. */
	readonly atOnce: number;
	/** Whether the first job goes alone, until it shows what the others can expect. */
	readonly scout: boolean;
	/** Jobs of the same lane are done one after the other, in their order; undefined: of none. */
	readonly laneOf: (job: Job) => string | undefined;
	/** @param show called by a job that has shown it, and has something more to do */
	readonly work: (job: Job, show: () => void) => Promise<Result>;
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

	const begin = async ({ job, index, lane }: Entry, show: () => void) => {
		const result = await work(job, show);
		results[index] = result;
		if (ends(result)) ended = true;
		if (lane === undefined) return;
		const after = busy.get(lane)?.shift();
		if (after === undefined) busy.delete(lane);
		else due.push(after);
	};

	const worker = async () => {
		for (let entry = take(); entry !== undefined; entry = take()) {
			await begin(entry, () => undefined);
		}
	};

	const first = scout ? take() : undefined;
	let scouting = Promise.resolve();
	if (first !== undefined) {
		const shown = new Promise<void>((show) => {
			scouting = begin(first, show);
		});
		await Promise.race([scouting, shown]);
	}
	const others = Array.from({ length: Math.min(atOnce, jobs.length) - 1 }, worker);
	await Promise.all([scouting.then(worker), ...others]);
	return results;
}
