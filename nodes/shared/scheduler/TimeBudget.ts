import type { Problem } from '../result/problem';
import { type Fault, isFault, type Outcome } from '../transport/response';
import type { Clock } from './RequestQueue';
import { isUnavailable } from './retryPolicy';
import { realClock } from './Scheduler';

/** For how long requests are started, in milliseconds, and why one is not. */
export interface TimeLimit {
	readonly timeMs: number;
	readonly problem: Problem;
}

/** The time that a poll, or a delivery, has for its requests, and whether the server was available in it. */
export class TimeBudget {
	/** Whether the server could not be reached, or asked to wait, at any time. */
	serverUnavailable = false;
	/** Whether any request had no response. */
	lacksResponse = false;
	/** The outcome of a request that is not sent, because the time is over. */
	readonly notSent: Fault;
	private readonly deadline: number;

	constructor(
		{ timeMs, problem }: TimeLimit,
		private readonly clock: Pick<Clock, 'now'> = realClock,
	) {
		this.notSent = { kind: 'notSent', problem };
		this.deadline = clock.now() + timeMs;
	}

	get isOver(): boolean {
		return !this.hasTimeFor(0);
	}

	/** Whether there is still time after a wait of so many milliseconds. */
	hasTimeFor(milliseconds: number): boolean {
		return this.clock.now() + milliseconds < this.deadline;
	}

	/** Remembers what an outcome says about the server. @returns the outcome */
	record(outcome: Outcome): Outcome {
		if (isUnavailable(outcome)) this.serverUnavailable = true;
		if (isFault(outcome)) this.lacksResponse = true;

		return outcome;
	}
}
