import { describe, expect, it } from '@jest/globals';
import { selfSigned } from './testing/certificate';
import type { Service } from './service';
import { exchange, updateModule } from './testing/client';
import { useServers } from './testing/useServers';

const { start } = useServers();

const getMe = async (service: Service) =>
	await exchange(`${service.url}/api/v1/users/me/`, { headers: { 'x-api-key': service.apiKey } });

/**
 * Sends this many requests one after the other. Returns their statuses, or 0 for one without an
 * answer.
 */
async function sendRequests(service: Service, count: number): Promise<number[]> {
	const statuses: number[] = [];

	while (statuses.length < count) statuses.push((await getMe(service)).status ?? 0);

	return statuses;
}

describe('A planned fault', () => {
	it('applies to matching requests, after those to skip, as many times as planned', async () => {
		const service = await start();
		const { faults } = service;
		const toMe = { when: ({ url = '' }) => url.endsWith('/me/') };

		faults.plan({ kind: 'status', status: 500 }, { ...toMe, skip: 1, times: 2 });
		expect((await updateModule(service)).status).toBe(200);
		expect(await sendRequests(service, 4)).toEqual([200, 500, 500, 200]);

		faults.plan({ kind: 'dropBeforeAnswering' }, { times: Infinity });
		expect(await sendRequests(service, 3)).toEqual([0, 0, 0]);
		faults.clear();
		expect(await sendRequests(service, 1)).toEqual([200]);
		expect(faults.occurred.map(({ fault, method }) => [fault.kind, method])).toEqual([
			['status', 'GET'],
			['status', 'GET'],
			['dropBeforeAnswering', 'GET'],
			['dropBeforeAnswering', 'GET'],
			['dropBeforeAnswering', 'GET'],
		]);
	});

	it('waits for the next request if another fault applies, and counts this request too', async () => {
		const service = await start();

		service.faults.plan({ kind: 'status', status: 500 }, { times: 2 });
		service.faults.plan({ kind: 'status', status: 503 });
		service.faults.plan({ kind: 'status', status: 502 }, { skip: 4 });
		expect(await sendRequests(service, 6)).toEqual([500, 500, 503, 200, 502, 200]);
	});

	it('comes after the sum of all planned delays', async () => {
		const service = await start();

		service.faults.plan({ kind: 'status', status: 500 });
		for (const milliseconds of [60, 90]) service.faults.plan({ kind: 'delay', milliseconds });
		const { status, milliseconds } = await getMe(service);

		expect(status).toBe(500);
		expect(milliseconds).toBeGreaterThanOrEqual(145);
		expect(service.requests).toHaveLength(0);
	});

	it('applies to requests over TLS, too', async () => {
		const service = await start({ tls: selfSigned });

		service.faults.plan({ kind: 'dropBeforeReading' });
		service.faults.plan({ kind: 'stop', milliseconds: 3000 });
		expect(await sendRequests(service, 3)).toEqual([0, 200, 0]);
		const end = Date.now() + 60_000;

		while ((await getMe(service)).status !== 200) expect(Date.now()).toBeLessThan(end);
	});
});

it.each(['specification', 'community'] as const)(
	'The ledger of a %s server has each change once, and nothing else',
	async (serverKind) => {
		const service = await start({ serverKind });
		const begin = Date.now();

		await getMe(service);
		await updateModule(service, '');
		await updateModule(service, 'One');
		service.faults.plan({ kind: 'dropBeforeAnswering' });
		await updateModule(service, 'Two');
		service.faults.plan({ kind: 'dropBeforeReading' });
		await updateModule(service, 'Three');

		// The specification does not forbid an empty name.
		const names = serverKind === 'community' ? ['One', 'Two'] : ['', 'One', 'Two'];
		const url = expect.stringMatching(/\/modules\/[0-9a-f-]{36}\/$/);
		const common = { operation: 'module.update', method: 'PATCH', url };

		expect(service.ledger).toMatchObject(names.map((name) => ({ ...common, body: { name } })));

		for (const { at } of service.ledger) {
			expect(at).toBeGreaterThanOrEqual(begin);
			expect(at).toBeLessThanOrEqual(Date.now());
		}

		expect(service.state.modules[0]?.name).toBe('Two');
	},
);

it('The peak of concurrent requests includes delayed ones, and can be reset', async () => {
	const service = await start();

	service.faults.plan({ kind: 'delay', milliseconds: 1000 }, { times: 5 });
	await Promise.all(Array.from({ length: 5 }, async () => await getMe(service)));
	expect(service.peakConcurrency).toBe(5);

	service.peakConcurrency = 0;
	service.faults.plan({ kind: 'dropBeforeAnswering' });
	await sendRequests(service, 4);
	expect(service.peakConcurrency).toBe(1);
});
