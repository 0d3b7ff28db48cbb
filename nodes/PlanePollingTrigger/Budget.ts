import type { IPollFunctions } from 'n8n-workflow';

import { problem } from '../shared/result/problem';
import { isUnavailable } from '../shared/scheduler/retryPolicy';
import type { Send } from '../shared/transport/send';

/** What a poll takes at most: requests, and milliseconds. */
const REQUESTS = 40;
const TIME = 30_000;

/** Lets out as many requests as a poll may send, and none after the server has been away. */
export class Budget {
	isAway = false;
	private sent = 0;
	private readonly until: number;

	constructor(
		context: IPollFunctions,
		private readonly sendNow: Send,
	) {
		// Older versions of n8n do not say.
		const time = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : TIME;

		this.until = performance.now() + Math.min(TIME, time);
	}

	readonly send: Send = async (request) => {
		if (this.isSpent) return { fault: 'notSent', problem: ENDED };

		this.sent++;

		return await this.sendAnyway(request);
	};

	/** For a request without which all others would be in vain. */
	readonly sendAnyway: Send = async (request) => {
		const outcome = await this.sendNow(request);

		this.isAway ||= isUnavailable(outcome);

		return outcome;
	};

	get isSpent(): boolean {
		return this.isAway || this.sent >= REQUESTS || performance.now() >= this.until;
	}
}

const ENDED = problem({
	tag: 'notSent',
	message: 'The poll ended before this was read',
	description: 'The next poll continues from here.',
});
