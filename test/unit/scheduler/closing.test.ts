import { describe, expect, test } from '@jest/globals';

import { RequestQueue } from '../../../nodes/shared/scheduler/RequestQueue';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import type { RequestLimits } from '../../../nodes/shared/transport/limits';
import { Semaphore } from '../../../nodes/shared/scheduler/Semaphore';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault } from '../responses';
import { VirtualTime } from './virtualTime';

const SETTINGS: RequestLimits = {
	concurrency: 8,
	maxWaitMs: 300_000,
	retries: 4,
	timeoutMs: 60_000,
};

const REQUEST: HttpRequest = {
	method: 'PATCH',
	route: 'PATCH a/',
	effect: 'change',
	headers: {},
	url: 'https://plane.example.com/a/',
};

/** A scheduler in virtual time. */
function createScheduler(settings: Partial<RequestLimits> = {}) {
	const time = new VirtualTime();

	return { time, scheduler: new Scheduler({ ...SETTINGS, ...settings }, time) };
}

describe('Scheduler.pause', () => {
	test.each([0, 100, 250, 900])('takes %i milliseconds by its clock', async (milliseconds) => {
		const { time, scheduler } = createScheduler();
		const start = scheduler.now;

		const { elapsed } = await time.advanceUntil(scheduler.pause(milliseconds));

		expect(elapsed).toBe(milliseconds);
		expect(start).toBe(time.now() - milliseconds);
		expect(scheduler.now).toBe(time.now());
	});

	test('ends soon after the scheduler is closed, and does not pause a closed one', async () => {
		const { time, scheduler } = createScheduler();

		void time.sleep(300).then(() => scheduler.close());
		const interrupted = await time.advanceUntil(scheduler.pause(60_000));
		const afterwards = await time.advanceUntil(scheduler.pause(60_000));

		expect(interrupted.elapsed).toBe(500);
		expect(afterwards.elapsed).toBe(0);
	});
});

test('a scheduler that was closed is marked as closed, and sends nothing to any further server', async () => {
	const { time, scheduler } = createScheduler();

	expect(scheduler.isClosed).toBe(false);
	scheduler.close();
	expect(scheduler.isClosed).toBe(true);

	const send = scheduler.wrap(() => {
		throw new Error('No request should be sent');
	});
	const { result } = await time.advanceUntil(send(REQUEST));

	expect(result).toMatchObject({ kind: 'notSent', problem: { cause: 'stopped' } });
});

test('Max Wait ends nothing while a request is in flight that may succeed within Timeout', async () => {
	const { time, scheduler } = createScheduler({ concurrency: 2, maxWaitMs: 10_000, retries: 0 });
	const fault = networkFault('ECONNRESET');
	const ok = jsonResponse({});
	/** The outcome of each request, and after how many milliseconds. */
	const script = [
		[fault, 5000],
		[ok, 30_000],
		[fault, 15_000],
		[ok, 10],
	] as const;
	let sentCount = 0;
	const send = scheduler.wrap(async () => {
		const [outcome, delay] = script[sentCount++] ?? [ok, 0];

		await time.sleep(delay);

		return outcome;
	});

	const outcomes = Promise.all(script.map(async () => await send(REQUEST)));

	expect((await time.advanceUntil(outcomes)).result).toEqual([fault, ok, fault, ok]);
});

describe('the result of a retried request', () => {
	test.each<[condition: string, outcomes: readonly Outcome[], mayHaveSucceeded: boolean]>([
		[
			'says that it may have been carried out if the first try may have arrived',
			[networkFault('ECONNRESET'), networkFault('ENOTFOUND')],
			true,
		],
		[
			'says that it may have been carried out if the second try may have arrived',
			[networkFault('ENOTFOUND'), networkFault('ECONNRESET')],
			true,
		],
		[
			'does not say that it may have been carried out if the only other try cannot have arrived',
			[networkFault('ENOTFOUND')],
			false,
		],
	])('%s', async (_, outcomes, mayHaveSucceeded) => {
		const { time, scheduler } = createScheduler();
		const remaining = [...outcomes];
		const send = scheduler.wrap(() => Promise.resolve(remaining.shift() ?? jsonResponse({})));

		const { result } = await time.advanceUntil(send(REQUEST));

		expect(result).toEqual({
			...jsonResponse({}),
			attempts: outcomes.length + 1,
			mayHaveSucceeded,
		});
	});
});

describe('a pause before a retry', () => {
	const createQueue = (time: VirtualTime) => new RequestQueue(SETTINGS, time, new Semaphore(1));

	test.each([0, 100, 600])('takes %i milliseconds and allows the retry', async (milliseconds) => {
		const time = new VirtualTime();

		const { elapsed, result } = await time.advanceUntil(createQueue(time).pause(milliseconds));

		expect(elapsed).toBe(milliseconds);
		expect(result).toBe(true);
	});

	test('ends soon after its queue is closed, and forbids the retry', async () => {
		const time = new VirtualTime();
		const queue = createQueue(time);

		void time.sleep(300).then(() => queue.close());
		const { elapsed, result } = await time.advanceUntil(queue.pause(60_000));

		expect(elapsed).toBe(500);
		expect(result).toBe(false);
	});
});
