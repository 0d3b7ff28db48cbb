import { fromFault } from '../errors/fromFault';
import { statusProblem } from '../errors/status';
import { TRY_AGAIN_LATER } from '../errors/tryAgain';
import { problem, type Problem } from '../result/problem';
import { type Fault, isFault, isRateLimited, type Outcome } from '../transport/response';
import { readRetryAfter } from '../transport/retryAfter';
import { formatDuration } from '../text/formatDuration';
import type { CloseReason } from './RequestQueue';

/**
 * Creates the outcome of a request whose queue was closed before the request was sent or accepted.
 *
 * @param reason why the queue was closed
 * @param maxWaitMs the Max Wait of the credential
 */
export const createNotSentFault = (
	reason: CloseReason | undefined,
	url: string,
	maxWaitMs: number,
): Fault => ({
	kind: 'notSent',
	problem: reason?.lastOutcome
		? buildStalledProblem(reason.lastOutcome, url, maxWaitMs)
		: EXECUTION_ENDED,
});

/** The outcome of a request that was planned from what is too old now. Whoever planned it plans it again. */
export const OUTDATED: Fault = {
	kind: 'notSent',
	problem: problem({
		cause: 'outdated',
		message: 'The record may have changed since it was read',
		description: '',
	}),
};

const EXECUTION_ENDED = problem({
	cause: 'stopped',
	message: 'The execution ended before this item was processed',
	description: '',
});

/**
 * Builds the problem of a queue that was closed because no request succeeded for too long.
 *
 * @param outcome the last one before the queue was closed
 */
function buildStalledProblem(outcome: Outcome, url: string, maxWaitMs: number): Problem {
	const { message } = isFault(outcome)
		? fromFault(outcome, url)
		: statusProblem(outcome, new URL(url).host);

	const requestedWait =
		!isFault(outcome) && isRateLimited(outcome) ? readRetryAfter(outcome) : undefined;
	const isTooLong = requestedWait !== undefined && requestedWait * 1000 > maxWaitMs;
	const maxWait = formatDuration(maxWaitMs / 1000);
	const withinMaxWait = maxWaitMs === 0 ? 'at once' : `within ${maxWait}`;
	const reason = isTooLong
		? 'the server asks to wait too long'
		: `no request succeeded ${withinMaxWait}`;
	const allowed = maxWaitMs === 0 ? 'no waiting' : maxWait;

	return problem({
		cause: 'failed',
		message: `Not carried out, because ${reason}: ${message}`,
		description:
			requestedWait === undefined
				? ''
				: `The server asks to wait ${formatDuration(requestedWait)}.`,
		optionsAdvice: `Max Wait under Limits in the credential allows ${allowed}, and can be raised.`,
		tryAgain: TRY_AGAIN_LATER,
		...(isFault(outcome) ? {} : { status: outcome.status }),
	});
}
