/** The requests that are under way at the same time, whichever servers they go to. */
export class Slots {
	private taken = 0;
	private readonly waiting: (() => void)[] = [];

	/** @param most how many there may be */
	constructor(private readonly most: number) {}

	get isFree(): boolean {
		return this.taken < this.most;
	}

	take(): void {
		this.taken++;
	}

	/** Gives one back, and tells those who wait for one. */
	give(): void {
		this.taken--;
		for (const tell of this.waiting) tell();
	}

	/** @param tell is called whenever one was given back */
	onGiven(tell: () => void): void {
		this.waiting.push(tell);
	}
}
