import type { IPollFunctions } from 'n8n-workflow';

import type { Clock } from '../shared/scheduler/RequestQueue';
import { realClock } from '../shared/scheduler/Scheduler';
import { TimeBudget } from '../shared/scheduler/TimeBudget';
import type { HttpRequest } from '../shared/transport/request';
import { isFault, type Outcome, wasRateLimited } from '../shared/transport/response';
import { readRetryAfter } from '../shared/transport/retryAfter';
import type { Send } from '../shared/transport/send';
import { pollEndedProblem } from './changes/pollErrors';

/** Limits of one poll. The time includes waiting for responses. */
const MAX_REQUESTS = 40;
const MAX_DURATION_MS = 30_000;

/** With fewer requests, a poll would not get as far as the first event. */
const FEWEST_REQUESTS = 10;

/**
 * A poll that has sent fewer requests than this waits for the server's limit: the requests of the poll a
 * minute ago are just leaving its sliding window (row 19). One that has sent more leaves the rest to the
 * next poll, because each poll takes a few requests that find nothing.
 */
const ENOUGH_REQUESTS = 25;

/** Milliseconds of a wait: long enough for the server to accept several requests after it. */
const WAIT_MS = 5_000;
const MAX_WAITS = 4;

/** A poll does not wait if the server asks for more than this. */
const LONGEST_RETRY_AFTER_SECONDS = 10;

interface BudgetOptions {
	/** Of the credential. Absent: no limit of the user's own. */
	readonly requestsPerMinute?: number | undefined;
	readonly clock?: Clock;
}

/** Limits the requests of one poll, and stops sending once the server was unavailable. */
export class RequestBudget {
	private requestsSent = 0;
	private waits = 0;
	/** How many more requests the server accepts, as far as its last response says so. */
	private remaining = Infinity;
	private readonly time: TimeBudget;
	private readonly maxRequests: number;
	private readonly clock: Clock;

	constructor(
		context: IPollFunctions,
		private readonly sendNow: Send,
		{ requestsPerMinute = MAX_REQUESTS, clock = realClock }: BudgetOptions = {},
	) {
		// Older versions of n8n do not have this function.
		const budgetMs = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : MAX_DURATION_MS;

		const timeMs = Math.min(MAX_DURATION_MS, budgetMs);

		this.clock = clock;
		this.maxRequests = Math.min(MAX_REQUESTS, Math.max(FEWEST_REQUESTS, requestsPerMinute));
		this.time = new TimeBudget({ timeMs, problem: pollEndedProblem() }, clock);
	}

	readonly send: Send = async (request) => {
		if (this.isSpent) return this.time.notSent;
		if (this.remaining === 0) await this.wait(WAIT_MS);

		const outcome = await this.sendCounted(request);
		const retryAfter = readShortRetryAfter(outcome);
		if (retryAfter === undefined || !this.mayWait(1)) return this.time.record(outcome);

		await this.wait(Math.max(WAIT_MS, retryAfter * 1000));

		return this.time.record(await this.sendCounted(request));
	};

	/** Sends regardless of the budget. For requests without which all others would be pointless. */
	readonly sendUnmetered: Send = async (request) => this.time.record(await this.sendNow(request));

	/** Whether the server could not be reached, or asked to wait, at any time during this poll. */
	get serverUnavailable(): boolean {
		return this.time.serverUnavailable;
	}

	get isSpent(): boolean {
		return !this.maySend(1);
	}

	/** Whether so many more requests may be sent. */
	maySend(requests: number): boolean {
		return (
			!this.serverUnavailable &&
			this.requestsSent + requests <= this.maxRequests &&
			!this.time.isOver &&
			(this.remaining >= requests || this.mayWait(requests))
		);
	}

	/** Whether so many requests may each wait for the server's limit. */
	private mayWait(waits: number): boolean {
		return (
			this.waits + waits <= MAX_WAITS &&
			this.requestsSent + waits <= ENOUGH_REQUESTS &&
			this.time.hasTimeFor(waits * WAIT_MS)
		);
	}

	private async wait(milliseconds: number): Promise<void> {
		this.waits++;
		await this.clock.sleep(milliseconds);
	}

	private async sendCounted(request: HttpRequest): Promise<Outcome> {
		this.requestsSent++;

		const outcome = await this.sendNow(request);

		this.remaining = readRemaining(outcome);

		return outcome;
	}
}

/** The seconds that the server asks to wait, if it refused a request and a poll can wait so long. */
function readShortRetryAfter(outcome: Outcome): number | undefined {
	if (isFault(outcome) || !wasRateLimited(outcome)) return undefined;

	const seconds = readRetryAfter(outcome);
	if (seconds === undefined || seconds > LONGEST_RETRY_AFTER_SECONDS) return undefined;

	return seconds;
}

/** How many more requests the server accepts; Infinity if it does not say. */
function readRemaining(outcome: Outcome): number {
	const text = isFault(outcome) ? '' : (outcome.headers['x-ratelimit-remaining'] ?? '');

	return /^\d+$/.test(text) ? Number(text) : Infinity;
}
