import { describe, expect, it } from '@jest/globals';
import type { ServerKind } from './differences';
import type { Service } from './service';
import { projectPath, send, updateModule, type Exchange } from './testing/client';
import { useFixedClock } from './testing/fakeClock';
import { useServers } from './testing/useServers';

const { start } = useServers();
const tooMany = '{"error_code":5900,"error_message":"RATE_LIMIT_EXCEEDED"}';
const noon = Date.parse('2026-01-05T12:00:00.000Z');

/** Lists the names of the headers about the limit. */
const limitHeaders = ({ headers }: Exchange): string[] =>
	Object.keys(headers).filter((name) => /^x-ratelimit|^retry-after$/.test(name));

/** Reads a header of each answer. */
const readHeader = (answers: readonly Exchange[], name: string) =>
	answers.map(({ headers }) => headers[name]);

describe.each<ServerKind>(['specification', 'community'])(
	'A rate limit on a %s server',
	(serverKind) => {
		const setClock = useFixedClock(noon);

		/** Sends a request at each of these times, in milliseconds after noon, and returns the answers. */
		async function sendAt(service: Service, ...times: readonly number[]): Promise<Exchange[]> {
			const answers: Exchange[] = [];

			for (const time of times) {
				setClock(time);
				answers.push(await updateModule(service));
			}

			return answers;
		}

		it('has a sliding window that does not count refused requests', async () => {
			const service = await start({ serverKind, limit: { requests: 5, windowMs: 400 } });
			// A fixed window would admit all requests again at its end.
			const times = [0, ...Array.from({ length: 84 }, (_, index) => 250 + 10 * index)];
			const answers = await sendAt(service, ...times);

			// Refused requests cost nothing, so each window admits its full number.
			const admittedTimes = [0, 400, 800].flatMap((begin) =>
				[0, 250, 260, 270, 280].map((time) => begin + time),
			);
			const isRefused = (time: number) => !admittedTimes.includes(time);
			const statuses = times.map((time) => (isRefused(time) ? 429 : 200));

			expect(answers.map(({ status }) => status)).toEqual(statuses);
			expect(service.requests.map(({ status }) => status)).toEqual(statuses);
			expect(service.ledger.map(({ at }) => at - noon)).toEqual(admittedTimes);
			expect(service.refusals.map((at) => at - noon)).toEqual(times.filter(isRefused));
		});

		it('says in headers how many requests are left and when to retry', async () => {
			const service = await start({ serverKind, limit: { requests: 3, windowMs: 20_000 } });
			const answers = await sendAt(service, 0, 400, 1999);

			expect(readHeader(answers, 'x-ratelimit-remaining')).toEqual(['2', '1', '0']);
			// One window after each request, whatever came before.
			const resets = [20, 20, 21].map((seconds) => String(noon / 1000 + seconds));

			expect(readHeader(answers, 'x-ratelimit-reset')).toEqual(resets);

			const refused = await sendAt(service, 2000, 2001, 19_999);

			for (const answer of refused) {
				expect(answer).toMatchObject({ status: 429, text: tooMany });
				expect(answer.headers['content-type']).toMatch(/^application\/json/);
				expect(limitHeaders(answer)).toEqual(['retry-after']);
			}

			expect(readHeader(refused, 'retry-after')).toEqual(['18', '18', '1']);
			const lastRequest = { operation: 'module.update', status: 429, body: { name: 'Renamed' } };

			expect(service.requests.at(-1)).toMatchObject(lastRequest);
		});

		it('counts requests that fail, but not those with a wrong key', async () => {
			const service = await start({ serverKind, limit: { requests: 2, windowMs: 20_000 } });
			const getStatus = async (path: string, key?: string) =>
				(await send(service, 'GET', path, undefined, key)).status;
			const me = '/api/v1/users/me/';

			expect([await getStatus(me, ''), await getStatus(me, 'wrong')]).toEqual([401, 403]);
			expect(await getStatus('/api/v1/nothing/')).toBe(404);
			expect(await getStatus(me)).toBe(200);
			expect(await getStatus(`${projectPath(service)}work-items/?limit=x&per_page=x`)).toBe(400);
			expect(await getStatus(me)).toBe(429);
		});

		it('can say when to retry as a date, which is never too early', async () => {
			const limit = { requests: 1, windowMs: 3500, retryAfter: 'date' } as const;
			const [, ...refused] = await sendAt(await start({ serverKind, limit }), 700, 1200, 3900);
			const dates = refused.map(({ headers }) =>
				[headers['retry-after'], headers.date].map((date) => Date.parse(date ?? '') - noon),
			);

			// The limit ends at 4200, and a date has whole seconds only.
			expect(dates).toEqual([
				[5000, 1000],
				[5000, 3000],
			]);
		});

		it('can be set to send no headers', async () => {
			const limit = { requests: 1, windowMs: 20_000, retryAfter: 'none' } as const;
			const service = await start({ serverKind, limit, limitHeaders: false });
			const answers = await sendAt(service, 0, 1);

			expect(answers[1]).toMatchObject({ status: 429, text: tooMany });
			expect(answers.flatMap(limitHeaders)).toEqual([]);
		});
	},
);

it('A specification server has no rate limit by default', async () => {
	expect(limitHeaders(await updateModule(await start({})))).toEqual([]);
});
