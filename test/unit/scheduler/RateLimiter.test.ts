import { describe, expect, test } from '@jest/globals';

import { type LimitOwner, RateLimiter } from '../../../nodes/shared/scheduler/RateLimiter';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, withHeaders } from '../responses';

const SEND = { kind: 'send' };
const WAIT_FOR_RESPONSE = { kind: 'waitForResponse' };
const waitUntil = (until: number, limitOwner: LimitOwner = 'server') => ({
	kind: 'waitUntil',
	until,
	limitOwner,
});

/** A response that reports this remaining capacity. */
const reportRemaining = (count: number | string, status = 200) =>
	withHeaders(jsonResponse({}, status), { 'x-ratelimit-remaining': String(count) });

const ok = jsonResponse({});

/** A response that asks to wait this many seconds, or without naming a time. */
const retryAfter = (seconds?: number, status = 429) =>
	withHeaders(
		jsonResponse({}, status),
		seconds === undefined ? {} : { 'retry-after': String(seconds) },
	);

/** A request: the time at which it was sent, its outcome, and the time at which that arrived. */
type SentRequest = readonly [sentAt: number, outcome: Outcome, answeredAt: number];

/** Creates a limiter that has recorded these requests, one after the other. */
function createLimiter(requests: readonly SentRequest[], requestsPerMinute?: number) {
	const limiter = new RateLimiter(requestsPerMinute);

	for (const [sentAt, outcome, answeredAt] of requests) {
		limiter.recordOutcome(limiter.recordSent(sentAt), answeredAt, outcome);
	}

	return limiter;
}

describe('the remaining capacity', () => {
	test.each<[title: string, requests: readonly SentRequest[], capacity: number]>([
		[
			'is that of the latest response',
			[
				[0, reportRemaining(5), 10],
				[10, reportRemaining(7), 20],
			],
			7,
		],
		['may have several digits', [[0, reportRemaining(12), 10]], 12],
		['may be surrounded by blanks', [[0, reportRemaining(' 3 '), 10]], 3],
		[
			'is unlimited after a success that does not report it',
			[
				[0, reportRemaining(0), 10],
				[10, ok, 20],
			],
			Infinity,
		],
		[
			'is unchanged after an error that does not report it',
			[
				[0, reportRemaining(3), 10],
				[10, jsonResponse({}, 404), 20],
			],
			3,
		],
		[
			'is unchanged after a fault',
			[
				[0, reportRemaining(3), 10],
				[10, networkFault('EPIPE'), 20],
			],
			3,
		],
		['can be reported by an error', [[0, reportRemaining(3, 404), 10]], 3],
		...['x3', '3x', '-3', ''].map((text): [string, readonly SentRequest[], number] => [
			`is not reported by "${text}"`,
			[
				[0, reportRemaining(0), 10],
				[10, reportRemaining(text), 20],
			],
			Infinity,
		]),
	])('%s', (_, requests, capacity) => {
		const limiter = createLimiter(requests);
		const inFlight = capacity === Infinity ? 1000 : capacity;

		expect(limiter.decide(100, inFlight - 1)).toEqual(SEND);
		expect(limiter.decide(100, inFlight)).toEqual(capacity === Infinity ? SEND : WAIT_FOR_RESPONSE);
	});

	test.each([
		[4, 3],
		[1, 1],
	])(
		'is at most 3 if a later request left 3, and an earlier one leaves %i',
		(leftByEarlier, capacity) => {
			const limiter = new RateLimiter(undefined);
			const earlier = limiter.recordSent(0);
			const later = limiter.recordSent(1);

			limiter.recordOutcome(later, 10, reportRemaining(3));
			limiter.recordOutcome(earlier, 20, reportRemaining(leftByEarlier));

			expect(limiter.decide(30, capacity - 1)).toEqual(SEND);
			expect(limiter.decide(30, capacity)).toEqual(WAIT_FOR_RESPONSE);
		},
	);

	test('counts for a request only if the server has reported any', () => {
		const unreported = new RateLimiter(undefined);
		const reported = createLimiter([[0, reportRemaining(3), 10]]);

		expect(unreported.recordSent(0).hadCapacity).toBe(false);
		expect(reported.recordSent(20).hadCapacity).toBe(true);
	});
});

