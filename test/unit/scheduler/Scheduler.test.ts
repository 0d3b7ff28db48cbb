import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { refused } from '../../../nodes/shared/result/problem';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import type { RequestLimits } from '../../../nodes/shared/transport/limits';

import type { Effect, HttpRequest } from '../../../nodes/shared/transport/request';
import {
	type HttpResponse,
	isFault,
	type Outcome,
	succeeded,
} from '../../../nodes/shared/transport/response';
import type { Send } from '../../../nodes/shared/transport/send';
import { runs } from '../random';
import { jsonResponse, networkFault, withHeaders } from '../responses';
import { LimitedServer, type Limits } from './limitedServer';
import { VirtualTime } from './virtualTime';

const SETTINGS: RequestLimits = {
	concurrency: 8,
	maxWaitMs: 300_000,
	retries: 4,
	timeoutMs: 60_000,
};

const createRequest = (number = 0, effect: Effect = 'change'): HttpRequest => ({
	method: 'PATCH',
	route: 'PATCH modules/{module_id}/',
	effect,
	url: `https://plane.example.com/modules/${String(number)}/`,
	headers: {},
});

/** Reads the number of a request from its URL. */
const readRequestNumber = (url: string) => Number(url.split('/').at(-2));

const hasFailed = (outcome: Outcome) => isFault(outcome) || !succeeded(outcome);

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Creates a scheduler in virtual time that sends to this server. */
function createScheduler(
	serve: Send,
	settings: Partial<RequestLimits> = {},
	time = new VirtualTime(),
) {
	const scheduler = new Scheduler({ ...SETTINGS, ...settings }, time);
	const send = scheduler.wrap(serve);

	return {
		time,
		scheduler,
		send,
		/** Gives the scheduler this many requests at the same time. */
		sendAll: async (count: number, effect?: Effect, overrides: Partial<HttpRequest> = {}) => {
			const outcomes = range(count).map(
				async (number) => await send({ ...createRequest(number, effect), ...overrides }),
			);
			const { result, elapsed } = await time.advanceUntil(Promise.all(outcomes));
			const failed = result.filter(hasFailed);

			return { result, failed, elapsed, hints: scheduler.hints() };
		},
	};
}

/**
 * Gives a scheduler this many requests to a limited server, all at the same time.
 *
 * @param sendBesides lets somebody else send requests to the server as well
 */
async function sendToLimitedServer(
	limits: Limits,
	count: number,
	settings: Partial<RequestLimits> = {},
	sendBesides?: (server: LimitedServer, time: VirtualTime) => void,
) {
	const time = new VirtualTime();
	const server = new LimitedServer(time, limits);

	sendBesides?.(server, time);
	const { sendAll } = createScheduler(async () => await server.respond(), settings, time);

	return { server, ...(await sendAll(count)) };
}

/** How a server answers a request. */
interface Reply {
	readonly outcome: Outcome;
	/** Milliseconds; default 10. */
	readonly delay?: number;
}

/**
 * Creates a scheduler that sends to a server that answers as the test says, and records what it received.
 *
 * @param reply takes the number of a request, and the number of its arrival, counted from 0
 */
function createSchedulerWithReplies(
	reply: (number: number, arrival: number) => Reply,
	settings: Partial<RequestLimits> = {},
) {
	const sent: { readonly number: number; readonly at: number }[] = [];
	const time = new VirtualTime();

	const serve: Send = async ({ url }) => {
		const number = readRequestNumber(url);
		const { outcome, delay = 10 } = reply(number, sent.length);

		sent.push({ number, at: time.now() });
		await time.sleep(delay);

		return outcome;
	};

	return { sent, ...createScheduler(serve, settings, time) };
}

const ok = jsonResponse({ id: '1' });
const dropped = networkFault('ECONNRESET');
const unreachable = networkFault('ECONNREFUSED');
const timedOut = networkFault('ECONNABORTED');
const serverError = jsonResponse({ error: 'Something went wrong' }, 500);

/** A response that asks to wait this many seconds. */
const retryAfter = (seconds: number, status: number) =>
	withHeaders(jsonResponse({}, status), { 'retry-after': String(seconds) });

