import { describe, expect, test } from '@jest/globals';

import type { HttpResponse, Fault } from '../../../nodes/shared/transport/response';
import type { Effect, HttpRequest } from '../../../nodes/shared/transport/request';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import type { Settings } from '../../../nodes/shared/scheduler/settings';
import { jsonResponse } from '../responses';
import { LimitedServer, type Limits } from './limitedServer';
import { VirtualTime } from './virtualTime';

const usual: Settings = { concurrency: 8, maxWait: 300_000, retries: 4, timeout: 60_000 };

const request = (number = 0, effect: Effect = 'change'): HttpRequest => ({
	method: 'PATCH',
	route: 'PATCH modules/{module_id}/',
	effect,
	url: `https://plane.example.com/modules/${String(number)}/`,
	headers: {},
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Sends this many requests to a limited server, all given to the schedule at once. */
async function sendTo(
	limits: Limits,
	count: number,
	settings: Partial<Settings> = {},
	meanwhile?: (server: LimitedServer, time: VirtualTime) => void,
) {
	const time = new VirtualTime();
	const server = new LimitedServer(time, limits);
	const schedule = new Scheduler({ ...usual, ...settings }, time);
	const send = schedule.over(async () => await server.response());
	meanwhile?.(server, time);
	const { result, took } = await time.pass(
		Promise.all(numbers(count).map(async (number) => await send(request(number)))),
	);
	const failed = result.filter((outcome) => 'fault' in outcome || outcome.status !== 200);
	return { server, schedule, result, failed, took, hints: schedule.hints().map((h) => h.message) };
}

/** What a perfect client needs: the last window's requests go out when the first ones are back. */
const ideal = ({ requests, window, latency }: Limits, count: number) =>
	(Math.ceil(count / requests) - 1) * window + latency;

describe('under a limit', () => {
	const limit = { requests: 60, window: 30_000 };

	test.each<[string, Limits]>([
		['a fast server', { ...limit, latency: 5 }],
		['a server as it was observed', { ...limit, latency: 30 }],
		['a slow server', { ...limit, latency: 400 }],
		['a very slow server', { ...limit, latency: 3000 }],
		['a minute', { requests: 60, window: 60_000, latency: 30 }],
		['a short window', { requests: 5, window: 2000, latency: 30 }],
		['a window of a single request', { requests: 1, window: 3000, latency: 30 }],
		['Retry-After as a date', { ...limit, latency: 30, retryAfter: 'date' }],
	])('%s: all get through in little more than the limit dictates', async (_, limits) => {
		const count = 3 * limits.requests;
		const { server, failed, took } = await sendTo(limits, count);
		expect(failed).toEqual([]);
		expect(server.admitted).toHaveLength(count);
		// A refusal tells whole seconds, rounded up, and a date does so at both ends.
		const rounding = limits.retryAfter === 'date' ? 4000 : 2000;
		const burst = Math.ceil(limits.requests / 8) * limits.latency;
		expect(took).toBeLessThan(ideal(limits, count) + rounding + 2 * burst);
		expect(server.refused.length).toBeLessThanOrEqual(3);
	});

	test('2,000 requests at 60 a minute take 33 minutes and meet hardly a refusal', async () => {
		const limits = { requests: 60, window: 60_000, latency: 30 };
		const { server, failed, took, hints } = await sendTo(limits, 2000);
		expect(failed).toEqual([]);
		expect(took / ideal(limits, 2000)).toBeLessThan(1.05);
		expect(server.refused.length).toBeLessThanOrEqual(2);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Waited 3[23] minutes.* because the server asked to; 1 request was refused because of its limit and sent again$/,
			),
		]);
	});

	test('with windows that begin at fixed times', async () => {
		const limits = { ...limit, latency: 30, kind: 'fixed' as const };
		const { server, failed, took } = await sendTo(limits, 180);
		expect(failed).toEqual([]);
		expect(took).toBeLessThanOrEqual(62_000);
		expect(server.refused.length).toBeLessThanOrEqual(6);
	});

	test('that is told by refusals alone: those under way are refused, and no other', async () => {
		const { server, failed, took } = await sendTo({ ...limit, latency: 30, tells: false }, 180);
		expect(failed).toEqual([]);
		expect(took).toBeLessThan(63_000);
		expect(server.refused.length).toBeLessThanOrEqual(2 * 8);
	});

	test.each(['none', 'zero'] as const)(
		'that does not say how long (%s): one at a time asks again, less and less often',
		async (retryAfter) => {
			const { server, failed, took } = await sendTo({ ...limit, latency: 30, retryAfter }, 120);
			expect(failed).toEqual([]);
			expect(took).toBeLessThan(65_000);
			// 1, 2, 4, 8 and 16 seconds.
			expect(server.refused.length).toBeLessThanOrEqual(8);
		},
	);

	test('that others use up too: everything gets through, with few refusals', async () => {
		const limits = { ...limit, latency: 30 };
		const { server, failed } = await sendTo(limits, 120, {}, (other, time) => {
			void (async () => {
				for (;;) {
					await time.sleep(1500);
					other.take();
				}
			})();
		});
		expect(failed).toEqual([]);
		expect(server.refused.length).toBeLessThan(120 / 2);
	});

	test('nothing goes out while it lasts, and then one alone', async () => {
		const { server } = await sendTo({ requests: 20, window: 10_000, latency: 500 }, 40);
		const [refused = 0] = server.refused;
		const after = server.admitted.filter((time) => time > refused).sort((a, b) => a - b);
		const [first = 0, second = 0] = after;
		expect(first - refused).toBeGreaterThan(5000);
		expect(second - first).toBeGreaterThanOrEqual(500);
	});
});

