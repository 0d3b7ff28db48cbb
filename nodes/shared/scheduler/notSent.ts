import { isFault, type Fault } from '../transport/response';
import { explainFault, explainStatus } from '../errors';
import { isRefused } from '../transport/limit';
import { problem, type Problem } from '../result/problem';
import type { HttpRequest } from '../transport/request';
import { duration, retryAfter } from '../transport/retryAfter';
import type { Closed } from './RequestQueue';
import type { Settings } from './settings';

/** What a request comes to that did not go out, or was refused each time, before a gate closed. */
export const unsent = (
	closed: Closed | undefined,
	{ url }: Pick<HttpRequest, 'url'>,
	settings: Pick<Settings, 'maxWait'>,
): Fault => ({
	fault: '',
	unsent: closed?.why === 'stuck' ? stuck(closed, url, settings) : BEFORE,
});

const BEFORE = problem({
	message: 'The execution came to its end before this was carried out',
	description: 'Run it again.',
	cause: {},
	unfinished: 'unsent',
});

function stuck(
	{ trouble }: Extract<Closed, { why: 'stuck' }>,
	url: string,
	{ maxWait }: Pick<Settings, 'maxWait'>,
): Problem {
	const { host } = new URL(url);
	const { message } = isFault(trouble) ? explainFault(trouble, url) : explainStatus(trouble, host);
	const asked = isRefused(trouble) ? retryAfter(trouble) : undefined;
	const asks = asked === undefined ? '' : `It asks to wait ${duration(asked)}. `;
	const allowed = maxWait === 0 ? 'no waiting' : `${duration(maxWait / 1000)} of it`;
	const why =
		asked !== undefined && asked * 1000 > maxWait
			? 'the server asks to wait longer than Max Wait'
			: 'no request succeeded within Max Wait';
	return problem({
		message: `This was not carried out, because ${why}: ${message}`,
		description: `${asks}Max Wait under Options allows ${allowed}. Run the items that were not carried out again later, or raise Max Wait.`,
		cause: isFault(trouble) ? {} : { status: trouble.status },
	});
}
