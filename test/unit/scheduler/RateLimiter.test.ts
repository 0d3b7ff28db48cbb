import { describe, expect, test } from '@jest/globals';

import { type Limit, RateLimiter } from '../../../nodes/shared/scheduler/RateLimiter';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, withHeaders } from '../responses';

const SEND = { kind: 'send' };
const AFTER_ANOTHER = { kind: 'waitForResponse' };
const after = (until: number, limit: Limit = 'server') => ({ kind: 'waitUntil', until, limit });

/** A response that says that there is room for so many further requests. */
const leaving = (remaining: number | string, status = 200) =>
	withHeaders(jsonResponse({}, status), { 'x-ratelimit-remaining': String(remaining) });

const ok = jsonResponse({});

/** A response that asks to wait so many seconds, or for some time. */
const asking = (seconds?: number, status = 429) =>
	withHeaders(
		jsonResponse({}, status),
		seconds === undefined ? {} : { 'retry-after': String(seconds) },
	);

/** A request: when it went out, what it came to and when. */
type Asked = readonly [sent: number, outcome: Outcome, answered: number];

/** A limiter that has seen these requests, one after the other. */
function having(asked: readonly Asked[], requestsPerMinute?: number) {
	const limiter = new RateLimiter(requestsPerMinute);

	for (const [sent, outcome, answered] of asked) {
		limiter.answered(limiter.sent(sent), answered, outcome);
	}

	return limiter;
}

describe('the room that the server says there is', () => {
	test.each<[what: string, asked: readonly Asked[], room: number]>([
		[
			'is that of the last response',
			[
				[0, leaving(5), 10],
				[10, leaving(7), 20],
			],
			7,
		],
		['may have several digits', [[0, leaving(12), 10]], 12],
		['may have blanks around it', [[0, leaving(' 3 '), 10]], 3],
		[
			'is without end where a success does not say it',
			[
				[0, leaving(0), 10],
				[10, ok, 20],
			],
			Infinity,
		],
		[
			'is what it was after a refusal of another kind',
			[
				[0, leaving(3), 10],
				[10, jsonResponse({}, 404), 20],
			],
			3,
		],
		[
			'is what it was after a fault',
			[
				[0, leaving(3), 10],
				[10, networkFault('EPIPE'), 20],
			],
			3,
		],
		['is told by a refusal of another kind, too', [[0, leaving(3, 404), 10]], 3],
		...['x3', '3x', '-3', ''].map((text): [string, readonly Asked[], number] => [
			`is not told by "${text}"`,
			[
				[0, leaving(0), 10],
				[10, leaving(text), 20],
			],
			Infinity,
		]),
	])('%s', (_, asked, room) => {
		const limiter = having(asked);
		const underWay = room === Infinity ? 1000 : room;

		expect(limiter.decide(100, underWay - 1)).toEqual(SEND);
		expect(limiter.decide(100, underWay)).toEqual(room === Infinity ? SEND : AFTER_ANOTHER);
	});

	test.each([
		[4, 3],
		[1, 1],
	])('is at most what later requests left, where an earlier one leaves %i', (remaining, room) => {
		const limiter = new RateLimiter(undefined);
		const [earlier, later] = [limiter.sent(0), limiter.sent(1)];

		limiter.answered(later, 10, leaving(3));
		limiter.answered(earlier, 20, leaving(remaining));
		expect(limiter.decide(30, room - 1)).toEqual(SEND);
		expect(limiter.decide(30, room)).toEqual(AFTER_ANOTHER);
	});

	test('was there for a request if the server had said anything of it', () => {
		expect(new RateLimiter(undefined).sent(0).hadRoom).toBe(false);
		expect(having([[0, leaving(3), 10]]).sent(20).hadRoom).toBe(true);
	});
});

