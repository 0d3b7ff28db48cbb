/** How items are processed, several at the same time. */
export interface Concurrency<Item, Result> {
	/** Items in progress at the same time. */
	readonly concurrency: number;
	/** Items with the same key are processed one after the other. An item without a key waits for none. */
	readonly orderBy?: (item: Item) => string | undefined;
	/** Whether the others wait for the first item, whose requests may show how the server differs. */
	readonly firstAlone?: boolean;
	/** Whether the result of an item means that no further one is to be started. */
	readonly shouldStop?: (result: Result, index: number) => boolean;
}

/** An item with its position in the list and its key. */
interface Entry<Item> {
	readonly item: Item;
	readonly index: number;
	readonly key: string | undefined;
}

/** Hands out items in their order, but never two with the same key at the same time. */
class OrderedQueue<Item> {
	/** Keys of items in progress, each with the items that wait for it. */
	private readonly waitingByKey = new Map<string, Entry<Item>[]>();
	/** Items that waited for another one and may start now. */
	private readonly ready: Entry<Item>[] = [];
	private nextIndex = 0;

	constructor(private readonly entries: readonly Entry<Item>[]) {}

	/** @returns the next item that may start now, or undefined if there is none */
	next(): Entry<Item> | undefined {
		const ready = this.ready.shift();
		if (ready !== undefined) return ready;

		while (this.nextIndex < this.entries.length) {
			const entry = this.entries[this.nextIndex++];
			if (entry !== undefined && this.claim(entry)) return entry;
		}

		return undefined;
	}

	/** Lets the next item with the same key start. */
	finish({ key }: Entry<Item>): void {
		if (key === undefined) return;

		const next = this.waitingByKey.get(key)?.shift();
		if (next === undefined) {
			this.waitingByKey.delete(key);
		} else {
			this.ready.push(next);
		}
	}

	/** @returns whether the item may start; if not, it waits for the one in progress with its key */
	private claim(entry: Entry<Item>): boolean {
		if (entry.key === undefined) return true;

		const waiting = this.waitingByKey.get(entry.key);
		if (waiting === undefined) {
			this.waitingByKey.set(entry.key, []);

			return true;
		}

		waiting.push(entry);

		return false;
	}
}

/**
 * Processes items in their order, several at the same time.
 *
 * @param work processes one item. The first item may call `startOthers` to let the others start before it
 *   ends, if they wait for it.
 * @returns the results in the order of the items, with undefined for each item that was not started
 */
export async function mapConcurrently<Item, Result>(
	items: readonly Item[],
	{ concurrency, orderBy, firstAlone = false, shouldStop }: Concurrency<Item, Result>,
	work: (item: Item, startOthers: () => void) => Promise<Result>,
): Promise<(Result | undefined)[]> {
	const results: (Result | undefined)[] = items.map(() => undefined);
	const queue = new OrderedQueue(
		items.map((item, index) => ({ item, index, key: orderBy?.(item) })),
	);
	let hasStopped = false;

	const next = () => (hasStopped ? undefined : queue.next());

	const run = async (entry: Entry<Item>, startOthers: () => void = () => undefined) => {
		const result = await work(entry.item, startOthers);

		results[entry.index] = result;
		if (shouldStop?.(result, entry.index) === true) hasStopped = true;

		queue.finish(entry);
	};

	const worker = async () => {
		for (let entry = next(); entry !== undefined; entry = next()) await run(entry);
	};

	const first = firstAlone ? next() : undefined;
	let firstDone = Promise.resolve();
	if (first !== undefined) {
		const othersMayStart = new Promise<void>((startOthers) => {
			firstDone = run(first, startOthers);
		});

		await Promise.race([firstDone, othersMayStart]);
	}

	const otherWorkers = Array.from({ length: Math.min(concurrency, items.length) - 1 }, worker);

	await Promise.all([firstDone.then(worker), ...otherWorkers]);

	return results;
}
