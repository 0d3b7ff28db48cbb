import { expect, test } from '@jest/globals';

import { notSent } from '../../../nodes/shared/scheduler/notSent';
import type { Closed } from '../../../nodes/shared/scheduler/RequestQueue';
import { isFault, type Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, withHeaders } from '../responses';

const URL = 'https://plane.example.com/api/v1/workspaces/acme/projects/';
const AGAIN = 'Run the items that were not carried out again later, or raise Max Wait.';

const asking = (seconds: number, status: number) =>
	withHeaders(jsonResponse({}, status), { 'retry-after': String(seconds) });

test.each<[title: string, last: Outcome, maxWait: number, why: string, description: string]>([
	[
		'the server asks for longer',
		asking(61, 429),
		60_000,
		'the server asks to wait longer than Max Wait: plane.example.com received too many requests',
		`It asks to wait 1 minute and 1 second. Max Wait under Request Options allows 1 minute. ${AGAIN}`,
	],
	[
		'the server asks for no longer, and nothing got through',
		asking(60, 429),
		60_000,
		'no request succeeded within Max Wait: plane.example.com received too many requests',
		`It asks to wait 1 minute. Max Wait under Request Options allows 1 minute. ${AGAIN}`,
	],
	[
		'the server refuses and says no time',
		jsonResponse({}, 429),
		0,
		'no request succeeded within Max Wait: plane.example.com received too many requests',
		`Max Wait under Request Options allows no waiting. ${AGAIN}`,
	],
	[
		'the server fails, whatever it asks',
		asking(600, 503),
		1500,
		'no request succeeded within Max Wait: plane.example.com failed with status 503',
		`Max Wait under Request Options allows 1 second. ${AGAIN}`,
	],
	[
		'there is no server',
		networkFault('ECONNREFUSED'),
		300_000,
		'no request succeeded within Max Wait: plane.example.com refused the connection',
		`Max Wait under Request Options allows 5 minutes. ${AGAIN}`,
	],
])('where %s, a request that was given up says so', (_, last, maxWait, why, description) => {
	const fault = notSent({ stalled: last }, URL, maxWait);

	expect(fault).toEqual({
		fault: 'notSent',
		problem: expect.objectContaining({
			tag: 'failed',
			message: `This was not carried out, because ${why}`,
			description,
		}),
	});
	const { status } = 'problem' in fault ? fault.problem : {};

	expect(status).toBe(isFault(last) ? undefined : last.status);
});

test.each<[string, Closed | undefined]>([
	['was closed', {}],
	['is open', undefined],
])('where its queue %s, a request was not sent because the execution ended', (_, closed) => {
	expect(notSent(closed, URL, 0)).toMatchObject({
		fault: 'notSent',
		problem: {
			tag: 'notSent',
			message: 'The execution ended before this was carried out',
			description: 'Run it again.',
		},
	});
});