/** Returns the problem that says why a request was not sent. */
const getProblem = (outcome: Outcome | undefined) =>
	outcome !== undefined && 'problem' in outcome ? outcome.problem : undefined;

/** Calculates the milliseconds of a perfect client, which uses each slot as soon as it is free. */
const calculateIdealTime = ({ requests, window, latency }: Limits, count: number) =>
	(Math.ceil(count / requests) - 1) * window + latency;

describe('a rate limit', () => {
	const limit = { requests: 60, window: 30_000, latency: 30 };

	test.each<[string, Limits]>([
		['of a fast server', { ...limit, latency: 5 }],
		['of a server as observed', limit],
		['of a slow server', { ...limit, latency: 400 }],
		['of a very slow server', { ...limit, latency: 3000 }],
		['with a window of a minute', { ...limit, window: 60_000 }],
		['with a short window', { ...limit, requests: 5, window: 2000 }],
		['of a single request in a window', { ...limit, requests: 1, window: 3000 }],
		['with Retry-After as a date', { ...limit, retryAfter: 'date' }],
	])('%s lets all requests through in little more time than it dictates', async (_, limits) => {
		const count = 3 * limits.requests;
		const { server, failed, elapsed } = await sendToLimitedServer(limits, count);

		expect(failed).toEqual([]);
		expect(server.acceptedAt).toHaveLength(count);
		// A refusal names whole seconds, rounded up; with a date, both ends are rounded.
		const rounding = limits.retryAfter === 'date' ? 4000 : 2000;
		const burst = Math.ceil(limits.requests / 8) * limits.latency;

		expect(elapsed).toBeLessThan(calculateIdealTime(limits, count) + rounding + 2 * burst);
		expect(server.refusedAt.length).toBeLessThanOrEqual(3);
	});

	test('of 60 a minute lets 2,000 requests through in 33 minutes, with hardly a refusal', async () => {
		const limits = { ...limit, window: 60_000 };
		const { server, failed, elapsed, hints } = await sendToLimitedServer(limits, 2000);

		expect(failed).toEqual([]);
		expect(elapsed / calculateIdealTime(limits, 2000)).toBeLessThan(1.05);
		expect(server.refusedAt.length).toBeLessThanOrEqual(2);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Waited 3[23] minutes.* because the server asked to; 1 request was refused because of its limit and retried$/,
			),
		]);
	});

	test.each<[title: string, Partial<Limits>, count: number, maxTime: number, maxRefusals: number]>([
		['whose windows begin at fixed times refuses few', { kind: 'fixed' }, 180, 62_000, 6],
		['that only refusals reveal refuses few more', { reportsRemaining: false }, 180, 63_000, 16],
		// Probes go out after 1, 2, 4, 8 and 16 seconds.
		['that names no time is probed less and less often', { retryAfter: 'none' }, 120, 65_000, 8],
		[
			'that names zero seconds is probed less and less often',
			{ retryAfter: 'zero' },
			120,
			65_000,
			8,
		],
	])('%s', async (_, special, count, maxTime, maxRefusals) => {
		const { server, failed, elapsed } = await sendToLimitedServer({ ...limit, ...special }, count);

		expect(failed).toEqual([]);
		expect(elapsed).toBeLessThanOrEqual(maxTime);
		expect(server.refusedAt.length).toBeLessThanOrEqual(maxRefusals);
	});

	test('that others use as well lets everything through, with few refusals', async () => {
		const { server, failed } = await sendToLimitedServer(limit, 120, {}, (sharedServer, time) => {
			void (async () => {
				for (;;) {
					await time.sleep(1500);
					sharedServer.consume();
				}
			})();
		});

		expect(failed).toEqual([]);
		expect(server.refusedAt.length).toBeLessThan(120 / 2);
	});

	test('that others used right before, so that its slots become free one by one, refuses few', async () => {
		const time = new VirtualTime();
		const server = new LimitedServer(time, { ...limit, window: 60_000, latency: 60 });

		for (let index = 0; index < 40; index++) server.consume();
		let sentCount = 0;

		const serve = async () => {
			if (sentCount++ < 61) await time.sleep(840);

			return await server.respond();
		};

		const { failed } = await createScheduler(serve, { concurrency: 1 }, time).sendAll(300);

		expect(failed).toEqual([]);
		expect(server.refusedAt.length).toBeLessThan(300 / 6);
	});

	test('that is exceeded stops all requests, and then lets a single one through first', async () => {
		const { server } = await sendToLimitedServer(
			{ requests: 20, window: 10_000, latency: 500 },
			40,
		);

		const [firstRefusal = 0] = server.refusedAt;
		const acceptedLater = server.acceptedAt.filter((time) => time > firstRefusal);
		const [first = 0, second = 0] = acceptedLater.sort((a, b) => a - b);

		expect(first - firstRefusal).toBeGreaterThan(5000);
		expect(second - first).toBeGreaterThanOrEqual(500);
	});
});

