import { sleep } from 'n8n-workflow';

import type { RequestLimits } from '../transport/limits';
import { hasFile, type HttpRequest } from '../transport/request';
import { type Fault, wasRateLimited, type Outcome } from '../transport/response';
import type { Send } from '../transport/send';
import { createNotSentFault, OUTDATED } from './createNotSentFault';
import type { LimitOwner, Ticket } from './RateLimiter';
import { type Clock, POLL_INTERVAL_MS, RequestQueue } from './RequestQueue';
import { mayHaveArrived, pauseBeforeRetry, randomDelay } from './retryPolicy';
import { schedulerHints } from './schedulerHints';
import { Semaphore } from './Semaphore';

/** A monotonic clock: the time of day can be changed in the middle of a wait. */
export const realClock: Clock = {
	now: () => performance.now(),
	sleep: async (milliseconds) => await sleep(milliseconds),
};

/** The outcome that is recorded if `send` throws, which it should not. */
const NO_OUTCOME: Fault = { kind: 'network', code: '' };

/**
 * The scheduler of one execution. Every request goes through it, and it alone decides when a request
 * goes out, how many are in flight, and whether one is retried (docs/architecture.md).
 */
export class Scheduler {
	/** Whether no further request is sent, so that no further call needs to be started. */
	isClosed = false;
	/** Whether a request that changes something may have arrived at a server. A rate limit refuses it before. */
	mayHaveChanged = false;

	private readonly queues: RequestQueue[] = [];
	/** The outcomes after which a request was sent again. */
	private readonly retriedOutcomes: Outcome[] = [];
	private readonly slots: Semaphore;
	private nextPosition = 0;

	constructor(
		readonly settings: RequestLimits,
		private readonly clock: Clock = realClock,
	) {
		this.slots = new Semaphore(settings.concurrency);
	}

	/** The time on a monotonic clock, in milliseconds. */
	get now(): number {
		return this.clock.now();
	}

	/** How lists are read through this scheduler. */
	get paging() {
		return {
			concurrency: this.settings.concurrency,
			pause: async (milliseconds: number) => await this.pause(milliseconds),
		};
	}

	/** Ends all waits. From now on, nothing more is sent. */
	close(): void {
		this.isClosed = true;
		for (const queue of this.queues) queue.close();
	}

	/** Pauses for this many milliseconds, or until the scheduler is closed. */
	async pause(milliseconds: number): Promise<void> {
		const until = this.clock.now() + milliseconds;
		let remaining = milliseconds;

		while (remaining > 0 && !this.isClosed) {
			await this.clock.sleep(Math.min(POLL_INTERVAL_MS, remaining));
			remaining = until - this.clock.now();
		}
	}

	/** Returns a `send` that sends through this scheduler, with a queue for each server. */
	wrap(send: Send): Send {
		const queues = new Map<string, RequestQueue>();

		return async (request) => {
			const { origin } = new URL(request.url);
			const queue = queues.get(origin) ?? this.openQueue();

			queues.set(origin, queue);

			return await this.sendThrough(queue, send, request);
		};
	}

	/** Returns messages about waits and retries, which the user sees under the output. */
	hints(): string[] {
		const waitedMs: Record<LimitOwner, number> = { server: 0, user: 0 };

		for (const queue of this.queues) {
			waitedMs.server += queue.waitedMs.server;
			waitedMs.user += queue.waitedMs.user;
		}

		return schedulerHints(waitedMs, this.retriedOutcomes, this.settings);
	}

	private openQueue(): RequestQueue {
		const queue = new RequestQueue(this.settings, this.clock, this.slots);
		if (this.isClosed) queue.close();

		this.queues.push(queue);

		return queue;
	}

	/** Sends a request as soon as its queue admits it, and retries it as the retry policy decides. */
	private async sendThrough(
		queue: RequestQueue,
		send: Send,
		request: HttpRequest,
	): Promise<Outcome> {
		const { maxWaitMs } = this.settings;
		const retries = request.isOptional === true ? 0 : this.settings.retries;
		const position = this.nextPosition++;
		let refusals = 0;
		let latestOutcome: Outcome | undefined;
		/** The result so far. Refusals because of a rate limit do not count: the server did not carry out the request. */
		let result: Outcome | undefined;

		for (let tries = 1; ; tries++) {
			const ticket = await queue.acquire({
				position,
				hasFile: hasFile(request),
				sendBefore: result === undefined ? request.sendBefore : undefined,
			});
			if (ticket === 'tooLate') return OUTDATED;

			if (ticket === undefined) {
				return result ?? createNotSentFault(queue.closeReason, request.url, maxWaitMs);
			}

			if (latestOutcome !== undefined) this.retriedOutcomes.push(latestOutcome);

			const outcome = await sendWith(ticket, queue, async () => await send(request));

			latestOutcome = outcome;
			this.mayHaveChanged ||= request.effect !== 'read' && mayHaveArrived(outcome);

			if (wasRateLimited(outcome)) {
				// The queue decides when the request may go out again.
				refusals++;
				continue;
			}

			const mayHaveSucceeded = result !== undefined && mayHaveArrived(result);

			result = tries === 1 ? outcome : { ...outcome, attempts: tries, mayHaveSucceeded };

			const attempt = tries - refusals;
			const pause = pauseBeforeRetry(outcome, { effect: request.effect, attempt, retries });
			if (pause === undefined || !(await queue.pause(randomDelay(pause)))) return result;
		}
	}
}

/** Sends a request that was admitted with this ticket, and releases the ticket even if `send` throws. */
async function sendWith(
	ticket: Ticket,
	queue: RequestQueue,
	send: () => Promise<Outcome>,
): Promise<Outcome> {
	let outcome: Outcome = NO_OUTCOME;

	try {
		outcome = await send();

		return outcome;
	} finally {
		// A slot that is never returned would block all later requests forever.
		queue.release(ticket, outcome);
	}
}
