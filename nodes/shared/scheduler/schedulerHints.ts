import { concurrentRequests, requestsPerMinute } from '../operations/shared/requestOptions';
import { isFault, isRefused, type Outcome, succeeded } from '../transport/response';
import { duration } from '../transport/retryAfter';
import type { Limit } from './RateLimiter';
import { mayHaveArrived } from './retryPolicy';

/** What became of the requests of an execution besides their responses. */
interface SchedulerStatistics {
	/** Milliseconds. */
	readonly waited: Readonly<Record<Limit, number>>;
	/** What requests came to that were sent again. */
	readonly repeated: readonly Outcome[];
	readonly concurrency: number;
	readonly requestsPerMinute?: number;
}

/** Milliseconds of waiting that nobody needs to be told of. */
const SHORT = 1000;

/** How long an execution waited and why, and what was sent again. */
export function schedulerHints(statistics: SchedulerStatistics): string[] {
	const { waited, requestsPerMinute: most = Infinity } = statistics;
	const refusals = statistics.repeated.filter(isRefused).length;
	const repeated = statistics.repeated.filter((outcome) => !isRefused(outcome));
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
			overloads && statistics.concurrency > 1
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
	if (!mayHaveArrived(outcome)) return 'no connection';
	switch (outcome.fault === 'network' ? outcome.code : '') {
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
			return 'no connection';
		case 'ECONNABORTED':
		case 'ESOCKETTIMEDOUT':
		case 'ETIMEDOUT':
			return 'no response in time';
		default:
			return 'a dropped connection';
	}
}
