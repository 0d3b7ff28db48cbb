/** Does what the server does after it has answered, in the order of its queue. */
export class Workers {
	private readonly timers = new Set<NodeJS.Timeout>();

	/** @param delay how long after the answer the workers act, in milliseconds */
	constructor(private readonly delay: number) {}

	/** Does this work after the delay. */
	schedule(work: () => void): void {
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			work();
		}, this.delay);

		timer.unref();
		this.timers.add(timer);
	}

	/** Drops all work that is still waiting. */
	close(): void {
		for (const timer of this.timers) clearTimeout(timer);
		this.timers.clear();
	}
}
