/** Limits how much happens at the same time: requests in flight, or files being sent. */
export class Semaphore {
	private inUse = 0;
	private readonly waiting: (() => void)[] = [];
	private readonly releaseListeners: (() => void)[] = [];

	/** @param limit how many slots there are */
	constructor(private readonly limit: number) {}

	get isFree(): boolean {
		return this.inUse < this.limit;
	}

	/** Takes a slot without waiting; the caller has checked that one is free. */
	acquire(): void {
		this.inUse++;
	}

	/** Returns a slot. The work that has waited longest in `run` gets it, if any, and all listeners are called. */
	release(): void {
		const next = this.waiting.shift();
		if (next === undefined) {
			this.inUse--;
		} else {
			next();
		}

		for (const listener of this.releaseListeners) listener();
	}

	/** Registers a function that is called whenever a slot is returned. */
	onRelease(listener: () => void): void {
		this.releaseListeners.push(listener);
	}

	/** Runs work as soon as there is a slot, first come, first served. @throws what the work throws */
	async run<Value>(work: () => Promise<Value>): Promise<Value> {
		if (this.isFree) {
			this.acquire();
		} else {
			await new Promise<void>((admit) => this.waiting.push(admit));
		}

		try {
			return await work();
		} finally {
			this.release();
		}
	}
}
