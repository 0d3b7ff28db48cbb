import { setImmediate } from 'node:timers/promises';

import type { Clock } from '../../../nodes/shared/scheduler/RequestQueue';

/** A clock that advances only when all work waits for it, so that a test of hours takes milliseconds. */
export class VirtualTime implements Clock {
	private time = Date.parse('2026-11-20T03:00:00Z');
	private readonly sleepers: { readonly at: number; readonly wake: () => void }[] = [];

	now(): number {
		return this.time;
	}

	async sleep(milliseconds: number): Promise<void> {
		const at = this.time + Math.max(0, milliseconds);

		await new Promise<void>((wake) => {
			const later = this.sleepers.findIndex((sleeper) => sleeper.at > at);

			this.sleepers.splice(later < 0 ? this.sleepers.length : later, 0, { at, wake });
		});
	}

	/** Advances the time until the work is done. @returns its result, and how many milliseconds elapsed */
	async advanceUntil<Result>(
		work: Promise<Result>,
	): Promise<{ readonly result: Result; readonly elapsed: number }> {
		const start = this.time;
		const state = { isDone: false };
		const done = work.finally(() => (state.isDone = true));

		for (;;) {
			// Everything that can proceed at this moment does so before time advances.
			await setImmediate();
			if (state.isDone) return { result: await done, elapsed: this.time - start };

			const next = this.sleepers.shift();
			if (next === undefined) throw new Error('Deadlock: everything waits, and nothing sleeps');

			this.time = next.at;
			next.wake();
		}
	}
}
