/** What the server does after it has answered, in the order of its queue. */
export class Workers {
	private readonly timers = new Set<NodeJS.Timeout>();

	/** @param delay how far the workers are behind, in milliseconds */
	constructor(private readonly delay: number) {}

	/** Does it once the workers get there. */
	schedule(work: () => void): void {
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			work();
		}, this.delay);

		timer.unref();
		this.timers.add(timer);
	}

	/** Drops what has not been done. */
	close(): void {
		for (const timer of this.timers) clearTimeout(timer);
		this.timers.clear();
	}
}
