import { describe, expect, test } from '@jest/globals';

import {
	anyTimeIn,
	isAway,
	mayHaveArrived,
	pauseBeforeRetry,
} from '../../../nodes/shared/scheduler/retryPolicy';
import type { Effect } from '../../../nodes/shared/transport/request';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, textResponse } from '../responses';

const status = (code: number): HttpResponse => jsonResponse({ error: 'x' }, code);
const refused = networkFault('ECONNREFUSED');
const blocked: Outcome = { fault: 'blocked', message: 'Not allowed', description: '' };
const EFFECTS: readonly Effect[] = ['read', 'change', 'create'];

/** What is sent again for reads, for changes (updates and additions) and for creates. */
const cases: readonly (readonly [what: string, outcome: Outcome, repeated: readonly Effect[]])[] = [
	['a refused connection', refused, EFFECTS],
	['an unknown host', networkFault('ENOTFOUND'), EFFECTS],
	['a name server that does not answer', networkFault('EAI_AGAIN'), EFFECTS],
	['too many open files', networkFault('EMFILE'), EFFECTS],
	['no port left', networkFault('EADDRNOTAVAIL'), EFFECTS],
	['429', status(429), EFFECTS],
	['a storage that is too busy', textResponse('<Code>SlowDown</Code>', 503), EFFECTS],

	['a host without a route', networkFault('EHOSTUNREACH'), ['read', 'change']],
	['a network without a route', networkFault('ENETUNREACH'), ['read', 'change']],
	['a dropped connection', networkFault('ECONNRESET'), ['read', 'change']],
	['a broken pipe', networkFault('EPIPE'), ['read', 'change']],
	['a response that breaks off', networkFault('ERR_BAD_RESPONSE'), ['read', 'change']],
	['a time-out', networkFault('ECONNABORTED'), ['read', 'change']],
	['a time-out of the system', networkFault('ETIMEDOUT'), ['read', 'change']],
	...[408, 425, 500, 502, 503, 504, 520, 522, 524].map(
		(code) => [String(code), status(code), ['read', 'change']] as const,
	),
	['JSON that breaks off', textResponse('{"id": "0c7d', 200), ['read', 'change']],
	['a list that breaks off', textResponse('[{"id": 1},', 200), ['read', 'change']],

	[
		'JSON that breaks off behind a line break',
		textResponse('\n {"id": "0c7d', 200),
		['read', 'change'],
	],

	['a success without content', textResponse('', 200), ['read']],
	['a success that is not JSON', textResponse('OK', 200), ['read']],
	['a success with a brace in its text', textResponse('OK {', 200), ['read']],
	['a file', { ...textResponse('', 200), file: { data: '', mimeType: 'a/b' } }, []],

	['a web page', textResponse('<!doctype html><p>Hello</p>', 200, 'text/html'), []],
	['a success', jsonResponse({ id: '1' }), []],
	['an empty list', jsonResponse([]), []],
	['a record that speaks of limits', jsonResponse({ name: '<Code>SlowDown</Code>' }, 201), []],
	['a refusal with the code of the limit', jsonResponse({ error_code: 5900 }, 400), []],
	...[301, 400, 401, 402, 403, 404, 405, 409, 410, 413, 422, 501, 505].map(
		(code) => [String(code), status(code), []] as const,
	),
	['a certificate that cannot be verified', networkFault('DEPTH_ZERO_SELF_SIGNED_CERT'), []],
	['no TLS', networkFault('EPROTO'), []],
	['a firewall on the machine of n8n', networkFault('EPERM'), []],
	['no HTTP', networkFault('HPE_INVALID_CONSTANT'), []],
	['a cancellation', networkFault('ERR_CANCELED'), []],
	['a block by n8n', blocked, []],
	['a fault without a code', networkFault(''), []],
];

const verdicts = cases.flatMap(([what, outcome, repeated]) =>
	EFFECTS.map((effect) => {
		const isRepeated = repeated.includes(effect);

		return { effect, verdict: isRepeated ? 'is' : 'is not', what, outcome, isRepeated };
	}),
);

test.each(verdicts)('a $effect $verdict retried after $what', ({ effect, outcome, isRepeated }) => {
	expect(pauseBeforeRetry({ effect }, outcome, 1, 4) !== undefined).toBe(isRepeated);
});

describe.each(EFFECTS)('a %s', (effect) => {
	test('is sent again as often as Retries says', () => {
		const times = (retries: number) =>
			[1, 2, 3, 4, 5, 6].filter(
				(attempt) => pauseBeforeRetry({ effect }, refused, attempt, retries) !== undefined,
			);

		expect(times(4)).toEqual([1, 2, 3, 4]);
		expect(times(1)).toEqual([1]);
		expect(times(0)).toEqual([]);
	});

	test('that a limit refused is sent again whatever Retries says', () => {
		expect(pauseBeforeRetry({ effect }, status(429), 9, 0)).toEqual({ least: 0, most: 0 });
	});
});

test('pauses double, lie between half of their time and all of it, and have an end', () => {
	const pauses = [1, 2, 3, 4, 5, 6, 20].map((attempt) =>
		pauseBeforeRetry({ effect: 'read' }, networkFault('ECONNRESET'), attempt, 20),
	);

	expect(pauses).toEqual(
		[1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].map((most) => ({ least: most / 2, most })),
	);
});

test('four retries outlast a server that is away for five seconds, however the pauses fall', () => {
	const least = [1, 2, 3, 4].map(
		(attempt) => pauseBeforeRetry({ effect: 'create' }, refused, attempt, 4)?.least ?? 0,
	);

	expect(least.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(5000);
});

test.each([
	['cannot', 'a refused connection', refused],
	['cannot', 'an unknown host', networkFault('ENOTFOUND')],
	['cannot', 'a certificate that cannot be verified', networkFault('CERT_HAS_EXPIRED')],
	['cannot', 'no TLS', networkFault('ERR_SSL_WRONG_VERSION_NUMBER')],
	['cannot', 'a limit', status(429)],
	['cannot', 'too many open files', networkFault('EMFILE')],
	['cannot', 'a firewall on the machine of n8n', networkFault('EPERM')],
	['cannot', 'a block by n8n', blocked],
	['may', 'a dropped connection', networkFault('ECONNRESET')],
	['may', 'a time-out', networkFault('ECONNABORTED')],
	['may', 'a fault without a code', networkFault('')],
	['may', 'an error of the server', status(500)],
	['may', 'a success', jsonResponse({})],
])('a request %s have arrived after %s', (verdict, _, outcome) => {
	expect(mayHaveArrived(outcome)).toBe(verdict === 'may');
});

test('some time in a pause is within it, and seldom the same', () => {
	const times = Array.from({ length: 50 }, () => anyTimeIn({ least: 500, most: 1000 }));

	expect(Math.min(...times)).toBeGreaterThanOrEqual(500);
	expect(Math.max(...times)).toBeLessThanOrEqual(1000);
	expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(100);
});

test.each([
	['is', 'has no room', status(429)],
	['is', 'fails', status(503)],
	['is', 'refuses the connection', refused],
	['is', 'drops the connection', networkFault('ECONNRESET')],
	['is', 'says nothing where it is asked for something', textResponse('', 200)],
	['is not', 'has the record', jsonResponse({})],
	['is not', 'does not have the record', status(404)],
	['is not', 'has a certificate that cannot be verified', networkFault('CERT_HAS_EXPIRED')],
	['is not', 'must not be asked', blocked],
])('a server %s away that %s', (verdict, _, outcome) => {
	expect(isAway(outcome)).toBe(verdict === 'is');
});
