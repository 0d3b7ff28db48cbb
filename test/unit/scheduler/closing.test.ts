import { describe, expect, test } from '@jest/globals';

import { RequestQueue, type Settings } from '../../../nodes/shared/scheduler/RequestQueue';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import { Semaphore } from '../../../nodes/shared/scheduler/Semaphore';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault } from '../responses';
import { VirtualTime } from './virtualTime';

const settings = { concurrency: 8, maxWait: 300_000, retries: 4, timeout: 60_000 };

const request: HttpRequest = {
	method: 'PATCH',
	route: 'PATCH a/',
	effect: 'change',
	headers: {},
	url: 'https://plane.example.com/a/',
};

const start = (more: Partial<Settings> = {}) => {
	const time = new VirtualTime();

	return { time, scheduler: new Scheduler({ ...settings, ...more }, time) };
};

describe('a pause of the whole execution', () => {
	test.each([0, 100, 250, 900])('takes %i milliseconds by its clock', async (milliseconds) => {
		const { time, scheduler } = start();
		const before = scheduler.now;

		expect((await time.pass(scheduler.pause(milliseconds))).took).toBe(milliseconds);
		expect([before, scheduler.now]).toEqual([time.now() - milliseconds, time.now()]);
	});

	test('ends soon after the scheduler was closed, or at once', async () => {
		const { time, scheduler } = start();

		void time.sleep(300).then(() => scheduler.close());
		expect((await time.pass(scheduler.pause(60_000))).took).toBe(500);
		expect((await time.pass(scheduler.pause(60_000))).took).toBe(0);
	});
});

describe('a scheduler that was closed', () => {
	test('says so, and sends nothing to a server that it did not know before either', async () => {
		const { time, scheduler } = start();

		expect(scheduler.isClosed).toBe(false);
		scheduler.close();
		expect(scheduler.isClosed).toBe(true);
		const send = scheduler.over(() => {
			throw new Error('Nobody expects a request');
		});

		expect((await time.pass(send(request))).result).toMatchObject({
			fault: 'notSent',
			problem: { tag: 'notSent' },
		});
	});
});

test('Max Wait ends nothing while a request is under way that may succeed within Timeout', async () => {
	const { time, scheduler } = start({ concurrency: 2, maxWait: 10_000, retries: 0 });
	const fault = networkFault('ECONNRESET');
	const ok = jsonResponse({});
	/** What each of the requests comes to, and after how many milliseconds. */
	const script = [
		[fault, 5000],
		[ok, 30_000],
		[fault, 15_000],
		[ok, 10],
	] as const;
	let sent = 0;
	const send = scheduler.over(async () => {
		const [outcome, after] = script[sent++] ?? [ok, 0];

		await time.sleep(after);

		return outcome;
	});
	const all = Promise.all(script.map(async () => await send(request)));

	expect((await time.pass(all)).result).toEqual([fault, ok, fault, ok]);
});

describe('a request that is sent again', () => {
	test.each<[what: string, outcomes: readonly Outcome[], mayBeDone: boolean]>([
		[
			'whose first try may have arrived',
			[networkFault('ECONNRESET'), networkFault('ENOTFOUND')],
			true,
		],
		[
			'whose second try may have arrived',
			[networkFault('ENOTFOUND'), networkFault('ECONNRESET')],
			true,
		],
		['whose only other try cannot have arrived', [networkFault('ENOTFOUND')], false],
	])('%s says whether it may have been carried out', async (_, outcomes, mayBeDone) => {
		const { time, scheduler } = start();
		const left = [...outcomes];
		const send = scheduler.over(() => Promise.resolve(left.shift() ?? jsonResponse({})));
		const { result } = await time.pass(send(request));

		expect(result).toEqual({ ...jsonResponse({}), tries: outcomes.length + 1, mayBeDone });
	});
});

describe('a pause before a request is sent again', () => {
	const queueIn = (time: VirtualTime) =>
		new RequestQueue(settings, time, new Semaphore(1), { server: 0, user: 0 });

	test.each([0, 100, 600])('takes %i milliseconds, and then it is sent', async (milliseconds) => {
		const time = new VirtualTime();
		const { took, result } = await time.pass(queueIn(time).pause(milliseconds));

		expect([took, result]).toEqual([milliseconds, true]);
	});

	test('ends soon after its queue was closed, and it is not sent', async () => {
		const time = new VirtualTime();
		const queue = queueIn(time);

		void time.sleep(300).then(() => queue.close());
		const { took, result } = await time.pass(queue.pause(60_000));

		expect([took, result]).toEqual([500, false]);
	});
});