/** The longest delay of a request on a machine that stalls, in milliseconds. */
const LONGEST_STALL = 4000;

/** Executions that share an API key and do not know about each other. */
const histories = fc.record({
	slots: fc.integer({ min: 10, max: 40 }),
	/** Executions at the same time. */
	workers: fc.integer({ min: 2, max: 4 }),
	/** The number of requests of each, and the milliseconds that its worker pauses before it. */
	executions: fc.array(
		fc.record({ count: fc.integer({ min: 10, max: 60 }), pause: fc.nat(10_000) }),
		{ minLength: 4, maxLength: 6 },
	),
	/** The delays of the requests in milliseconds, used in turn. */
	delays: fc.array(
		fc.oneof(
			{ weight: 19, arbitrary: fc.nat(100) },
			{ weight: 1, arbitrary: fc.nat(LONGEST_STALL) },
		),
		{ minLength: 97, maxLength: 97 },
	),
});

type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

/** A record of the requests of one execution. */
interface ExecutionRecord {
	readonly startedAt: number;
	endedAt: number;
	readonly count: number;
	readonly carriedOut: number[];
	/** The numbers of the requests that went out before the end of a wait. */
	readonly tooEarly: number[];
	/** The numbers of the requests that went out while a probe had no response yet. */
	readonly besideProbe: number[];
}

/** Wraps a limited server, to record which requests of one execution went out too early. */
function observeServer(
	respond: () => Promise<HttpResponse>,
	time: VirtualTime,
	{ carriedOut, tooEarly, besideProbe }: ExecutionRecord,
): Send {
	let inFlight = 0;
	let pausedUntil = -Infinity;
	/** Whether a single request, sent or not, has to find out whether there is capacity again. */
	let isProbing = false;

	return async ({ url }) => {
		const number = readRequestNumber(url);
		const isProbe = isProbing;
		if (time.now() < pausedUntil) tooEarly.push(number);
		if (isProbing && inFlight > 0) besideProbe.push(number);

		inFlight++;
		const response = await respond();

		inFlight--;

		if (succeeded(response)) {
			carriedOut.push(number);
			if (isProbe) isProbing = false;
		} else {
			const wait = Number(response.headers['retry-after']) * 1000;

			pausedUntil = Math.max(pausedUntil, time.now() + wait);
			isProbing = true;
		}

		return response;
	};
}

/** Runs the executions of a history, and expects that every request succeeds in the end. */
async function runHistory({ slots, workers, executions, delays }: History) {
	const time = new VirtualTime();
	const server = new LimitedServer(time, { requests: slots, window: 30_000, latency: 50 });
	const pending = [...executions];
	const records: ExecutionRecord[] = [];
	let sentCount = 0;

	const respondLate = async () => {
		await time.sleep(delays[sentCount++ % delays.length] ?? 0);

		return await server.respond();
	};

	const work = async () => {
		for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
			const { pause, count } = next;

			await time.sleep(pause);
			const record: ExecutionRecord = {
				startedAt: time.now(),
				endedAt: Infinity,
				count,
				carriedOut: [],
				tooEarly: [],
				besideProbe: [],
			};

			records.push(record);
			const serve = observeServer(respondLate, time, record);
			const { send } = createScheduler(serve, { maxWaitMs: 600_000 }, time);
			const outcomes = range(count).map(async (number) => await send(createRequest(number)));

			expect((await Promise.all(outcomes)).filter(hasFailed)).toEqual([]);
			record.endedAt = time.now();
		}
	};

	await time.advanceUntil(Promise.all(range(workers).map(work)));

	return { server, executions: records };
}