describe('a server that asks to wait', () => {
	test('pauses all requests until that time, and then gets a single one', () => {
		const limiter = createLimiter([[0, retryAfter(10), 20]]);

		expect(limiter.decide(30, 0)).toEqual(waitUntil(10_020));
		expect(limiter.isPaused(10_019)).toBe(true);
		expect(limiter.isPaused(10_020)).toBe(false);
		expect(limiter.decide(10_020, 1)).toEqual(WAIT_FOR_RESPONSE);
		expect(limiter.decide(10_020, 0)).toEqual(SEND);
	});

	test('cannot shorten a wait that it asked for before', () => {
		const limiter = new RateLimiter(undefined);
		const first = limiter.recordSent(0);
		const second = limiter.recordSent(0);

		limiter.recordOutcome(first, 20, retryAfter(10));
		limiter.recordOutcome(second, 20, retryAfter(9));

		expect(limiter.decide(30, 0)).toEqual(waitUntil(10_020));
	});

	test.each<[title: string, Outcome, until: number | undefined]>([
		['pauses requests with status 503', retryAfter(10, 503), 10_010],
		['pauses nothing with status 200', retryAfter(10, 200), undefined],
		['pauses nothing with status 404', retryAfter(10, 404), undefined],
		['pauses nothing with status 503 and no time', retryAfter(undefined, 503), undefined],
		['pauses nothing by dropping a connection', networkFault('ECONNRESET'), undefined],
	])('%s', (_, outcome, until) => {
		const limiter = createLimiter([[0, outcome, 10]]);

		expect(limiter.decide(20, 0)).toEqual(until === undefined ? SEND : waitUntil(until));
	});

	/** The outcome of each probe after a refusal, and the wait after the last one. */
	test.each<[title: string, outcomes: readonly Outcome[], seconds: number]>([
		['waits a second after the first', [retryAfter()], 1],
		['doubles with the second', [retryAfter(), retryAfter()], 2],
		['doubles with each further one', Array.from({ length: 6 }, () => retryAfter()), 32],
		['waits a minute at most', Array.from({ length: 9 }, () => retryAfter()), 60],
		['ignores faults in between', [retryAfter(), networkFault('EPIPE'), retryAfter()], 2],
		['starts over after an accepted request', [retryAfter(), retryAfter(), ok, retryAfter()], 1],
	])('and names no time gets a backoff that %s', (_, outcomes, seconds) => {
		const requests = outcomes.map((outcome, index): SentRequest => {
			const at = index * 100_000;

			return [at, outcome, at];
		});
		const now = (outcomes.length - 1) * 100_000;

		const decision = createLimiter(requests).decide(now, 0);

		expect(decision).toEqual(waitUntil(now + seconds * 1000));
	});

	test('and names no time counts the refusals of simultaneous requests once', () => {
		const limiter = new RateLimiter(undefined);
		const tickets = [0, 0, 0].map((now) => limiter.recordSent(now));

		for (const ticket of tickets) limiter.recordOutcome(ticket, 10, retryAfter());

		expect(limiter.decide(20, 0)).toEqual(waitUntil(1010));
	});

	test.each<[title: string, Outcome, staysAlone: boolean]>([
		['the others follow if it succeeds', ok, false],
		['the others follow if it fails for another reason', jsonResponse({}, 404), false],
		['the next one goes alone if the server fails', jsonResponse({}, 500), true],
		['the next one goes alone if it is dropped', networkFault('ECONNRESET'), true],
	])('gets a single probe; %s', (_, outcome, staysAlone) => {
		const limiter = createLimiter([
			[0, retryAfter(10), 20],
			[10_020, outcome, 10_030],
		]);

		expect(limiter.decide(10_040, 1)).toEqual(staysAlone ? WAIT_FOR_RESPONSE : SEND);
		expect(limiter.decide(10_040, 0)).toEqual(SEND);
	});

	test.each<[title: string, Outcome, hadCapacity: boolean]>([
		['counts as having capacity for the probe if a refusal named the time', retryAfter(10), true],
		['has no known capacity for the probe if a refusal named no time', retryAfter(), false],
		['has no known capacity for the probe if it failed', retryAfter(10, 503), false],
	])('%s', (_, outcome, hadCapacity) => {
		const limiter = createLimiter([
			[0, reportRemaining(3), 10],
			[10, outcome, 20],
		]);

		expect(limiter.recordSent(60_000).hadCapacity).toBe(hadCapacity);
	});
});

