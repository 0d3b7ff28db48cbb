import { describe, expect, test } from '@jest/globals';

import {
	randomDelay,
	isUnavailable,
	mayHaveArrived,
	pauseBeforeRetry,
} from '../../../nodes/shared/scheduler/retryPolicy';
import type { Effect } from '../../../nodes/shared/transport/request';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, textResponse } from '../responses';

const status = (code: number): HttpResponse => jsonResponse({ error: 'x' }, code);
const refused = networkFault('ECONNREFUSED');
const blocked: Outcome = { kind: 'blocked', message: 'Not allowed', description: '' };
const EFFECTS: readonly Effect[] = ['read', 'change', 'create'];

/** Outcomes, and the requests that are retried after them: reads, changes (updates and additions) or creates. */
const cases: readonly (readonly [cause: string, outcome: Outcome, retried: readonly Effect[]])[] = [
	['a refused connection', refused, EFFECTS],
	['an unknown host', networkFault('ENOTFOUND'), EFFECTS],
	['an unresponsive name server', networkFault('EAI_AGAIN'), EFFECTS],
	['too many open files', networkFault('EMFILE'), EFFECTS],
	['a lack of free ports', networkFault('EADDRNOTAVAIL'), EFFECTS],
	['status 429', status(429), EFFECTS],
	['an overloaded storage', textResponse('<Code>SlowDown</Code>', 503), EFFECTS],

	['a host without a route', networkFault('EHOSTUNREACH'), ['read', 'change']],
	['a network without a route', networkFault('ENETUNREACH'), ['read', 'change']],
	['a dropped connection', networkFault('ECONNRESET'), ['read', 'change']],
	['a broken pipe', networkFault('EPIPE'), ['read', 'change']],
	['a truncated response', networkFault('ERR_BAD_RESPONSE'), ['read', 'change']],
	['a timeout', networkFault('ECONNABORTED'), ['read', 'change']],
	['a timeout of the operating system', networkFault('ETIMEDOUT'), ['read', 'change']],
	...[408, 425, 500, 502, 503, 504, 520, 522, 524].map(
		(code) => [`status ${String(code)}`, status(code), ['read', 'change']] as const,
	),
	['truncated JSON', textResponse('{"id": "0c7d', 200), ['read', 'change']],
	['a truncated list', textResponse('[{"id": 1},', 200), ['read', 'change']],

	['truncated JSON after a line break', textResponse('\n {"id": "0c7d', 200), ['read', 'change']],

	['a success without content', textResponse('', 200), ['read']],
	['a success that is not JSON', textResponse('OK', 200), ['read']],
	['a success with a brace in its text', textResponse('OK {', 200), ['read']],
	['a file', { ...textResponse('', 200), file: { data: '', mimeType: 'a/b' } }, []],

	['a web page', textResponse('<!doctype html><p>Hello</p>', 200, 'text/html'), []],
	['a success', jsonResponse({ id: '1' }), []],
	['an empty list', jsonResponse([]), []],
	['a record that mentions a limit', jsonResponse({ name: '<Code>SlowDown</Code>' }, 201), []],
	["status 400 with the rate limit's error code", jsonResponse({ error_code: 5900 }, 400), []],
	...[301, 400, 401, 402, 403, 404, 405, 409, 410, 413, 422, 501, 505].map(
		(code) => [`status ${String(code)}`, status(code), []] as const,
	),
	['an unverifiable certificate', networkFault('DEPTH_ZERO_SELF_SIGNED_CERT'), []],
	['a TLS failure', networkFault('EPROTO'), []],
	["a firewall on n8n's machine", networkFault('EPERM'), []],
	['a response that is not HTTP', networkFault('HPE_INVALID_CONSTANT'), []],
	['a cancellation', networkFault('ERR_CANCELED'), []],
	['a block by n8n', blocked, []],
	['a fault without a code', networkFault(''), []],
];

