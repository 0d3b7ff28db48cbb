import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { useProcessTime } from '../testing/processTime';
import type { Fault } from '../faults';
import { exchange, type Exchange } from '../testing/client';
import { targets, type Target } from '../testing/targets';
import { useServers } from '../testing/useServers';

const processTime = useProcessTime();
const { opened, closeAll } = useServers();

/** Waits until the condition is met. @throws Error after a minute */
async function waitUntil(condition: () => boolean): Promise<void> {
	for (const end = Date.now() + 60_000; !condition(); ) {
		if (Date.now() > end) throw new Error(`Never happened: ${condition.toString()}`);

		await wait(5);
	}
}

/** Counts the answers whose headers arrive at clients of this process. */
function countHeads() {
	let count = 0;
	const add = () => (count += 1);

	subscribe('http.client.response.finish', add);

	return {
		count: () => count,
		stop: () => unsubscribe('http.client.response.finish', add),
	};
}

/** Counts the running timers of this process. Other code has short ones. */
const countTimers = (): number =>
	process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** Sends the change until the server accepts connections again. */
async function changeWhenUp(target: Target): Promise<Exchange> {
	for (const end = Date.now() + 60_000; Date.now() < end; ) {
		const answer = await target.change();
		if (answer.error !== 'ECONNREFUSED') return answer;
	}

	throw new Error('The server did not come back.');
}

const overloaded = '{"error":"Something went wrong please try again later"}';
const badGateway = expect.stringMatching(/^<html>\r\n<head><title>502 Bad Gateway<.*nginx/s);
const dropped = { status: undefined, text: '', error: 'ECONNRESET' };
const unread = { ...dropped, error: expect.stringMatching(/ECONNRESET|EPIPE/) };
/** Matches an answer that has at least these headers. */
const anAnswer = (status: number, text: unknown, headers: Record<string, string> = {}) => ({
	status,
	text,
	headers: expect.objectContaining(headers),
});
const json = { 'content-type': 'application/json' };
const web = { 'content-type': 'text/html; charset=utf-8' };
const plain = { 'content-type': 'text/plain', 'content-length': '3' };

