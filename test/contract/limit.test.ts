import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import type { FaceName, Service, ServiceOptions } from '../service/service';
import { startService } from '../service/service';
import type { Exchange } from './exchange';
import { exchange } from './exchange';
import { updateModule } from './targets';

const open: Service[] = [];

async function start(options: ServiceOptions): Promise<Service> {
	const service = await startService({ workItems: 7, ...options });
	open.push(service);
	return service;
}

afterEach(async () => {
	await Promise.all(open.splice(0).map((service) => service.close()));
});

const faces: FaceName[] = ['specification', 'community'];
const tooMany = '{"error_code":5900,"error_message":"RATE_LIMIT_EXCEEDED"}';

/** The names of the headers that say something about the limit. */
const told = ({ headers }: Exchange): string[] =>
	Object.keys(headers).filter((name) => /^x-ratelimit|^retry-after$/.test(name));

/** Sends so many requests, and gives the answer to the last. */
async function last(service: Service, count: number): Promise<Exchange> {
	let answer = await updateModule(service);
	for (let sent = 1; sent < count; sent++) answer = await updateModule(service);
	return answer;
}

describe.each(faces)('a limit on the face %s', (face) => {
	it('is a window that slides, and does not count what it refuses', async () => {
		const limit = { requests: 5, windowMs: 400 };
		// The first request of all is slow, and the ledger would note it late.
		await updateModule(await start({ face }));
		const service = await start({ face, limit });
		// A window that does not slide would let all through again at its end.
		await updateModule(service);
		await wait(250);
		const end = Date.now() + 1250;
		while (Date.now() < end) {
			await updateModule(service);
			await wait(10);
		}

		const times = service.ledger.map(({ at }) => at);
		const spans = times.slice(limit.requests).map((at, index) => at - (times[index] ?? 0));
		// The ledger notes a change a moment after the limit let it through.
		expect(Math.min(...spans)).toBeGreaterThanOrEqual(limit.windowMs - 60);
		// Asking on and on while refused costs nothing: in each window all are let through.
		expect(times.length).toBeGreaterThanOrEqual(3 * limit.requests);
		expect(service.refusals.length).toBe(service.requests.length - times.length);
		expect(service.requests.filter(({ status }) => status === 429)).toHaveLength(
			service.refusals.length,
		);
		expect(Math.min(...service.refusals)).toBeGreaterThanOrEqual(times[4] ?? Infinity);
	});

	it('says how many are left, and when to come back', async () => {
		const service = await start({ face, limit: { requests: 3, windowMs: 20_000 } });
		const left: unknown[] = [];
		for (let count = 0; count < 3; count++) {
			const { headers } = await updateModule(service);
			left.push(headers['x-ratelimit-remaining']);
			const reset = Number(headers['x-ratelimit-reset']) * 1000;
			expect(Math.abs(reset - Date.now() - 20_000)).toBeLessThan(5000);
		}
		expect(left).toEqual(['2', '1', '0']);

		const refused = await updateModule(service);
		expect(refused).toMatchObject({ status: 429, text: tooMany });
		expect(refused.headers['content-type']).toMatch(/^application\/json/);
		expect(told(refused)).toEqual(['retry-after']);
		const seconds = Number(refused.headers['retry-after']);
		const rest = (service.ledger[0]?.at ?? 0) + 20_000 - (service.refusals[0] ?? 0);
		expect(Math.abs(seconds * 1000 - rest - 500)).toBeLessThanOrEqual(530);
		expect(service.requests.at(-1)).toMatchObject({
			...{ operation: 'module.update', status: 429, body: { name: 'Renamed' } },
		});
	});

	it('counts a request that is answered with an error, and none without the right key', async () => {
		const service = await start({ face, limit: { requests: 2, windowMs: 20_000 } });
		const ask = async (headers: Record<string, string>, path = 'users/me/') =>
			(await exchange(`${service.url}/api/v1/${path}`, { headers })).status;
		const key = { 'x-api-key': service.apiKey };

		expect([await ask({}), await ask({ 'x-api-key': 'wrong' })]).toEqual([401, 403]);
		expect(await ask(key, 'nothing/')).toBe(404);
		expect(await ask(key)).toBe(200);
		const list = `workspaces/${service.workspace}/projects/${service.state.projects[0]?.id ?? ''}`;
		const query = face === 'community' ? 'per_page=x' : 'limit=x';
		expect(await ask(key, `${list}/work-items/?${query}`)).toBe(400);
		expect(await ask(key)).toBe(429);
	});

	it('says when to come back as a date that is not too early', async () => {
		const limit = { requests: 1, windowMs: 300, retryAfter: 'date' } as const;
		const service = await start({ face, limit });
		const { headers } = await last(service, 2);
		const [until, now] = [headers['retry-after'], headers.date].map((date) =>
			Date.parse(date ?? ''),
		);
		const free = (service.ledger[0]?.at ?? 0) + 300;

		expect(until).toBeGreaterThanOrEqual(free - 30);
		expect(until).toBeLessThan(free + 1000);
		expect((until ?? 0) - (now ?? 0)).toBeGreaterThanOrEqual(
			free - (service.refusals[0] ?? 0) - 30,
		);
	});

	it('says nothing where it is told to', async () => {
		const limit = { requests: 1, windowMs: 20_000, retryAfter: 'none' } as const;
		const service = await start({ face, limit, limitHeaders: false });
		expect(told(await updateModule(service))).toEqual([]);
		const refused = await updateModule(service);
		expect(refused).toMatchObject({ status: 429, text: tooMany });
		expect(told(refused)).toEqual([]);
	});
});

it('the face specification has no limit unless it is given one', async () => {
	expect(told(await updateModule(await start({})))).toEqual([]);
});