/** Runs a history. @returns the longest time in milliseconds that an execution waited despite capacity */
async function measureNeedlessWait(history: History) {
	const { server, executions } = await runHistory(history);
	const arrivals = [...server.acceptedAt, ...server.refusedAt].sort((a, b) => a - b);
	const waits = arrivals.map((arrival, index) => {
		const next = arrivals[index + 1] ?? arrival;
		const acceptedSoFar = server.acceptedAt.filter((at) => at <= arrival);
		const oldest = acceptedSoFar.at(-history.slots) ?? -Infinity;
		const waiting = executions.filter(
			({ startedAt, endedAt }) => startedAt <= next && next <= endedAt,
		);
		const since = Math.min(...waiting.map(({ startedAt }) => startedAt));

		return next - Math.max(arrival, oldest + 30_000, since);
	});

	return Math.max(...waits);
}

describe('executions that share a key, start at any time and stall', () => {
	test('hardly ever wait while there is capacity', async () => {
		const historyCount = runs(120);
		const needlessWaits: string[] = [];

		for (const history of fc.sample(histories, historyCount)) {
			// A refusal names whole seconds, rounded up, and the probe afterwards may be late itself.
			if ((await measureNeedlessWait(history)) > LONGEST_STALL + 2000) {
				needlessWaits.push(JSON.stringify(history));
			}
		}

		// An execution cannot know that its share of the window grows after a long time: 332 of 24,000
		// histories, with 200 seeds. Four standard deviations more are no accident.
		const expected = historyCount / 72;
		const limit = 1 + expected + 4 * Math.sqrt(expected);

		expect(needlessWaits.length > limit ? needlessWaits : []).toEqual([]);
	});

	test('probe soon after others used the remaining capacity', async () => {
		const executions = [
			{ count: 30, pause: 0 },
			{ count: 32, pause: 0 },
			{ count: 12, pause: 2000 },
			{ count: 17, pause: 1000 },
		];
		const history = { slots: 14, workers: 2, executions, delays: [0] };

		expect(await measureNeedlessWait(history)).toBeLessThan(2000);
	});

	test('carry out each request once, and after a wait send a single probe first', async () => {
		await fc.assert(
			fc.asyncProperty(histories, async (history) => {
				const { executions } = await runHistory(history);

				for (const { count, carriedOut, tooEarly, besideProbe } of executions) {
					expect(carriedOut.sort((a, b) => a - b)).toEqual(range(count));
					expect(tooEarly).toEqual([]);
					expect(besideProbe).toEqual([]);
				}
			}),
			{ numRuns: runs(120) },
		);
	});
});

const UNLIMITED: Limits = { requests: 1_000_000, window: 60_000, latency: 30 };

describe('Requests per Minute', () => {
	test('limits the requests of any minute, and a hint says so', async () => {
		const settings = { requestsPerMinute: 30 };
		const { server, failed, elapsed, hints } = await sendToLimitedServer(UNLIMITED, 75, settings);

		expect(failed).toEqual([]);
		expect(elapsed).toBeGreaterThanOrEqual(120_000);
		expect(elapsed).toBeLessThan(121_000);

		for (const time of server.acceptedAt) {
			const inMinute = server.acceptedAt.filter((at) => at > time - 60_000 && at <= time);

			expect(inMinute.length).toBeLessThanOrEqual(30);
		}

		expect(hints).toEqual([
			expect.stringMatching(
				/^Waited (2 minutes|1 minute and 59 seconds) to keep to the 30 Requests per Minute of the credential$/,
			),
		]);
	});

	test('does not count as a wait for the server', async () => {
		const { failed } = await sendToLimitedServer(UNLIMITED, 61, {
			requestsPerMinute: 30,
			maxWaitMs: 1000,
		});

		expect(failed).toEqual([]);
	});
});