describe.each(targets)('A fault of the $name server', ({ success, start }) => {
	const hasBody = success !== 204;
	const complete = { status: success, error: undefined };
	let target: Target;

	beforeAll(async () => {
		target = await start();
	});
	afterAll(async () => await target.close());

	it.each<[fault: Fault, seen: object, isCarriedOut: boolean]>([
		[{ kind: 'delay', milliseconds: 60 }, complete, true],
		[{ kind: 'late', milliseconds: 60 }, complete, true],
		[{ kind: 'dropBeforeReading' }, unread, false],
		[{ kind: 'dropBeforeAnswering' }, dropped, true],
		[{ kind: 'status', status: 500 }, anAnswer(500, overloaded), false],
		[
			{ kind: 'status', status: 503, retryAfter: '7' },
			anAnswer(503, expect.any(String), { 'retry-after': '7', server: 'nginx' }),
			false,
		],
		[
			{ kind: 'status', status: 502, carriedOut: true },
			anAnswer(502, badGateway, { 'content-type': 'text/html' }),
			true,
		],
		[
			{ kind: 'status', status: 418, body: 'tea', contentType: 'text/plain' },
			anAnswer(418, 'tea', plain),
			false,
		],
		[{ kind: 'empty' }, { ...complete, text: '' }, true],
		[{ kind: 'html' }, anAnswer(200, expect.stringContaining('<html>'), web), true],
		[{ kind: 'text' }, anAnswer(200, 'This is not JSON.', json), true],
		[{ kind: 'slow', milliseconds: 60 }, complete, true],
		[{ kind: 'stop', milliseconds: 0 }, complete, true],
	])(
		'like %j has its documented outcome for one request',
		async (fault, expected, isCarriedOut) => {
			const { faults } = target;
			const carriedOutBefore = target.carriedOut();
			const answeredBefore = target.statuses().length;
			const occurredBefore = faults.occurred.length;

			faults.plan(fault);

			const answer = await target.change();

			const expectedStatuses = isCarriedOut ? [success] : [];

			expect(answer).toMatchObject(expected);
			expect(answer.headers).not.toHaveProperty('transfer-encoding');
			expect(target.carriedOut() - carriedOutBefore).toBe(expectedStatuses.length);
			expect(target.statuses().slice(answeredBefore)).toEqual(expectedStatuses);
			expect(faults.occurred.slice(occurredBefore)).toMatchObject([{ fault }]);

			expect(await changeWhenUp(target)).toMatchObject(complete);
			expect(target.carriedOut() - carriedOutBefore).toBe(expectedStatuses.length + 1);
		},
	);

	it.each(['dropMidway', 'cut'] as const)('of the kind %s sends half of the body', async (kind) => {
		const usual = await target.change();
		const carriedOutBefore = target.carriedOut();

		target.faults.plan({ kind });

		const { status, headers, text, error } = await target.change();

		expect(text).toHaveLength(Math.floor(usual.text.length / 2));
		expect(target.carriedOut()).toBe(carriedOutBefore + 1);

		if (kind === 'cut') {
			expect({ status, error }).toEqual(complete);
			if (hasBody) expect(headers['content-length']).toBe(String(text.length));
		} else {
			expect(error).toMatch(/ECONNRESET|HPE_INVALID/);
			expect(status).toBe(hasBody ? success : undefined);
			expect(headers['content-length']).toBe(usual.headers['content-length']);
		}
	});

	it.each<[kind: 'delay' | 'late' | 'slow', carriedOut: number]>([
		['delay', 0],
		['late', 1],
		['slow', 1],
	])(
		'of the kind %s takes the planned time, and ends when the server closes',
		async (kind, carriedOut) => {
			const target = await opened(start());

			target.faults.plan({ kind, milliseconds: 150 });
			target.faults.plan({ kind, milliseconds: 60_000 }, { skip: 1 });
			expect((await target.change()).milliseconds).toBeGreaterThanOrEqual(145);

			// A slow answer with a body starts with its headers at once.
			const sendsHeadFirst = kind === 'slow' && hasBody;
			const heads = countHeads();
			const carriedOutBefore = target.carriedOut();
			const running = countTimers();
			const pendingChange = target.change();

			await waitUntil(() => target.faults.occurred.length === 2);
			await waitUntil(() => target.carriedOut() === carriedOutBefore + carriedOut);
			if (sendsHeadFirst) await waitUntil(() => heads.count() === 1);

			const begin = processTime();

			await closeAll();
			expect(processTime() - begin).toBeLessThan(1000);
			const status = sendsHeadFirst ? success : undefined;

			expect(await pendingChange).toMatchObject({ status, error: 'ECONNRESET' });
			heads.stop();
			await waitUntil(() => countTimers() <= running);
			expect(target.carriedOut()).toBe(carriedOutBefore + carriedOut);
		},
	);

	it('of the kind stop drops all connections, and the server returns with the same state', async () => {
		const target = await opened(start());

		target.faults.plan({ kind: 'late', milliseconds: 60_000 });
		target.faults.plan({ kind: 'stop', milliseconds: 300 });
		const delayed = target.change();

		await waitUntil(() => target.carriedOut() === 1);

		const begin = Date.now();

		expect(await target.change()).toMatchObject(complete);
		expect(await delayed).toMatchObject(dropped);

		expect(await changeWhenUp(target)).toMatchObject(complete);
		expect(Date.now() - begin).toBeGreaterThanOrEqual(295);
		expect(target.carriedOut()).toBe(3);
	});

	it('of the kind stop is final if the server is closed in between', async () => {
		const target = await opened(start());

		target.faults.plan({ kind: 'stop', milliseconds: 60_000 });
		const running = countTimers();

		await target.change();
		expect((await target.change()).error).toBe('ECONNREFUSED');
		await closeAll();
		expect((await exchange(target.url)).error).toBe('ECONNREFUSED');
		await waitUntil(() => countTimers() <= running);
	});
});
