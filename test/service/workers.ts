import { EventEmitter, once } from 'node:events';

/** How long it takes to write activities, in milliseconds. */
export const WRITING_MS = 10;

/** Does what the server does after it has answered. What is about one record is done in the order of the requests. */
export class Workers {
	private readonly timers = new Set<NodeJS.Timeout>();
	/** When all that waits will be done, by the record that it is about, as `performance.now()`. */
	private readonly busyUntil = new WeakMap<object, number>();
	/** Emits `idle` when no work is waiting any more. */
	private readonly events = new EventEmitter();

	/** @param delay how long after the answer the workers act, in milliseconds */
	constructor(private readonly delay: number | (() => number)) {}

	/** Does this work after the delay, and after what was scheduled about the same record before. */
	schedule(work: () => void, record?: object): void {
		const { delay } = this;
		const now = performance.now();
		const earliest = now + (typeof delay === 'number' ? delay : delay());
		const at = Math.max(earliest, (record && this.busyUntil.get(record)) ?? 0);

		if (record !== undefined) this.busyUntil.set(record, at + 2 * WRITING_MS);

		this.start(work, at - now);
	}

	/** Does something else a little later: the worker that has called this is not done yet. */
	scheduleNext(work: () => void): void {
		this.start(work, WRITING_MS);
	}

	private start(work: () => void, delay: number): void {
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			work();

			if (this.timers.size === 0) this.events.emit('idle');
		}, delay);

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
