import type { IPollFunctions } from 'n8n-workflow';

import { problem } from '../shared/result/problem';
import { isUnavailable } from '../shared/scheduler/retryPolicy';
import type { Outcome } from '../shared/transport/response';
import type { Send } from '../shared/transport/send';

/** Limits of one poll. The time includes waiting for responses. */
const MAX_REQUESTS = 40;
const MAX_DURATION_MS = 30_000;

/** Limits the requests of one poll, and stops sending once the server was unavailable. */
export class RequestBudget {
	private wasServerUnavailable = false;
	private requestsSent = 0;
	private readonly deadline: number;

	constructor(
		context: IPollFunctions,
		private readonly sendNow: Send,
	) {
		// Older versions of n8n do not have this function.
		const budgetMs = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : MAX_DURATION_MS;

		this.deadline = performance.now() + Math.min(MAX_DURATION_MS, budgetMs);
	}

	readonly send: Send = async (request) => {
		if (this.isSpent) return { fault: 'notSent', problem: BUDGET_SPENT };

		this.requestsSent++;

		return await this.sendUnmetered(request);
	};

	/** Sends regardless of the budget. For requests without which all others would be pointless. */
	readonly sendUnmetered: Send = async (request) => {
		const outcome = await this.sendNow(request);

		this.recordAvailability(outcome);

		return outcome;
	};

	/** Whether the server could not be reached, or asked to wait, at any time during this poll. */
	get serverUnavailable(): boolean {
		return this.wasServerUnavailable;
	}

	get isSpent(): boolean {
		return (
			this.serverUnavailable ||
			this.requestsSent >= MAX_REQUESTS ||
			performance.now() >= this.deadline
		);
	}

	private recordAvailability(outcome: Outcome): void {
		if (isUnavailable(outcome)) this.wasServerUnavailable = true;
	}
}

const BUDGET_SPENT = problem({
	tag: 'notSent',
	message: 'The poll reached its limit before this was read',
	description: 'The next poll continues from here.',
});