describe('Max Wait', () => {
	test('fails requests at once that would have to wait longer, and says what to do', async () => {
		const limits = { requests: 5, window: 3_600_000, latency: 30 };
		const { failed, elapsed } = await sendToLimitedServer(limits, 20, { maxWaitMs: 60_000 });

		expect(elapsed).toBeLessThan(1000);
		expect(failed).toHaveLength(15);

		for (const outcome of failed) {
			expect(getProblem(outcome)).toMatchObject({
				message:
					'Not carried out, because the server asks to wait too long: plane.example.com received too many requests: rate limit exceeded',
				description: 'The server asks to wait 1 hour.',
				optionsAdvice:
					'Max Wait under Limits in the credential allows 1 minute, and can be raised.',
				tryAgain: 'Try again later.',
				cause: 'failed',
				status: 429,
			});
		}
	});

	test('starts over whenever a request succeeds', async () => {
		const limits = { requests: 5, window: 50_000, latency: 30 };
		const { failed } = await sendToLimitedServer(limits, 50, { maxWaitMs: 60_000 });

		expect(failed).toEqual([]);
	});

	test('ends the retries if the server stays down, so that the remaining requests fail soon', async () => {
		const { send, sent, time } = createSchedulerWithReplies(() => ({ outcome: unreachable }), {
			maxWaitMs: 60_000,
		});

		const work = async () => {
			let last: Outcome | undefined;

			for (const number of range(1000)) last = await send(createRequest(number));

			return last;
		};

		const { result, elapsed } = await time.advanceUntil(work());

		expect(elapsed).toBeLessThanOrEqual(61_000);
		expect(sent.length).toBeLessThan(50);
		expect(getProblem(result)?.message).toBe(
			'Not carried out, because no request succeeded within 1 minute: plane.example.com refused the connection',
		);
	});

	/** Makes a request download a file. */
	const fileDownload: Partial<HttpRequest> = { file: { name: 'a', mimeType: 'a/b' } };

	test.each<[title: string, overrides: Partial<HttpRequest>, carriedOut: number]>([
		['keeps requests waiting while files are downloaded, which takes longer', fileDownload, 4],
		['ends requests that have not started if no file is downloaded', {}, 2],
	])('%s', async (_, overrides, carriedOut) => {
		const { sendAll } = createSchedulerWithReplies(
			(number) =>
				number < 2
					? { outcome: dropped, delay: [10_000, 80_000][number] ?? 0 }
					: { outcome: ok, delay: 600_000 },
			{ maxWaitMs: 60_000, retries: 0, concurrency: 3 },
		);

		expect((await sendAll(6, 'change', overrides)).failed).toHaveLength(6 - carriedOut);
	});

	test('does not end requests whose files n8n could not store, because the server is available', async () => {
		const full: Outcome = { kind: 'notStored', problem: refused('It is full', 'Make room.') };
		const { sendAll, sent } = createSchedulerWithReplies(() => ({ outcome: full, delay: 30_000 }), {
			maxWaitMs: 60_000,
			concurrency: 1,
		});

		await sendAll(10, 'read');
		expect(sent).toHaveLength(10);
	});

	test('is not reset by successes that were on their way when the server asked to wait', async () => {
		const { sendAll } = createSchedulerWithReplies((number) =>
			number === 3 ? { outcome: retryAfter(86_400, 429), delay: 5 } : { outcome: ok, delay: 30 },
		);

		expect((await sendAll(8)).elapsed).toBeLessThan(1000);
	});

	test.each<
		[what: string, Effect, Partial<RequestLimits>, maxSent: number, overrides: Partial<HttpRequest>]
	>([
		[
			'creates sent one by one, although none of them is retried',
			'create',
			{ concurrency: 1 },
			7,
			{},
		],
		['simultaneous requests', 'change', { retries: 0 }, 2000, {}],
		['simultaneous downloads', 'read', {}, 2000, fileDownload],
	])('ends %s if nothing is ever answered', async (_, effect, settings, maxSent, overrides) => {
		const { sendAll, sent } = createSchedulerWithReplies(
			() => ({ outcome: timedOut, delay: 60_000 }),
			settings,
		);

		const { elapsed } = await sendAll(2000, effect, overrides);

		expect(elapsed).toBeLessThanOrEqual(420_000);
		expect(sent.length).toBeLessThanOrEqual(maxSent);
	});

	/** A clock that advances a little whenever it is read, as a real one does. */
	class TickingTime extends VirtualTime {
		private reads = 0;

		override now(): number {
			return super.now() + ++this.reads / 1000;
		}
	}

	/**
	 * Sends requests one after the other to a server that fails for some of them.
	 *
	 * @param idle the milliseconds after each request in which nothing is sent
	 * @returns the numbers of the requests that failed
	 */
	async function sendOneByOne(
		failing: readonly number[],
		settings: Partial<RequestLimits>,
		idle: number,
	) {
		const time = new TickingTime();

		const serve: Send = async ({ url }) => {
			await time.sleep(10);

			return failing.includes(readRequestNumber(url)) ? serverError : ok;
		};

		const { send } = createScheduler(serve, { retries: 0, ...settings }, time);
		const failed: number[] = [];

		const work = async () => {
			for (const number of range(6)) {
				if (hasFailed(await send(createRequest(number)))) failed.push(number);

				await time.sleep(idle);
			}
		};

		await time.advanceUntil(work());

		return failed;
	}

	test.each<[what: string, failing: number[], settings: Partial<RequestLimits>, idle: number]>([
		['a long upload elsewhere after a request that fails', [1], {}, 360_000],
		['a failed request, even if it is 0', [1], { maxWaitMs: 0 }, 0],
		['a retry pause that it has no room for', [1], { maxWaitMs: 0, retries: 4 }, 0],
		// The first takes up to a second, and the second at least one more.
		['a second retry pause that it has no room for', [1], { maxWaitMs: 1250, retries: 4 }, 0],
	])('lets the next request succeed after %s', async (_, failing, settings, idle) => {
		expect(await sendOneByOne(failing, settings, idle)).toEqual(failing);
	});

	test.each<[what: string, settings: Partial<RequestLimits>, idle: number]>([
		['a long upload elsewhere', {}, 360_000],
		['Requests per Minute', { requestsPerMinute: 2, maxWaitMs: 30_000 }, 0],
	])('counts from the first failure, also during %s', async (_, settings, idle) => {
		expect(await sendOneByOne([1, 2], settings, idle)).toEqual([1, 2, 3, 4, 5]);
	});

	test('counts the time that the server asks to wait from the first failure', async () => {
		const { send, time } = createSchedulerWithReplies((_, arrival) => ({
			outcome: arrival === 0 ? retryAfter(600, 503) : ok,
		}));

		const work = async () => {
			await send(createRequest(0, 'create'));
			await time.sleep(360_000);

			return await send(createRequest(1, 'create'));
		};

		const { result, elapsed } = await time.advanceUntil(work());

		expect(getProblem(result)?.message).toMatch(/^Not carried out, because /);
		expect(elapsed).toBeLessThan(361_000);
	});

	test('of 0 allows retries while something else is in flight', async () => {
		const { sendAll } = createSchedulerWithReplies(
			(number, arrival) => ({
				outcome: arrival === 0 ? serverError : ok,
				delay: number === 0 ? 5 : 5000,
			}),
			{ maxWaitMs: 0 },
		);

		expect((await sendAll(2)).failed).toEqual([]);
	});

	test('of 0 does not count how long requests wait for a slot', async () => {
		const time = new TickingTime();

		const serve: Send = async ({ url }) => {
			await time.sleep(10);

			return readRequestNumber(url) === 1 ? serverError : ok;
		};

		const { sendAll } = createScheduler(serve, { concurrency: 1, maxWaitMs: 0, retries: 0 }, time);

		expect((await sendAll(6)).failed).toEqual([serverError]);
	});

	test.each<[what: string, outcome: Outcome, delay: number, maxSent: number]>([
		['hangs', timedOut, 60_000, 7],
		['fails', serverError, 10_000, 32],
		['asks to wait again and again', retryAfter(20, 429), 10, 17],
	])(
		'ends requests sent one by one, with nothing in flight in between, if a server %s',
		async (_, outcome, delay, maxSent) => {
			const { send, sent, time } = createSchedulerWithReplies(() => ({ outcome, delay }), {
				concurrency: 1,
			});

			const work = async () => {
				for (const number of range(1000)) {
					await send(createRequest(number, 'create'));
					await time.sleep(5);
				}
			};

			const { elapsed } = await time.advanceUntil(work());

			expect(elapsed).toBeLessThanOrEqual(430_000);
			expect(sent.length).toBeLessThanOrEqual(maxSent);
		},
	);

	test('of 0 does not fail requests in flight beside one that was dropped', async () => {
		const { sendAll } = createSchedulerWithReplies(
			(number) =>
				number === 3 ? { outcome: dropped, delay: 5 } : { outcome: ok, delay: 30 + number },
			{ maxWaitMs: 0 },
		);

		expect((await sendAll(100)).failed).toHaveLength(1);
	});
});

