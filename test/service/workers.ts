import { EventEmitter, once } from 'node:events';

/** Does what the server does after it has answered, in the order of its queue. */
export class Workers {
	private readonly timers = new Set<NodeJS.Timeout>();
	/** Emits `idle` when no work is waiting any more. */
	private readonly events = new EventEmitter();

	/** @param delay how long after the answer the workers act, in milliseconds */
	constructor(private readonly delay: number) {}

	/** Does this work after the delay. */
	schedule(work: () => void): void {
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			work();

			if (this.timers.size === 0) this.events.emit('idle');
		}, this.delay);

		timer.unref();
		this.timers.add(timer);
	}

	/** Waits until everything that was scheduled so far is done, and what that has scheduled. */
	async waitUntilIdle(): Promise<void> {
		if (this.timers.size > 0) await once(this.events, 'idle');
	}

	/** Drops all work that is still waiting. */
	close(): void {
		for (const timer of this.timers) clearTimeout(timer);
		this.timers.clear();
		this.events.emit('idle');
	}
}
