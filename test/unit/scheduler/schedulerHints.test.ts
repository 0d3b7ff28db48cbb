import { expect, test } from '@jest/globals';

import { schedulerHints } from '../../../nodes/shared/scheduler/schedulerHints';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, textResponse } from '../responses';

const refused = jsonResponse({}, 429);
const blocked: Outcome = { fault: 'blocked', message: 'Not allowed', description: '' };

/** What an execution came to of which a hint tells. */
interface Done {
	readonly server?: number;
	readonly user?: number;
	readonly sentAgain?: readonly Outcome[];
	readonly concurrency?: number;
}

const hintsOf = ({ server = 0, user = 0, sentAgain = [], concurrency = 8 }: Done) =>
	schedulerHints({ server, user }, sentAgain, {
		concurrency,
		requestsPerMinute: 30,
		maxWait: 300_000,
		retries: 4,
		timeout: 60_000,
	});

const OVERLOAD = 'retried after status 500. If that happens often, lower Concurrent Requests';

test.each<[what: string, Done, hints: string[]]>([
	['nothing to tell of', {}, []],
	['waits that nobody noticed', { server: 999, user: 999, sentAgain: [refused] }, []],
	['a short wait', { server: 1000 }, ['Waited 1 second because the server asked to']],
	[
		'a refusal and a wait of almost two minutes',
		{ server: 119_600, sentAgain: [refused] },
		[
			'Waited 2 minutes because the server asked to; 1 request was refused because of its limit and retried',
		],
	],
	[
		'refusals and another retry',
		{ server: 59_400, sentAgain: [refused, networkFault('EPIPE'), refused] },
		[
			'Waited 59 seconds because the server asked to; 2 requests were refused because of its limit and retried',
			'1 request was retried after a dropped connection',
		],
	],
	[
		"a wait for the user's own limit",
		{ user: 1000 },
		['Waited 1 second to keep to 30 Requests per Minute'],
	],
	[
		'causes, each of which is named once',
		{ sentAgain: [503, 502, 503].map((status) => jsonResponse({}, status)) },
		['3 requests were retried after status 503, status 502'],
	],
	[
		'an overload among others',
		{ sentAgain: [jsonResponse({}, 500), networkFault('EPIPE')] },
		[
			'2 requests were retried after status 500, a dropped connection. If that happens often, lower Concurrent Requests',
		],
	],
	[
		'an overload',
		{ sentAgain: [jsonResponse({}, 500)], concurrency: 2 },
		[`1 request was ${OVERLOAD}`],
	],
	[
		'an overload by one request at a time',
		{ sentAgain: [jsonResponse({}, 500)], concurrency: 1 },
		['1 request was retried after status 500'],
	],
	...(
		[
			[textResponse('{"id":'), 'a response cut short'],
			[networkFault('EHOSTUNREACH'), 'no connection'],
			[networkFault('ENETUNREACH'), 'no connection'],
			[networkFault('ECONNREFUSED'), 'no connection'],
			[networkFault('ECONNABORTED'), 'no response in time'],
			[networkFault('ESOCKETTIMEDOUT'), 'no response in time'],
			[networkFault('ETIMEDOUT'), 'no response in time'],
			[networkFault('ECONNRESET'), 'a dropped connection'],
			[blocked, 'no connection'],
		] as const
	).map(([outcome, cause]): [string, Done, string[]] => [
		cause,
		{ sentAgain: [outcome] },
		[`1 request was retried after ${cause}`],
	]),
])('hints of %s', (_, done, hints) => {
	expect(hintsOf(done)).toEqual(hints);
});