describe('Requests per Minute', () => {
	const free = { requests: 1_000_000, window: 60_000, latency: 30 };

	test('holds in any minute, and is told', async () => {
		const { server, failed, took, hints } = await sendTo(free, 75, { requestsPerMinute: 30 });
		expect(failed).toEqual([]);
		expect(took).toBeGreaterThanOrEqual(120_000);
		expect(took).toBeLessThan(121_000);
		for (const time of server.admitted) {
			const inMinute = server.admitted.filter((other) => other > time - 60_000 && other <= time);
			expect(inMinute.length).toBeLessThanOrEqual(30);
		}
		expect(hints).toEqual([
			expect.stringMatching(
				/^Waited (2 minutes|1 minute and 59 seconds) to keep to 30 Requests per Minute$/,
			),
		]);
	});

	test('is no reason to give up', async () => {
		const { failed } = await sendTo(free, 61, { requestsPerMinute: 30, maxWait: 1000 });
		expect(failed).toEqual([]);
	});
});

describe('Max Wait', () => {
	test('ends a wait that would be longer, at once, and says what to do', async () => {
		const limits = { requests: 5, window: 3_600_000, latency: 30 };
		const { result, took } = await sendTo(limits, 20, { maxWait: 60_000 });
		expect(took).toBeLessThan(1000);
		const unsent = result.flatMap((outcome) => ('fault' in outcome ? [outcome.unsent] : []));
		expect(unsent).toHaveLength(15);
		expect(new Set(unsent.map((problem) => JSON.stringify(problem))).size).toBe(1);
		expect(unsent[0]).toMatchObject({
			message:
				'This was not carried out, because the server asks to wait longer than Max Wait: plane.example.com has had too many requests: rate limit exceeded',
			description:
				'It asks to wait 1 hour. Max Wait under Options allows 1 minute of it. Run the items that were not carried out again later, or raise Max Wait.',
			cause: { status: 429 },
		});
	});

	test('begins anew whenever something gets through', async () => {
		const limits = { requests: 5, window: 50_000, latency: 30 };
		const { failed } = await sendTo(limits, 50, { maxWait: 60_000 });
		expect(failed).toEqual([]);
	});

	test('ends the repeats of a server that stays away, so that the rest fails soon', async () => {
		const time = new VirtualTime();
		let sent = 0;
		const schedule = new Scheduler({ ...usual, maxWait: 60_000 }, time);
		const send = schedule.over(async () => {
			sent++;
			await time.sleep(10);
			return { fault: 'ECONNREFUSED' };
		});
		const work = async () => {
			const outcomes: (HttpResponse | Fault)[] = [];
			for (const number of numbers(1000)) outcomes.push(await send(request(number)));
			return outcomes;
		};
		const { result, took } = await time.pass(work());
		expect(took).toBeLessThanOrEqual(61_000);
		expect(sent).toBeLessThan(50);
		const last = result.at(-1);
		expect(last !== undefined && 'fault' in last ? last.unsent?.message : '').toBe(
			'This was not carried out, because no request succeeded within Max Wait: plane.example.com refused the connection',
		);
	});
});

