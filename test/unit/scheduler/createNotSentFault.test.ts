import { expect, test } from '@jest/globals';

import { createNotSentFault } from '../../../nodes/shared/scheduler/createNotSentFault';
import type { CloseReason } from '../../../nodes/shared/scheduler/RequestQueue';
import { isFault, type Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, withHeaders } from '../responses';

const URL = 'https://plane.example.com/api/v1/workspaces/acme/projects/';
const RUN_AGAIN = 'Run the remaining items again later, or raise Max Wait.';

const askToWait = (seconds: number, status: number) =>
	withHeaders(jsonResponse({}, status), { 'retry-after': String(seconds) });

test.each<
	[
		title: string,
		lastOutcome: Outcome,
		maxWaitMs: number,
		reason: string,
		texts: Readonly<Record<'description' | 'optionsAdvice', string>>,
	]
>([
	[
		'the server asks to wait too long',
		askToWait(61, 429),
		60_000,
		'the server asks to wait too long: plane.example.com received too many requests',
		{
			description: 'The server asks to wait 1 minute and 1 second.',
			optionsAdvice: 'Max Wait under Request Options allows 1 minute.',
		},
	],
	[
		'no request succeeded although the server asks for no longer wait',
		askToWait(60, 429),
		60_000,
		'no request succeeded within 1 minute: plane.example.com received too many requests',
		{
			description: 'The server asks to wait 1 minute.',
			optionsAdvice: 'Max Wait under Request Options allows 1 minute.',
		},
	],
	[
		'the server refuses without naming a time',
		jsonResponse({}, 429),
		0,
		'no request succeeded at once: plane.example.com received too many requests',
		{
			description: '',
			optionsAdvice: 'Max Wait under Request Options allows no waiting.',
		},
	],
	[
		'the server fails, whatever wait it asks for',
		askToWait(600, 503),
		1500,
		'no request succeeded within 1 second: plane.example.com failed with status 503',
		{
			description: '',
			optionsAdvice: 'Max Wait under Request Options allows 1 second.',
		},
	],
	[
		'there is no server',
		networkFault('ECONNREFUSED'),
		300_000,
		'no request succeeded within 5 minutes: plane.example.com refused the connection',
		{
			description: '',
			optionsAdvice: 'Max Wait under Request Options allows 5 minutes.',
		},
	],
])('the error of an abandoned request says that %s', (_, lastOutcome, maxWaitMs, reason, texts) => {
	const fault = createNotSentFault({ lastOutcome }, URL, maxWaitMs);

	expect(fault).toEqual({
		fault: 'notSent',
		problem: expect.objectContaining({
			tag: 'failed',
			message: `Not carried out, because ${reason}`,
			...texts,
			rerunAdvice: RUN_AGAIN,
		}),
	});
	const { status } = 'problem' in fault ? fault.problem : {};

	expect(status).toBe(isFault(lastOutcome) ? undefined : lastOutcome.status);
});

test.each<[string, CloseReason | undefined]>([
	['was closed', {}],
	['is still open', undefined],
])(
	'a request was not sent because the execution ended if its queue %s without a stall',
	(_, closeReason) => {
		expect(createNotSentFault(closeReason, URL, 0)).toMatchObject({
			fault: 'notSent',
			problem: {
				tag: 'notSent',
				message: 'The execution ended before this was carried out',
				description: '',
				rerunAdvice: 'This was not carried out: run the item again.',
			},
		});
	},
);
