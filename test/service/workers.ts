/** What the server does after it has answered, in the order of its queue. */
export class Workers {
	private readonly waiting = new Set<NodeJS.Timeout>();

	/** @param delay how far the workers are behind, in milliseconds */
	constructor(private readonly delay: number) {}

	/** Does it once the workers get there. */
	later(work: () => void): void {
		const timer = setTimeout(() => {
			this.waiting.delete(timer);
			work();
		}, this.delay);

		timer.unref();
		this.waiting.add(timer);
	}

	/** Drops what has not been done. */
	close(): void {
		for (const timer of this.waiting) clearTimeout(timer);
		this.waiting.clear();
	}
}