describe('what is odd about Max Wait', () => {
	/** A server whose answers and times the test says, by the number of the request. */
	async function sendEach(
		count: number,
		settings: Partial<Settings>,
		response: (number: number) => { readonly after: number; readonly outcome: HttpResponse | Fault },
		effect: Effect = 'change',
	) {
		const time = new VirtualTime();
		const schedule = new Scheduler({ ...usual, ...settings }, time);
		const sent: number[] = [];
		const send = schedule.over(async ({ url }) => {
			const number = Number(url.split('/').at(-2));
			sent.push(number);
			const { after, outcome } = response(number);
			await time.sleep(after);
			return outcome;
		});
		const { result, took } = await time.pass(
			Promise.all(numbers(count).map(async (number) => await send(request(number, effect)))),
		);
		return { result, took, sent };
	}

	const fine = jsonResponse({ id: '1' });

	test('successes that were on their way when the server asked to wait do not undo it', async () => {
		const refusal = { ...jsonResponse({}, 429), headers: { 'retry-after': '86400' } };
		const { took } = await sendEach(8, {}, (number) =>
			number === 3 ? { after: 5, outcome: refusal } : { after: 30, outcome: fine },
		);
		expect(took).toBeLessThan(1000);
	});

	test('creates that are never answered end with it, although none of them is repeated', async () => {
		const { took, sent } = await sendEach(
			2000,
			{ concurrency: 1 },
			() => ({ after: 60_000, outcome: { fault: 'ECONNABORTED' } }),
			'create',
		);
		expect(took).toBeLessThanOrEqual(420_000);
		expect(sent.length).toBeLessThanOrEqual(7);
	});

	test('several at once that are never answered end with it too', async () => {
		const { took } = await sendEach(2000, { retries: 0 }, () => ({
			after: 60_000,
			outcome: { fault: 'ECONNABORTED' },
		}));
		expect(took).toBeLessThanOrEqual(420_000);
	});

	test('of 0 does not fail what is under way beside one that was dropped', async () => {
		const { result } = await sendEach(100, { maxWait: 0 }, (number) =>
			number === 3
				? { after: 5, outcome: { fault: 'ECONNRESET' } }
				: { after: 30 + number, outcome: fine },
		);
		expect(result.filter((outcome) => 'fault' in outcome)).toHaveLength(1);
	});
});

