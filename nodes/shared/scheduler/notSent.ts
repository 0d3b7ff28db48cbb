import { fromFault } from '../errors/fromFault';
import { statusProblem } from '../errors/status';
import { problem, type Problem } from '../result/problem';
import { type Fault, isFault, isRefused, type Outcome } from '../transport/response';
import { duration, retryAfter } from '../transport/retryAfter';
import type { Closed } from './RequestQueue';

/** What a request comes to that did not go out, or was refused each time, before its queue closed. @param maxWait milliseconds */
export const notSent = (closed: Closed | undefined, url: string, maxWait: number): Fault => ({
	fault: 'notSent',
	problem: closed?.stalled ? stalled(closed.stalled, url, maxWait) : ENDED,
});

const ENDED = problem({
	tag: 'notSent',
	message: 'The execution ended before this was carried out',
	description: 'Run it again.',
});

function stalled(outcome: Outcome, url: string, maxWait: number): Problem {
	const { message } = isFault(outcome)
		? fromFault(outcome, url)
		: statusProblem(outcome, new URL(url).host);
	const asked = isRefused(outcome) ? retryAfter(outcome) : undefined;
	const asks = asked === undefined ? '' : `It asks to wait ${duration(asked)}. `;
	const allowed = maxWait === 0 ? 'no waiting' : duration(maxWait / 1000);
	const why =
		asked !== undefined && asked * 1000 > maxWait
			? 'the server asks to wait longer than Max Wait'
			: 'no request succeeded within Max Wait';

	return problem({
		tag: 'failed',
		message: `This was not carried out, because ${why}: ${message}`,
		description: `${asks}Max Wait under Request Options allows ${allowed}. Run the items that were not carried out again later, or raise Max Wait.`,
		...(isFault(outcome) ? {} : { status: outcome.status }),
	});
}