describe('without remaining capacity,', () => {
	/** Creates a limiter after two simultaneous requests: one used the last slot, the other was refused. */
	function createLimiterWithoutCapacity(refusal: Outcome): RateLimiter {
		const limiter = new RateLimiter(undefined);
		const first = limiter.recordSent(0);
		const second = limiter.recordSent(0);

		limiter.recordOutcome(first, 10, reportRemaining(0));
		limiter.recordOutcome(second, 20, refusal);
		// The probe uses the slot that is free again.
		limiter.recordOutcome(limiter.recordSent(60_100), 60_110, reportRemaining(0));

		return limiter;
	}

	test('the next request waits until its slot is free again', () => {
		const limiter = createLimiterWithoutCapacity(retryAfter(60));

		expect(limiter.decide(60_120, 1)).toEqual(WAIT_FOR_RESPONSE);
		// As long as the refusal asked to wait, and no longer.
		expect(limiter.decide(60_120, 0)).toEqual(waitUntil(120_100));
		expect(limiter.decide(120_100, 0)).toEqual(SEND);
		expect(limiter.recordSent(120_100).hadCapacity).toBe(true);
	});

	test.each([
		['no wait was announced', retryAfter()],
		['a failing server announced the wait', retryAfter(60, 503)],
	])('the next request is a probe if %s', (_, refusal) => {
		const limiter = createLimiterWithoutCapacity(refusal);

		expect(limiter.decide(60_120, 0)).toEqual(SEND);
		expect(limiter.recordSent(60_120).hadCapacity).toBe(false);
	});

	test('a probe does not wait for its slot', () => {
		const limiter = createLimiterWithoutCapacity(retryAfter(60));

		limiter.recordOutcome(limiter.recordSent(60_120), 60_130, retryAfter(1, 503));

		expect(limiter.decide(61_130, 0)).toEqual(SEND);
	});
});

describe("the user's own limit", () => {
	const createLimiterAtLimit = () =>
		createLimiter(
			[
				[0, ok, 10],
				[1000, ok, 1010],
			],
			2,
		);

	test('lets a request go out below the limit', () => {
		const limiter = createLimiter([[0, ok, 10]], 2);

		expect(limiter.decide(5000, 0)).toEqual(SEND);
	});

	test('applies to any minute', () => {
		const limiter = createLimiterAtLimit();

		expect(limiter.decide(5000, 0)).toEqual(waitUntil(60_000, 'user'));
		expect(limiter.decide(60_000, 0)).toEqual(SEND);
		limiter.recordSent(60_000);
		expect(limiter.decide(60_001, 0)).toEqual(waitUntil(61_000, 'user'));
		limiter.recordSent(61_000);
		expect(limiter.decide(61_001, 0)).toEqual(waitUntil(120_000, 'user'));
	});

	test("applies beside the server's, whichever is longer", () => {
		const limiter = createLimiterAtLimit();

		limiter.recordOutcome(limiter.recordSent(2000), 2010, retryAfter(10));

		expect(limiter.decide(3000, 0)).toEqual(waitUntil(12_010));
		expect(limiter.decide(12_010, 0)).toEqual(waitUntil(60_000, 'user'));
	});
});
