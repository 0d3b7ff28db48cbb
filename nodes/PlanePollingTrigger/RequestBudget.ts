import type { IPollFunctions } from 'n8n-workflow';

import { problem } from '../shared/result/problem';
import { isUnavailable } from '../shared/scheduler/retryPolicy';
import type { Send } from '../shared/transport/send';

/** Limits of one poll. */
const MAX_REQUESTS = 40;
const MAX_MILLISECONDS = 30_000;

/** Limits the requests of one poll, and stops sending once the server was unavailable. */
export class RequestBudget {
	/** Whether the server could not be reached, or asked to wait. */
	serverUnavailable = false;
	private sent = 0;
	private readonly deadline: number;

	constructor(
		context: IPollFunctions,
		private readonly sendNow: Send,
	) {
		// Older versions of n8n do not have this function.
		const time = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : MAX_MILLISECONDS;

		this.deadline = performance.now() + Math.min(MAX_MILLISECONDS, time);
	}

	readonly send: Send = async (request) => {
		if (this.isSpent) return { fault: 'notSent', problem: BUDGET_SPENT };

		this.sent++;

		return await this.sendUnmetered(request);
	};

	/** Sends regardless of the budget: without this request, all others would be pointless. */
	readonly sendUnmetered: Send = async (request) => {
		const outcome = await this.sendNow(request);

		this.serverUnavailable ||= isUnavailable(outcome);

		return outcome;
	};

	get isSpent(): boolean {
		return (
			this.serverUnavailable || this.sent >= MAX_REQUESTS || performance.now() >= this.deadline
		);
	}
}

const BUDGET_SPENT = problem({
	tag: 'notSent',
	message: 'The poll reached its limit before this was read',
	description: 'The next poll continues from here.',
});