describe('the scheduler', () => {
	/** Sends one request to a server that answers with these outcomes in turn, and then with a success. */
	async function sendOne(
		outcomes: readonly Outcome[],
		effect: Effect = 'change',
		settings: Partial<RequestLimits> = {},
	) {
		const { sendAll, sent } = createSchedulerWithReplies(
			(_, arrival) => ({ outcome: outcomes[arrival] ?? ok }),
			settings,
		);
		const { result, ...rest } = await sendAll(1, effect);

		return { ...rest, result: result[0], tries: sent.length };
	}

	const repeat = (count: number, outcome: Outcome) => range(count).map(() => outcome);

	test.each<[title: string, outcomes: Outcome[], effect: Effect, last: Outcome, tries: number]>([
		['sends a change again after a dropped connection', [dropped, dropped], 'change', ok, 3],
		[
			'returns the last outcome when the retries are used up',
			repeat(9, dropped),
			'change',
			dropped,
			5,
		],
		['does not send a create again after a dropped connection', [dropped], 'create', dropped, 1],
		[
			'sends a refused create again without counting that as a retry',
			[...repeat(6, retryAfter(2, 429)), ...repeat(4, unreachable)],
			'create',
			ok,
			11,
		],
	])('%s, and says how often it was sent', async (_, outcomes, effect, last, tries) => {
		const sent = await sendOne(outcomes, effect);

		// A server that refused, or could not be reached, has not carried it out.
		const retried = { ...last, attempts: tries, mayHaveSucceeded: outcomes[0] === dropped };

		expect(sent).toMatchObject({ result: tries === 1 ? last : retried, tries });
	});

	test.each([
		['a dropped connection', dropped, ''],
		[
			'status 500',
			jsonResponse({}, 500),
			'. If that happens often, lower Concurrent Requests under Limits in the credential',
		],
	])('says in a hint that it retried after %s', async (cause, outcome, advice) => {
		const { hints } = await sendOne([outcome, outcome]);

		expect(hints).toEqual([`2 requests were retried after ${cause}${advice}`]);
	});

	test.each([503, 408, 425])(
		'waits as long as the server asks to with status %i',
		async (status) => {
			const { elapsed, hints } = await sendOne([retryAfter(20, status)]);

			expect(elapsed).toBeGreaterThanOrEqual(20_000);
			expect(elapsed).toBeLessThan(20_500);
			expect(hints).toContain(`1 request was retried after status ${String(status)}`);
		},
	);

	test('sends one request at a time as long as the server fails', async () => {
		const unavailable = jsonResponse({}, 503);
		const { send, sent, time } = createSchedulerWithReplies((_, arrival) => ({
			outcome: [retryAfter(10, 503), unavailable, unavailable][arrival] ?? ok,
			delay: 50,
		}));
		const outcomes = range(8).map(async (number) => {
			await time.sleep(number * 60);

			return await send(createRequest(number));
		});

		await time.advanceUntil(Promise.all(outcomes));

		const [, second = 0, third = 0, fourth = 0] = sent.map(({ at }) => at);

		expect(third - second).toBeGreaterThanOrEqual(50);
		expect(fourth - third).toBeGreaterThanOrEqual(50);
	});

	const requestTo = (host: string) => ({ ...createRequest(), url: `https://${host}.example.com/` });

	test('shares its slots among all servers', async () => {
		let inFlight = 0;
		let maxInFlight = 0;

		const serve = async () => {
			maxInFlight = Math.max(maxInFlight, ++inFlight);
			await time.sleep(100);
			inFlight--;

			return ok;
		};

		const { scheduler, send, time } = createScheduler(serve, { concurrency: 4 });
		const senders = [send, scheduler.wrap(serve)];
		const outcomes = range(40).map(
			async (number) => await senders[number % 2]?.(requestTo(String(number % 3))),
		);
		const { elapsed } = await time.advanceUntil(Promise.all(outcomes));

		expect(maxInFlight).toBe(4);
		expect(elapsed).toBe(1000);
	});

	test('has a queue for each server, so that one that is down does not block another', async () => {
		const { send, time } = createScheduler(
			async ({ url }) => {
				await time.sleep(10);

				return url.includes('down') ? unreachable : ok;
			},
			{ maxWaitMs: 5000 },
		);

		const work = async () => {
			const outcomes: Outcome[] = [];

			for (const host of ['down', 'up', 'down', 'down']) outcomes.push(await send(requestTo(host)));

			return outcomes;
		};

		const { result } = await time.advanceUntil(work());

		expect(result[1]).toEqual(ok);
		expect(getProblem(result[3])?.message).toMatch(/: down\.example\.com refused the connection$/);
	});

	test.each([1, 3, 8, 32])('has at most %i requests in flight', async (concurrency) => {
		const { server } = await sendToLimitedServer({ ...UNLIMITED, latency: 100 }, 100, {
			concurrency,
		});

		expect(server.maxInFlight).toBe(concurrency);
	});

	test('sends requests in their order, a refused one first', async () => {
		const { sendAll, sent } = createSchedulerWithReplies(
			(_, arrival) => ({ outcome: arrival === 1 ? retryAfter(1, 429) : ok }),
			{
				concurrency: 1,
			},
		);

		await sendAll(4);
		expect(sent.map(({ number }) => number)).toEqual([0, 1, 1, 2, 3]);
	});

	test('sends nothing more after it was canceled, and ends its waits at once', async () => {
		const time = new VirtualTime();
		const server = new LimitedServer(time, { requests: 5, window: 60_000, latency: 30 });
		const { scheduler, send, sendAll } = createScheduler(
			async () => await server.respond(),
			{},
			time,
		);

		void time.sleep(10_000).then(() => scheduler.close());
		const { failed, elapsed } = await sendAll(20);

		expect(elapsed).toBeLessThanOrEqual(11_000);
		expect(server.acceptedAt).toHaveLength(5);
		expect(failed).toHaveLength(15);

		for (const outcome of [...failed, await send(createRequest(99))]) {
			expect(getProblem(outcome)?.cause).toBe('stopped');
		}
	});
});