const verdicts = cases.flatMap(([cause, outcome, retried]) =>
	EFFECTS.map((effect) => {
		const isRetried = retried.includes(effect);

		return { effect, verdict: isRetried ? 'is' : 'is not', cause, outcome, isRetried };
	}),
);

test.each(verdicts)('a $effect $verdict retried after $cause', ({ effect, outcome, isRetried }) => {
	const pause = pauseBeforeRetry(outcome, { effect, attempt: 1, retries: 4 });

	expect(pause !== undefined).toBe(isRetried);
});

describe.each(EFFECTS)('a %s', (effect) => {
	test.each([
		[4, [1, 2, 3, 4]],
		[1, [1]],
		[0, []],
	])('is retried %i times at most if Retries says so', (retries, expected) => {
		const retriedAttempts = [1, 2, 3, 4, 5, 6].filter(
			(attempt) => pauseBeforeRetry(refused, { effect, attempt, retries }) !== undefined,
		);

		expect(retriedAttempts).toEqual(expected);
	});

	test('is sent again after a rate limit even if Retries is 0', () => {
		const pause = pauseBeforeRetry(status(429), { effect, attempt: 9, retries: 0 });

		expect(pause).toEqual({ min: 0, max: 0 });
	});
});

test('pauses double up to 30 seconds, and vary between half of the backoff and all of it', () => {
	const pauses = [1, 2, 3, 4, 5, 6, 20].map((attempt) =>
		pauseBeforeRetry(networkFault('ECONNRESET'), { effect: 'read', attempt, retries: 20 }),
	);

	const backoffs = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000];

	expect(pauses).toEqual(backoffs.map((max) => ({ min: max / 2, max })));
});

test('four retries outlast a server that is down for five seconds, even with the shortest pauses', () => {
	const shortestPauses = [1, 2, 3, 4].map(
		(attempt) => pauseBeforeRetry(refused, { effect: 'create', attempt, retries: 4 })?.min ?? 0,
	);

	const total = shortestPauses.reduce((sum, pause) => sum + pause, 0);

	expect(total).toBeGreaterThan(5000);
});

test.each([
	['cannot', 'a refused connection', refused],
	['cannot', 'an unknown host', networkFault('ENOTFOUND')],
	['cannot', 'an unverifiable certificate', networkFault('CERT_HAS_EXPIRED')],
	['cannot', 'a TLS failure', networkFault('ERR_SSL_WRONG_VERSION_NUMBER')],
	['cannot', 'a rate limit', status(429)],
	['cannot', 'too many open files', networkFault('EMFILE')],
	['cannot', "a firewall on n8n's machine", networkFault('EPERM')],
	['cannot', 'a block by n8n', blocked],
	['may', 'a dropped connection', networkFault('ECONNRESET')],
	['may', 'a timeout', networkFault('ECONNABORTED')],
	['may', 'a fault without a code', networkFault('')],
	['may', 'a server error', status(500)],
	['may', 'a success', jsonResponse({})],
])('a request %s have arrived after %s', (verdict, _, outcome) => {
	expect(mayHaveArrived(outcome)).toBe(verdict === 'may');
});

test('a random delay is within its pause, and varies', () => {
	const times = Array.from({ length: 50 }, () => randomDelay({ min: 500, max: 1000 }));

	expect(Math.min(...times)).toBeGreaterThanOrEqual(500);
	expect(Math.max(...times)).toBeLessThanOrEqual(1000);
	expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(100);
});

test.each([
	['is', 'is over its rate limit', status(429)],
	['is', 'fails', status(503)],
	['is', 'refuses the connection', refused],
	['is', 'drops the connection', networkFault('ECONNRESET')],
	['is', 'answers a read with nothing', textResponse('', 200)],
	['is not', 'returns the record', jsonResponse({})],
	['is not', 'does not have the record', status(404)],
	['is not', 'has an invalid certificate', networkFault('CERT_HAS_EXPIRED')],
	['is not', 'is blocked by n8n', blocked],
])('a server %s unavailable if it %s', (verdict, _, outcome) => {
	expect(isUnavailable(outcome)).toBe(verdict === 'is');
});
