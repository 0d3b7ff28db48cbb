import { isFault, wasRateLimited, type Outcome, succeeded } from '../transport/response';
import { concurrentRequests, type RequestLimits, requestsPerMinute } from '../transport/limits';
import { formatDuration } from '../text/formatDuration';
import type { LimitOwner } from './RateLimiter';
import { mayHaveArrived } from './retryPolicy';

/** Shorter waits are not reported. */
const SHORTEST_REPORTED_WAIT_MS = 1000;

/**
 * Writes the messages that say how long an execution waited and why, and what was retried.
 *
 * @param waitedMs for the server, and to keep to the limit that the user set
 * @param retried the outcomes after which a request was sent again
 */
export function schedulerHints(
	waitedMs: Readonly<Record<LimitOwner, number>>,
	retried: readonly Outcome[],
	settings: RequestLimits,
): string[] {
	const hints: string[] = [];
	const refusals = retried.filter(wasRateLimited);
	const faults = retried.filter((outcome) => !wasRateLimited(outcome));

	if (waitedMs.server >= SHORTEST_REPORTED_WAIT_MS) {
		const addition =
			refusals.length === 0
				? ''
				: `; ${formatRequestCount(refusals.length)} refused because of its limit and retried`;

		hints.push(`Waited ${formatWait(waitedMs.server)} because the server asked to${addition}`);
	}

	if (waitedMs.user >= SHORTEST_REPORTED_WAIT_MS) {
		const limit = `${String(settings.requestsPerMinute)} ${requestsPerMinute.displayName}`;

		hints.push(`Waited ${formatWait(waitedMs.user)} to keep to the ${limit} of the credential`);
	}

	if (faults.length > 0) {
		const causes = [...new Set(faults.map(describeCause))].join(', ');
		const advice = seemsOverloaded(faults, settings)
			? `. If that happens often, lower ${concurrentRequests.displayName} under Limits in the credential`
			: '';

		hints.push(`${formatRequestCount(faults.length)} retried after ${causes}${advice}`);
	}

	return hints;
}

/** Whether the server seems to have failed because of the number of concurrent requests. */
const seemsOverloaded = (outcomes: readonly Outcome[], { concurrency }: RequestLimits): boolean =>
	concurrency > 1 && outcomes.some((outcome) => !isFault(outcome) && outcome.status === 500);

const formatWait = (milliseconds: number): string =>
	formatDuration(Math.round(milliseconds / 1000));

const formatRequestCount = (count: number): string =>
	count === 1 ? '1 request was' : `${String(count)} requests were`;

/** Describes why a request was retried, e.g. `status 503`. */
function describeCause(outcome: Outcome): string {
	if (!isFault(outcome)) {
		return succeeded(outcome) ? 'a response cut short' : `status ${String(outcome.status)}`;
	}

	const code = outcome.kind === 'network' ? outcome.code : '';
	const isUnreachable = ['EHOSTUNREACH', 'ENETUNREACH'].includes(code);
	if (isUnreachable || !mayHaveArrived(outcome)) return 'no connection';

	const hasTimedOut = ['ECONNABORTED', 'ESOCKETTIMEDOUT', 'ETIMEDOUT'].includes(code);

	return hasTimedOut ? 'no response in time' : 'a dropped connection';
}
