import { expect, test } from '@jest/globals';

import { schedulerHints } from '../../../nodes/shared/scheduler/schedulerHints';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, textResponse } from '../responses';

const refused = jsonResponse({}, 429);
const blocked: Outcome = { kind: 'blocked', message: 'Not allowed', description: '' };

/** The waits and retries of an execution. */
interface Activity {
	/** Milliseconds. */
	readonly server?: number;
	/** Milliseconds. */
	readonly user?: number;
	readonly retried?: readonly Outcome[];
	readonly concurrency?: number;
}

const getHints = ({ server = 0, user = 0, retried = [], concurrency = 8 }: Activity) =>
	schedulerHints({ server, user }, retried, {
		concurrency,
		requestsPerMinute: 30,
		maxWaitMs: 300_000,
		retries: 4,
		timeoutMs: 60_000,
	});

const OVERLOAD =
	'retried after status 500. If that happens often, lower Concurrent Requests under Limits in the credential';

test.each<[what: string, Activity, hints: string[]]>([
	['an execution without waits or retries are none', {}, []],
	['waits below a second are not given', { server: 999, user: 999, retried: [refused] }, []],
	['a wait of a second say so', { server: 1000 }, ['Waited 1 second because the server asked to']],
	[
		'a refusal and its wait round to whole seconds',
		{ server: 119_600, retried: [refused] },
		[
			'Waited 2 minutes because the server asked to; 1 request was refused because of its limit and retried',
		],
	],
	[
		'refusals and another retry are separate',
		{ server: 59_400, retried: [refused, networkFault('EPIPE'), refused] },
		[
			'Waited 59 seconds because the server asked to; 2 requests were refused because of its limit and retried',
			'1 request was retried after a dropped connection',
		],
	],
	[
		"a wait for the user's own limit name the limit",
		{ user: 1000 },
		['Waited 1 second to keep to the 30 Requests per Minute of the credential'],
	],
	[
		'several retries name each cause once',
		{ retried: [503, 502, 503].map((status) => jsonResponse({}, status)) },
		['3 requests were retried after status 503, status 502'],
	],
	[
		'an overload among other faults suggest fewer concurrent requests',
		{ retried: [jsonResponse({}, 500), networkFault('EPIPE')] },
		[
			'2 requests were retried after status 500, a dropped connection. If that happens often, lower Concurrent Requests under Limits in the credential',
		],
	],
	[
		'an overload suggest fewer concurrent requests',
		{ retried: [jsonResponse({}, 500)], concurrency: 2 },
		[`1 request was ${OVERLOAD}`],
	],
	[
		'an overload by one request at a time suggest nothing',
		{ retried: [jsonResponse({}, 500)], concurrency: 1 },
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
	).map(([outcome, cause]): [string, Activity, string[]] => [
		`${cause} name this cause`,
		{ retried: [outcome] },
		[`1 request was retried after ${cause}`],
	]),
])('hints for %s', (_, activity, expected) => {
	expect(getHints(activity)).toEqual(expected);
});
