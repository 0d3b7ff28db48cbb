import { expect, test } from '@jest/globals';

import { createNotSentFault } from '../../../nodes/shared/scheduler/createNotSentFault';
import type { CloseReason } from '../../../nodes/shared/scheduler/RequestQueue';
import { isFault, type Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, withHeaders } from '../responses';

const URL = 'https://plane.example.com/api/v1/workspaces/acme/projects/';
const TRY_LATER = 'Try again later.';

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
			optionsAdvice: 'Max Wait under Limits in the credential allows 1 minute, and can be raised.',
		},
	],
	[
		'no request succeeded although the server asks for no longer wait',
		askToWait(60, 429),
		60_000,
		'no request succeeded within 1 minute: plane.example.com received too many requests',
		{
			description: 'The server asks to wait 1 minute.',
			optionsAdvice: 'Max Wait under Limits in the credential allows 1 minute, and can be raised.',
		},
	],
	[
		'the server refuses without naming a time',
		jsonResponse({}, 429),
		0,
		'no request succeeded at once: plane.example.com received too many requests',
		{
			description: '',
			optionsAdvice:
				'Max Wait under Limits in the credential allows no waiting, and can be raised.',
		},
	],
	[
		'the server fails, whatever wait it asks for',
		askToWait(600, 503),
		1500,
		'no request succeeded within 1 second: plane.example.com failed with status 503',
		{
			description: '',
			optionsAdvice: 'Max Wait under Limits in the credential allows 1 second, and can be raised.',
		},
	],
	[
		'there is no server',
		networkFault('ECONNREFUSED'),
		300_000,
		'no request succeeded within 5 minutes: plane.example.com refused the connection',
		{
			description: '',
			optionsAdvice: 'Max Wait under Limits in the credential allows 5 minutes, and can be raised.',
		},
	],
])('the error of an abandoned request says that %s', (_, lastOutcome, maxWaitMs, reason, texts) => {
	const fault = createNotSentFault({ lastOutcome }, URL, maxWaitMs);

	expect(fault).toEqual({
		kind: 'notSent',
		problem: expect.objectContaining({
			cause: 'failed',
			message: `Not carried out, because ${reason}`,
			...texts,
			tryAgain: TRY_LATER,
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
			kind: 'notSent',
			problem: {
				cause: 'stopped',
				message: 'The execution ended before this item was processed',
				description: '',
			},
		});
	},
);