test.each<[title: string, effect: Effect, outcome: Outcome, mayHaveChanged: boolean]>([
	['a read', 'read', jsonResponse({}), false],
	['a change', 'change', jsonResponse({}), true],
	['a change that was refused', 'change', jsonResponse({ error: 'No' }, 400), true],
	['a create whose connection was dropped', 'create', networkFault('ECONNRESET'), true],
	['a change that reached no server', 'change', networkFault('ECONNREFUSED'), false],
])(
	'knows after %s whether anything may have been changed',
	async (_, effect, outcome, expected) => {
		const { scheduler, sendAll } = createScheduler(() => Promise.resolve(outcome), { retries: 0 });

		await sendAll(1, effect);

		expect(scheduler.mayHaveChanged).toBe(expected);
	},
);

describe('A request that is to be sent before a time', () => {
	const ok = jsonResponse({});

	test('is not sent once it is too late, and lets the others pass', async () => {
		const sent: number[] = [];
		const { send, time } = createScheduler(
			async ({ url }) => {
				sent.push(readRequestNumber(url));

				return await Promise.resolve(ok);
			},
			{ requestsPerMinute: 1 },
		);

		const { result } = await time.advanceUntil(
			Promise.all([
				send(createRequest(0)),
				send({ ...createRequest(1), sendBefore: time.now() + 5000 }),
				send(createRequest(2)),
			]),
		);

		expect(sent).toEqual([0, 2]);
		expect(result).toMatchObject([ok, { kind: 'notSent', problem: { cause: 'outdated' } }, ok]);
	});

	test('is sent again after a fault, although it is too late then', async () => {
		let attempts = 0;
		const { send, time } = createScheduler(
			async () => await Promise.resolve(++attempts < 5 ? networkFault('ECONNRESET') : ok),
		);

		const { result, elapsed } = await time.advanceUntil(
			send({ ...createRequest(), sendBefore: time.now() + 1000 }),
		);

		expect(elapsed).toBeGreaterThan(1000);
		expect(result).toMatchObject({ kind: 'response', attempts: 5 });
	});
});
