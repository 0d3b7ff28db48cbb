/** So much at the same time: requests that are under way, or files that are being sent. */
export class Semaphore {
	private held = 0;
	private readonly waiting: (() => void)[] = [];
	private readonly listeners: (() => void)[] = [];

	/** @param most how many there may be */
	constructor(private readonly most: number) {}

	get isFree(): boolean {
		return this.held < this.most;
	}

	/** Takes one that is free. */
	acquire(): void {
		this.held++;
	}

	/** Gives one back: to whoever has waited longest, or to those who listen. */
	release(): void {
		const next = this.waiting.shift();
		if (next === undefined) this.held--;
		else next();

		for (const listener of this.listeners) listener();
	}

	/** @param listener is called whenever one was given back */
	onRelease(listener: () => void): void {
		this.listeners.push(listener);
	}

	/** Does work when it is its turn, in the order in which it came. @throws what the work throws */
	async run<Result>(work: () => Promise<Result>): Promise<Result> {
		if (this.isFree) this.acquire();
		else await new Promise<void>((admit) => this.waiting.push(admit));

		try {
			return await work();
		} finally {
			this.release();
		}
	}
}
