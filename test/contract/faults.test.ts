import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { useOwnTime } from '../engine/ownTime';
import type { Fault } from '../service/faults';
import type { Exchange } from './exchange';
import { exchange } from './exchange';
import type { Target } from './targets';
import { targets } from './targets';

const ownTime = useOwnTime();
const open: { close(): Promise<void> }[] = [];

async function opened<Server extends { close(): Promise<void> }>(
	starting: Promise<Server>,
): Promise<Server> {
	const server = await starting;
	open.push(server);
	return server;
}

afterEach(async () => {
	await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Waits for what happens within five seconds. */
async function until(happened: () => boolean): Promise<void> {
	for (const end = Date.now() + 5000; !happened(); ) {
		if (Date.now() > end) throw new Error(`Never happened: ${happened.toString()}`);
		await wait(5);
	}
}

/** Counts the heads of answers that come to clients of this process. */
function countHeads() {
	let count = 0;
	const add = () => (count += 1);
	subscribe('http.client.response.finish', add);
	return {
		count: () => count,
		stop: () => unsubscribe('http.client.response.finish', add),
	};
}

/** How many timers of this process are running; some are of others, and short. */
const timers = (): number =>
	process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** Sends the change until there is somebody to take it. */
async function changeAfterStop(target: Target): Promise<Exchange> {
	let answer: Exchange | undefined;
	for (const end = Date.now() + 5000; Date.now() < end; ) {
		answer = await target.change();
		if (answer.error !== 'ECONNREFUSED') return answer;
	}
	throw new Error('The server did not come back.');
}

const overloaded = '{"error":"Something went wrong please try again later"}';
const badGateway = expect.stringMatching(/^<html>\r\n<head><title>502 Bad Gateway<.*nginx/s);
const dropped = { status: undefined, text: '', error: 'ECONNRESET' };

describe.each(targets)('on the $name', ({ success, start: startTarget }) => {
	const hasBody = success !== 204;
	let target: Target;

	beforeAll(async () => {
		target = await startTarget();
	});

	afterAll(async () => await target.close());

	it.each<[fault: Fault, seen: object, carriedOut: boolean]>([
		[{ kind: 'delay', milliseconds: 60 }, { status: success, error: undefined }, true],
		[{ kind: 'late', milliseconds: 60 }, { status: success, error: undefined }, true],
		[
			{ kind: 'dropUnread' },
			{ ...dropped, error: expect.stringMatching(/ECONNRESET|EPIPE/) },
			false,
		],
		[{ kind: 'dropDone' }, dropped, true],
		[{ kind: 'status', status: 500 }, { status: 500, text: overloaded }, false],
		[
			{ kind: 'status', status: 503, retryAfter: '7' },
			{ status: 503, headers: expect.objectContaining({ 'retry-after': '7', server: 'nginx' }) },
			false,
		],
		[
			{ kind: 'status', status: 502, carriedOut: true },
			{
				status: 502,
				text: badGateway,
				headers: expect.objectContaining({ 'content-type': 'text/html' }),
			},
			true,
		],
		[
			{ kind: 'status', status: 418, body: 'tea', contentType: 'text/plain' },
			{
				status: 418,
				text: 'tea',
				headers: expect.objectContaining({ 'content-type': 'text/plain', 'content-length': '3' }),
			},
			false,
		],
		[{ kind: 'empty' }, { status: success, text: '', error: undefined }, true],
		[
			{ kind: 'html' },
			{
				status: 200,
				text: expect.stringContaining('<html>'),
				headers: expect.objectContaining({ 'content-type': 'text/html; charset=utf-8' }),
			},
			true,
		],
		[
			{ kind: 'text' },
			{
				status: 200,
				text: 'This is not JSON.',
				headers: expect.objectContaining({ 'content-type': 'application/json' }),
			},
			true,
		],
		[{ kind: 'slow', milliseconds: 60 }, { status: success, error: undefined }, true],
		[{ kind: 'stop', milliseconds: 0 }, { status: success, error: undefined }, true],
	])('%j gives the client what it says, once', async (fault, seen, carriedOut) => {
		const { faults } = target;
		const [before, arrived, befell] = [
			target.carriedOut(),
			target.statuses().length,
			faults.befell.length,
		];
		faults.plan(fault);

		const answer = await target.change();

		const reached = carriedOut ? [success] : [];
		expect(answer).toMatchObject(seen);
		expect(answer.headers).not.toHaveProperty('transfer-encoding');
		expect(target.carriedOut() - before).toBe(reached.length);
		expect(target.statuses().slice(arrived)).toEqual(reached);
		expect(faults.befell.slice(befell)).toMatchObject([{ fault }]);

		expect(await changeAfterStop(target)).toMatchObject({ status: success, error: undefined });
		expect(target.carriedOut() - before).toBe(reached.length + 1);
	});

	it('drops the connection in the middle of the answer', async () => {
		const whole = await target.change();
		const before = target.carriedOut();
		target.faults.plan({ kind: 'dropMidway' });

		const { status, headers, text, error } = await target.change();

		expect(error).toMatch(/ECONNRESET|HPE_INVALID/);
		expect(status).toBe(hasBody ? success : undefined);
		expect(headers['content-length']).toBe(whole.headers['content-length']);
		expect(text).toHaveLength(Math.floor(whole.text.length / 2));
		expect(target.carriedOut()).toBe(before + 1);
	});

	it('cuts a body, with a length that fits', async () => {
		const whole = await target.change();
		const before = target.carriedOut();
		target.faults.plan({ kind: 'cut' });

		const cut = await target.change();

		expect(cut).toMatchObject({ status: success, error: undefined });
		expect(cut.text).toHaveLength(Math.floor(whole.text.length / 2));
		if (hasBody) expect(cut.headers['content-length']).toBe(String(cut.text.length));
		expect(target.carriedOut()).toBe(before + 1);
	});

	it.each<[kind: 'delay' | 'late' | 'slow', carriedOut: number]>([
		['delay', 0],
		['late', 1],
		['slow', 1],
	])('%s takes its time, and ends with the server', async (kind, carriedOut) => {
		const target = await opened(startTarget());
		target.faults.plan({ kind, milliseconds: 150 });
		target.faults.plan({ kind, milliseconds: 60_000 }, { skip: 1 });

		expect((await target.change()).milliseconds).toBeGreaterThanOrEqual(145);

		// The head of a slow answer comes at once, where it has a body.
		const isSpread = kind === 'slow' && hasBody;
		const heads = countHeads();
		const before = target.carriedOut();
		const running = timers();
		const hanging = target.change();
		await until(() => target.faults.befell.length === 2);
		await until(() => target.carriedOut() === before + carriedOut);
		if (isSpread) await until(() => heads.count() === 1);
		const begin = ownTime();
		await Promise.all(open.splice(0).map((server) => server.close()));
		expect(ownTime() - begin).toBeLessThan(1000);
		expect(await hanging).toMatchObject({
			status: isSpread ? success : undefined,
			error: 'ECONNRESET',
		});
		heads.stop();
		await until(() => timers() <= running);
		expect(target.carriedOut()).toBe(before + carriedOut);
	});

	it('stops and comes back as it was, and loses the connections of others', async () => {
		const target = await opened(startTarget());
		target.faults.plan({ kind: 'late', milliseconds: 60_000 });
		target.faults.plan({ kind: 'stop', milliseconds: 300 });
		const other = target.change();
		await until(() => target.carriedOut() === 1);

		const begin = Date.now();
		expect(await target.change()).toMatchObject({ status: success, error: undefined });
		expect(await other).toMatchObject(dropped);

		expect(await changeAfterStop(target)).toMatchObject({ status: success, error: undefined });
		expect(Date.now() - begin).toBeGreaterThanOrEqual(295);
		expect(target.carriedOut()).toBe(3);
	});

	it('stops for good when it is closed in between', async () => {
		const target = await opened(startTarget());
		target.faults.plan({ kind: 'stop', milliseconds: 60_000 });
		const running = timers();
		await target.change();
		expect((await target.change()).error).toBe('ECONNREFUSED');
		await Promise.all(open.splice(0).map((server) => server.close()));
		expect((await exchange(target.url)).error).toBe('ECONNREFUSED');
		await until(() => timers() <= running);
	});
});