describe('a schedule', () => {
	/** A server that answers in turn with what the test says. */
	async function sendAll(
		responses: readonly (HttpResponse | Fault)[],
		effect: Effect = 'change',
		settings: Partial<Settings> = {},
	) {
		const time = new VirtualTime();
		const schedule = new Scheduler({ ...usual, ...settings }, time);
		const sent: number[] = [];
		const send = schedule.over(async () => {
			const response = responses[Math.min(sent.length, responses.length - 1)];
			sent.push(time.now());
			await time.sleep(10);
			if (response === undefined) throw new Error('No answer');
			return response;
		});
		const { result, took } = await time.pass(send(request(0, effect)));
		return { result, took, sent, hints: schedule.hints().map(({ message }) => message) };
	}

	const down: Fault = { fault: 'ECONNRESET' };
	const ok = jsonResponse({ id: '1' });

	test('repeats a change after a dropped connection, and tells', async () => {
		const { result, sent, hints } = await sendAll([down, down, ok]);
		expect(result).toEqual({ ...ok, tries: 3 });
		expect(sent).toHaveLength(3);
		expect(hints).toEqual(['2 requests were sent again after a dropped connection']);
	});

	test('gives the last outcome when the repeats are used up, and how often it was sent', async () => {
		const { result, sent } = await sendAll([down]);
		expect(result).toEqual({ ...down, tries: 5 });
		expect(sent).toHaveLength(5);
	});

	test('does not repeat a create after a dropped connection', async () => {
		const { result, sent } = await sendAll([down, ok], 'create');
		expect(result).toEqual(down);
		expect(sent).toHaveLength(1);
	});

	test('repeats a create that was refused, and does not count that', async () => {
		const refusal = { ...jsonResponse({}, 429), headers: { 'retry-after': '2' } };
		const { result, sent } = await sendAll(Array(6).fill(refusal).concat(ok), 'create', {
			retries: 0,
		});
		expect(result).toEqual({ ...ok, tries: 7 });
		expect(sent).toHaveLength(7);
	});

	test('waits as long as a failing server asks to', async () => {
		const failure = { ...jsonResponse({}, 503), headers: { 'retry-after': '20' } };
		const { took, hints } = await sendAll([failure, ok]);
		expect(took).toBeGreaterThanOrEqual(20_000);
		expect(took).toBeLessThan(20_500);
		expect(hints).toContain('1 request was sent again after status 503');
	});

	test.each([408, 425])('waits as long as the server asks to with status %i', async (code) => {
		const failure = { ...jsonResponse({}, code), headers: { 'retry-after': '20' } };
		const { took } = await sendAll([failure, ok]);
		expect(took).toBeGreaterThanOrEqual(20_000);
	});

	test('goes on with one at a time as long as the server fails', async () => {
		const time = new VirtualTime();
		const schedule = new Scheduler(usual, time);
		const failure = { ...jsonResponse({}, 503), headers: {} };
		const asked = { ...failure, headers: { 'retry-after': '10' } };
		const sent: number[] = [];
		const send = schedule.over(async () => {
			sent.push(time.now());
			const turn = sent.length;
			await time.sleep(50);
			return turn === 1 ? asked : turn < 4 ? failure : ok;
		});
		const all = numbers(8).map(async (number) => {
			await time.sleep(number * 60);
			return await send(request(number));
		});
		await time.pass(Promise.all(all));
		const [, second = 0, third = 0, fourth = 0] = sent;
		expect(third - second).toBeGreaterThanOrEqual(50);
		expect(fourth - third).toBeGreaterThanOrEqual(50);
	});

	test('has its slots for all servers together', async () => {
		const time = new VirtualTime();
		const schedule = new Scheduler({ ...usual, concurrency: 4 }, time);
		let underWay = 0;
		let busiest = 0;
		const serve = async () => {
			busiest = Math.max(busiest, ++underWay);
			await time.sleep(100);
			underWay--;
			return ok;
		};
		const senders = [schedule.over(serve), schedule.over(serve)];
		const { took } = await time.pass(
			Promise.all(
				numbers(40).map(
					async (number) =>
						await senders[number % 2]?.({
							...request(),
							url: `https://${String(number % 3)}.example.com/`,
						}),
				),
			),
		);
		expect(busiest).toBe(4);
		expect(took).toBe(1000);
	});

	test('has a gate for each server: one that is away does not keep another waiting', async () => {
		const time = new VirtualTime();
		const schedule = new Scheduler({ ...usual, maxWait: 5000 }, time);
		const send = schedule.over(async ({ url }) => {
			await time.sleep(10);
			return url.includes('away') ? { fault: 'ECONNREFUSED' } : ok;
		});
		const [away, there] = ['away', 'there'].map((host) => ({
			...request(),
			url: `https://${host}.example.com/`,
		}));
		if (away === undefined || there === undefined) throw new Error('No request');
		const { result } = await time.pass(
			(async () => [await send(away), await send(there), await send(away)])(),
		);
		expect(result[1]).toEqual(ok);
		const [, , last] = result;
		expect(last !== undefined && 'fault' in last && last.unsent?.message).toMatch(
			/: away\.example\.com refused the connection$/,
		);
	});

	test('advises fewer at once where the server is overloaded', async () => {
		const { hints } = await sendAll([jsonResponse({}, 500), ok]);
		expect(hints).toEqual([
			'1 request was sent again after status 500. If that happens often, lower Concurrent Requests',
		]);
	});

	test.each([1, 3, 8, 32])('has at most %i requests under way', async (concurrency) => {
		const limits = { requests: 1_000_000, window: 60_000, latency: 100 };
		const { server } = await sendTo(limits, 100, { concurrency });
		expect(server.busiest).toBe(concurrency);
	});

	test('sends in the order in which it was given, a refused one first', async () => {
		const time = new VirtualTime();
		const schedule = new Scheduler({ ...usual, concurrency: 1 }, time);
		const sent: string[] = [];
		const send = schedule.over(async ({ url }) => {
			sent.push(url.split('/').at(-2) ?? '');
			await time.sleep(10);
			return sent.length === 2 ? { ...jsonResponse({}, 429), headers: { 'retry-after': '1' } } : ok;
		});
		await time.pass(Promise.all(numbers(4).map(async (number) => await send(request(number)))));
		expect(sent).toEqual(['0', '1', '1', '2', '3']);
	});

	test('that is canceled sends nothing more, and ends its waits at once', async () => {
		const limits = { requests: 5, window: 60_000, latency: 30 };
		const time = new VirtualTime();
		const server = new LimitedServer(time, limits);
		const schedule = new Scheduler(usual, time);
		const send = schedule.over(async () => await server.response());
		void time.sleep(10_000).then(() => schedule.close('canceled'));
		const { result, took } = await time.pass(
			Promise.all(numbers(20).map(async (number) => await send(request(number)))),
		);
		expect(took).toBeLessThanOrEqual(11_000);
		expect(server.admitted).toHaveLength(5);
		expect(result.filter((outcome) => 'fault' in outcome)).toHaveLength(15);
		const late = await send(request(99));
		expect('fault' in late && late.unsent?.unfinished).toBe('unsent');
	});
});
