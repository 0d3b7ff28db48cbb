import { sleep } from 'n8n-workflow';

import { hasFile, type HttpRequest } from '../transport/request';
import { type Fault, isRefused, type Outcome } from '../transport/response';
import type { Send } from '../transport/send';
import { notSent } from './notSent';
import { type Clock, RequestQueue, type Settings, SLICE } from './RequestQueue';
import { anyTimeIn, mayHaveArrived, pauseBeforeRetry } from './retryPolicy';
import { schedulerHints } from './schedulerHints';
import { Semaphore } from './Semaphore';

/** Not the time of day, which can be set in the middle of a wait. */
const realClock: Clock = {
	now: () => performance.now(),
	sleep: async (time) => await sleep(time),
};

/** What a request came to whose sender has thrown, which none should. */
const NOTHING: Fault = { fault: 'network', code: '' };

/**
 * The scheduler of one execution: every request goes through it, and it alone decides when a request
 * goes out, how many at the same time, and whether it is sent again (docs/limits-and-faults.md).
 */
export class Scheduler {
	private readonly queues: RequestQueue[] = [];
	/** Whether nothing more is to be begun. */
	isClosed = false;
	/** What requests came to that were sent again. */
	private readonly repeated: Outcome[] = [];
	private readonly waited = { server: 0, user: 0 };
	private readonly slots: Semaphore;
	private positions = 0;

	constructor(
		readonly settings: Settings,
		private readonly clock: Clock = realClock,
	) {
		this.slots = new Semaphore(settings.concurrency);
	}

	/** Milliseconds by the clock of the execution, which nobody can set. */
	get now(): number {
		return this.clock.now();
	}

	/** Lets no further request out, and ends all waits. */
	close(): void {
		this.isClosed = true;
		for (const queue of this.queues) queue.close();
	}

	/** Lets so many milliseconds pass, or fewer where nothing more is to be begun. */
	async pause(milliseconds: number): Promise<void> {
		const until = this.clock.now() + milliseconds;

		for (let left = milliseconds; left > 0 && !this.isClosed; left = until - this.clock.now()) {
			await this.clock.sleep(Math.min(SLICE, left));
		}
	}

	/** Sends by this scheduler. Each server has limits of its own, and so a queue of its own. */
	over(send: Send): Send {
		const queues = new Map<string, RequestQueue>();

		return async (request) => {
			const { origin } = new URL(request.url);
			let queue = queues.get(origin);
			if (queue === undefined) {
				queue = new RequestQueue(this.settings, this.clock, this.slots, this.waited);
				if (this.isClosed) queue.close();

				this.queues.push(queue);
				queues.set(origin, queue);
			}

			return await this.sendBy(queue, send, request);
		};
	}

	/** What the user is told under the output about waits and repeats. */
	hints(): string[] {
		return schedulerHints(this.waited, this.repeated, this.settings);
	}

	private async sendBy(queue: RequestQueue, send: Send, request: HttpRequest): Promise<Outcome> {
		const { maxWait, retries } = this.settings;
		const position = this.positions++;
		/** What it came to so far, refusals apart: those did nothing. */
		let last: Outcome | undefined;
		let outcome: Outcome | undefined;

		for (let [tries, refusals] = [1, 0]; ; tries++) {
			const ticket = await queue.acquire(position, hasFile(request));
			if (ticket === undefined) return last ?? notSent(queue.closed, request.url, maxWait);
			if (outcome !== undefined) this.repeated.push(outcome);

			outcome = NOTHING;

			try {
				outcome = await send(request);
			} finally {
				// A slot that nobody gives back would hold up all that come after, for ever.
				queue.release(ticket, outcome);
			}

			if (isRefused(outcome)) {
				// The queue says when it may go out again.
				refusals++;
				continue;
			}

			const mayBeDone = last !== undefined && (last.mayBeDone === true || mayHaveArrived(last));

			last = tries === 1 ? outcome : { ...outcome, tries, mayBeDone };
			const pause = pauseBeforeRetry(request, outcome, tries - refusals, retries);
			if (pause === undefined) return last;
			if (!(await queue.pause(anyTimeIn(pause)))) return last;
		}
	}
}
