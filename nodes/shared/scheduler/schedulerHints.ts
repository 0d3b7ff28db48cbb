import { concurrentRequests, requestsPerMinute } from '../operations/shared/requestOptions';
import { isFault, isRefused, type Outcome, succeeded } from '../transport/response';
import { duration } from '../transport/retryAfter';
import type { Limit } from './RateLimiter';
import type { Settings } from './RequestQueue';
import { mayHaveArrived } from './retryPolicy';

/** Milliseconds of waiting that nobody needs to be told of. */
const SHORT = 1000;

/**
 * How long an execution waited and why, and what was sent again.
 *
 * @param waited milliseconds
 * @param sentAgain what requests came to that were sent again
 */
export function schedulerHints(
	waited: Readonly<Record<Limit, number>>,
	sentAgain: readonly Outcome[],
	{ concurrency, requestsPerMinute: most = Infinity }: Settings,
): string[] {
	const refusals = sentAgain.filter(isRefused).length;
	const repeated = sentAgain.filter((outcome) => !isRefused(outcome));
	const messages: string[] = [];
	if (waited.server >= SHORT) {
		const again =
			refusals === 0 ? '' : `; ${requests(refusals)} refused because of its limit and retried`;

		messages.push(`Waited ${seconds(waited.server)} because the server asked to${again}`);
	}

	if (waited.user >= SHORT) {
		messages.push(
			`Waited ${seconds(waited.user)} to keep to ${String(most)} ${requestsPerMinute.displayName}`,
		);
	}

	if (repeated.length > 0) {
		const causes = [...new Set(repeated.map(causeOf))].join(', ');
		const overloads = repeated.some((outcome) => !isFault(outcome) && outcome.status === 500);
		const advice =
			overloads && concurrency > 1
				? `. If that happens often, lower ${concurrentRequests.displayName}`
				: '';

		messages.push(`${requests(repeated.length)} retried after ${causes}${advice}`);
	}

	return messages;
}

const seconds = (milliseconds: number): string => duration(Math.round(milliseconds / 1000));

const requests = (count: number): string =>
	count === 1 ? '1 request was' : `${String(count)} requests were`;

/** Why a request was sent again, e.g. `status 503`. */
function causeOf(outcome: Outcome): string {
	if (!isFault(outcome)) {
		return succeeded(outcome) ? 'a response cut short' : `status ${String(outcome.status)}`;
	}

	const code = outcome.fault === 'network' ? outcome.code : '';
	const isUnreachable = ['EHOSTUNREACH', 'ENETUNREACH'].includes(code);
	if (isUnreachable || !mayHaveArrived(outcome)) return 'no connection';

	const isLate = ['ECONNABORTED', 'ESOCKETTIMEDOUT', 'ETIMEDOUT'].includes(code);

	return isLate ? 'no response in time' : 'a dropped connection';
}
