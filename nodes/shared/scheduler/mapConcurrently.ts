/** How items are worked on, some of them at the same time. */
export interface Concurrency<Item, Result> {
	/** Items under way at the same time. */
	readonly concurrency: number;
	/** Items with the same key are worked on one after the other; undefined: at any time. */
	readonly orderBy?: (item: Item) => string | undefined;
	/** Whether the first item goes alone, until it shows what the others can expect. */
	readonly firstAlone?: boolean;
	/** Whether what an item came to shows that no further one is to be begun. */
	readonly shouldStop?: (result: Result, index: number) => boolean;
}

/**
 * Works on items in their order, several at the same time.
 *
 * @param work its `showed` is called by a first item that has shown it, and has something more to do
 * @returns what the items came to, in their order; undefined: it was not begun
 */
export async function mapConcurrently<Item, Result>(
	items: readonly Item[],
	{ concurrency, orderBy, firstAlone = false, shouldStop }: Concurrency<Item, Result>,
	work: (item: Item, showed: () => void) => Promise<Result>,
): Promise<(Result | undefined)[]> {
	const results: (Result | undefined)[] = items.map(() => undefined);
	const entries = items.map((item, index) => ({ item, index, key: orderBy?.(item) }));

	type Entry = (typeof entries)[number];
	/** Keys of which an item is under way, with the items that wait for it. */
	const busy = new Map<string, Entry[]>();
	/** Items that waited for others and may begin now. */
	const due: Entry[] = [];
	let next = 0;
	let hasStopped = false;

	/** The next item to begin, that nothing stands in the way of. */
	const take = (): Entry | undefined => {
		if (hasStopped) return undefined;

		const first = due.shift();
		if (first !== undefined) return first;

		for (let entry = entries[next++]; entry !== undefined; entry = entries[next++]) {
			if (entry.key === undefined) return entry;

			const waiting = busy.get(entry.key);
			if (waiting === undefined) {
				busy.set(entry.key, []);

				return entry;
			}

			waiting.push(entry);
		}

		return undefined;
	};

	const begin = async ({ item, index, key }: Entry, showed: () => void = () => undefined) => {
		const result = await work(item, showed);

		results[index] = result;
		if (shouldStop?.(result, index) === true) hasStopped = true;
		if (key === undefined) return;

		const after = busy.get(key)?.shift();
		if (after === undefined) busy.delete(key);
		else due.push(after);
	};

	const worker = async () => {
		for (let entry = take(); entry !== undefined; entry = take()) await begin(entry);
	};

	const first = firstAlone ? take() : undefined;
	let begun = Promise.resolve();
	if (first !== undefined) {
		const shown = new Promise<void>((showed) => {
			begun = begin(first, showed);
		});

		await Promise.race([begun, shown]);
	}

	const others = Array.from({ length: Math.min(concurrency, items.length) - 1 }, worker);

	await Promise.all([begun.then(worker), ...others]);

	return results;
}
