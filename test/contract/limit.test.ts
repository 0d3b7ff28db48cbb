import { afterEach, describe, expect, it } from '@jest/globals';
import type { FaceName, Service, ServiceOptions } from '../service/service';
import { startService } from '../service/service';
import type { Exchange } from './exchange';
import { exchange } from './exchange';
import { useStandingClock } from './standingClock';
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

const noon = Date.parse('2026-01-05T12:00:00.000Z');

describe.each(faces)('a limit on the face %s', (face) => {
	const setClock = useStandingClock(noon);

	/** Sends a request at each of these times, in milliseconds after noon, and gives the answers. */
	async function sendAt(service: Service, ...times: readonly number[]): Promise<Exchange[]> {
		const answers: Exchange[] = [];
		for (const time of times) {
			setClock(time);
			answers.push(await updateModule(service));
		}
		return answers;
	}

	it('is a window that slides, and does not count what it refuses', async () => {
		const service = await start({ face, limit: { requests: 5, windowMs: 400 } });
		// A window that does not slide would let all through again at its end.
		const times = [0, ...Array.from({ length: 84 }, (_, index) => 250 + 10 * index)];
		const answers = await sendAt(service, ...times);

		// Asking on and on while refused costs nothing: in each window all are let through.
		const admitted = [0, 400, 800].flatMap((begin) => [
			begin,
			...[250, 260, 270, 280].map((time) => begin + time),
		]);
		const isRefused = (time: number) => !admitted.includes(time);
		const statuses = times.map((time) => (isRefused(time) ? 429 : 200));
		expect(answers.map(({ status }) => status)).toEqual(statuses);
		expect(service.requests.map(({ status }) => status)).toEqual(statuses);
		expect(service.ledger.map(({ at }) => at - noon)).toEqual(admitted);
		expect(service.refusals.map((at) => at - noon)).toEqual(times.filter(isRefused));
	});

	it('says how many are left, and when to come back', async () => {
		const service = await start({ face, limit: { requests: 3, windowMs: 20_000 } });
		const answers = await sendAt(service, 0, 400, 1999);
		expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0']);
		// One window from each request, whatever was asked before.
		expect(answers.map(({ headers }) => headers['x-ratelimit-reset'])).toEqual(
			[20, 20, 21].map((seconds) => String(noon / 1000 + seconds)),
		);

		const refused = await sendAt(service, 2000, 2001, 19_999);
		for (const { status, text, headers } of refused) {
			expect({ status, text }).toEqual({ status: 429, text: tooMany });
			expect(headers['content-type']).toMatch(/^application\/json/);
		}
		expect(refused.flatMap(told)).toEqual(refused.map(() => 'retry-after'));
		expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(['18', '18', '1']);
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
		const limit = { requests: 1, windowMs: 3500, retryAfter: 'date' } as const;
		const service = await start({ face, limit });
		const [, ...refused] = await sendAt(service, 700, 1200, 3900);
		const dates = refused.map(({ headers }) =>
			[headers['retry-after'], headers.date].map((date) => Date.parse(date ?? '') - noon),
		);
		// It is free at 4200, and a date knows whole seconds alone.
		expect(dates).toEqual([
			[5000, 1000],
			[5000, 3000],
		]);
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