describe('a server that asks to wait', () => {
	test('is waited for until then, by all', () => {
		const limiter = having([[0, asking(10), 20]]);

		expect(limiter.decide(30, 0)).toEqual(after(10_020));
		expect(limiter.isHeld(10_019)).toBe(true);
		expect(limiter.isHeld(10_020)).toBe(false);
		expect(limiter.decide(10_020, 1)).toEqual(AFTER_ANOTHER);
		expect(limiter.decide(10_020, 0)).toEqual(SEND);
	});

	test('for less later on is waited for as long as it asked at first', () => {
		const limiter = new RateLimiter(undefined);
		const tickets = [limiter.sent(0), limiter.sent(0)];

		for (const [index, ticket] of tickets.entries()) {
			limiter.answered(ticket, 20, asking(10 - index));
		}

		expect(limiter.decide(30, 0)).toEqual(after(10_020));
	});

	test.each<[Outcome, until: number | undefined]>([
		[asking(10, 503), 10_010],
		[asking(10, 200), undefined],
		[asking(10, 404), undefined],
		[asking(undefined, 503), undefined],
		[networkFault('ECONNRESET'), undefined],
	])('by %j', (outcome, until) => {
		const limiter = having([[0, outcome, 10]]);

		expect(limiter.decide(20, 0)).toEqual(until === undefined ? SEND : after(until));
	});

	/** What each probe after a refusal comes to, and how long is waited then. */
	test.each<[what: string, outcomes: readonly Outcome[], seconds: number]>([
		['at first', [asking()], 1],
		['and again', [asking(), asking()], 2],
		['and nothing else', Array.from({ length: 6 }, () => asking()), 32],
		['for ever', Array.from({ length: 9 }, () => asking()), 60],
		['and is away in between', [asking(), networkFault('EPIPE'), asking()], 2],
		['and lets one through in between', [asking(), asking(), ok, asking()], 1],
	])('%s, without saying how long, is waited for longer and longer', (_, outcomes, seconds) => {
		const asked = outcomes.map((outcome, index): Asked => {
			const at = index * 100_000;

			return [at, outcome, at];
		});
		const now = (outcomes.length - 1) * 100_000;

		expect(having(asked).decide(now, 0)).toEqual(after(now + seconds * 1000));
	});

	test('of several requests at the same time, without saying how long, asks once', () => {
		const limiter = new RateLimiter(undefined);
		const tickets = [0, 0, 0].map((now) => limiter.sent(now));

		for (const ticket of tickets) limiter.answered(ticket, 10, asking());
		expect(limiter.decide(20, 0)).toEqual(after(1010));
	});

	test.each<[what: string, Outcome, alone: boolean]>([
		['is carried out', ok, false],
		['is refused for another reason', jsonResponse({}, 404), false],
		['fails', jsonResponse({}, 500), true],
		['is dropped', networkFault('ECONNRESET'), true],
	])('gets one request alone; where that %s, the others follow or not', (_, outcome, alone) => {
		const limiter = having([
			[0, asking(10), 20],
			[10_020, outcome, 10_030],
		]);

		expect(limiter.decide(10_040, 1)).toEqual(alone ? AFTER_ANOTHER : SEND);
		expect(limiter.decide(10_040, 0)).toEqual(SEND);
	});

	test.each<[what: string, Outcome, hadRoom: boolean]>([
		['a refusal said when', asking(10), true],
		['a refusal did not say when', asking(), false],
		['a failing server said when', asking(10, 503), false],
	])('has room for the request that goes alone where %s', (_, outcome, hadRoom) => {
		const limiter = having([
			[0, leaving(3), 10],
			[10, outcome, 20],
		]);

		expect(limiter.sent(60_000).hadRoom).toBe(hadRoom);
	});
});

describe('where no room remains', () => {
	/** Two requests at the same time, one of which took the last slot, and the other was refused. */
	function full(refusal: Outcome): RateLimiter {
		const limiter = new RateLimiter(undefined);
		const [first, second] = [limiter.sent(0), limiter.sent(0)];

		limiter.answered(first, 10, leaving(0));
		limiter.answered(second, 20, refusal);
		// The one that goes alone takes the slot that is back.
		limiter.answered(limiter.sent(60_100), 60_110, leaving(0));

		return limiter;
	}

	test('the next request waits until its slot is back', () => {
		const limiter = full(asking(60));

		expect(limiter.decide(60_120, 1)).toEqual(AFTER_ANOTHER);
		// As long as the refusal asked to wait, and no longer.
		expect(limiter.decide(60_120, 0)).toEqual(after(120_100));
		expect(limiter.decide(120_100, 0)).toEqual(SEND);
		expect(limiter.sent(120_100).hadRoom).toBe(true);
	});

	test.each([
		['was not told', asking()],
		['is that of a failing server', asking(60, 503)],
	])('the next request asks whether there is some where the wait %s', (_, refusal) => {
		const limiter = full(refusal);

		expect(limiter.decide(60_120, 0)).toEqual(SEND);
		expect(limiter.sent(60_120).hadRoom).toBe(false);
	});

	test('a request that goes alone goes although its slot is not back', () => {
		const limiter = full(asking(60));

		limiter.answered(limiter.sent(60_120), 60_130, asking(1, 503));
		expect(limiter.decide(61_130, 0)).toEqual(SEND);
	});
});

describe("the user's own limit", () => {
	const two = () =>
		having(
			[
				[0, ok, 10],
				[1000, ok, 1010],
			],
			2,
		);

	test('holds in any minute', () => {
		expect(having([[0, ok, 10]], 2).decide(5000, 0)).toEqual(SEND);
		expect(two().decide(5000, 0)).toEqual(after(60_000, 'user'));
		const limiter = two();

		expect(limiter.decide(60_000, 0)).toEqual(SEND);
		limiter.sent(60_000);
		expect(limiter.decide(60_001, 0)).toEqual(after(61_000, 'user'));
		limiter.sent(61_000);
		expect(limiter.decide(61_001, 0)).toEqual(after(120_000, 'user'));
	});

	test("gives way to the server's, which is longer or shorter", () => {
		const limiter = two();

		limiter.answered(limiter.sent(2000), 2010, asking(10));
		expect(limiter.decide(3000, 0)).toEqual(after(12_010));
		expect(limiter.decide(12_010, 0)).toEqual(after(60_000, 'user'));
	});
});
