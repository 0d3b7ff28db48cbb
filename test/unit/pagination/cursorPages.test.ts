import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../../nodes/shared/fields/json';
import { firstText } from '../../../nodes/shared/rows/firstText';
import type { ListQuery } from '../../../nodes/shared/model/call';
import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { isProblem, problem as problemOf } from '../../../nodes/shared/result/problem';
import { jsonResponse } from '../responses';
import { readFrom, recordsFrom, rowsOf, serverOf, wantedOf, type Behaviour } from './servers';

const paging = (cap = 1000, tells = true): Behaviour => ({ cap, follows: 'cursor', tells });

type Span = Partial<Pick<ListQuery, 'offset' | 'limit'>>;

const both: readonly Behaviour['follows'][] = ['offset', 'cursor'];

describe('a server that pages by cursor is asked', () => {
	const page = (size: number, offset: number, cursor?: string): PageQuery => ({
		limit: size,
		per_page: size,
		offset,
		...(cursor === undefined ? {} : { cursor }),
	});
	const first = page(100, 0);
	const second = page(100, 100, '100:1:0');
	const third = page(100, 200, '100:2:0');
	const at740 = [page(100, 740, '100:7:0'), page(100, 800, '100:8:0')];
	const small = [1, 2, 3, 4].map((n) => page(20, 20 * n, `20:${String(n)}:0`));

	test.each<[title: string, n: number, cap: number, span: Span, asked: readonly PageQuery[]]>([
		['for each page by its number (row 7)', 250, 1000, {}, [first, second, third]],
		['for no page behind the last, although it gives a cursor (row 6)', 100, 1000, {}, [first]],
		['for two pages of one size for a limit of 150', 250, 1000, { limit: 150 }, [first, second]],
		['for a small limit at once', 250, 1000, { limit: 7 }, [page(7, 0)]],
		['directly for the page of the offset', 950, 1000, { offset: 740, limit: 100 }, at740],
		['in its own size, where its pages are smaller', 90, 20, {}, [first, ...small]],
		['once for what is not there', 7, 1000, { offset: 300 }, [page(100, 300, '100:3:0')]],
	])('%s', async (_, n, cap, span, asked) => {
		for (const tells of [true, false]) {
			const server = serverOf(rowsOf(n), paging(cap, tells));

			expect(await recordsFrom(server, span)).toEqual(wantedOf(rowsOf(n), span));
			expect(server.asked).toEqual(asked);
		}
	});
});

describe('the remaining pages', () => {
	test.each(both)('of 10,000 rows take 100 requests, 8 at once (%s)', async (follows) => {
		const server = serverOf(rowsOf(10_000), { cap: 100, follows, tells: true });

		expect(await recordsFrom(server)).toEqual(rowsOf(10_000));
		expect(server.asked).toHaveLength(100);
		expect(server.concurrency()).toBe(8);
	});

	test.each(both)('are asked for one by one where no total is given (%s)', async (follows) => {
		const server = serverOf(rowsOf(1000), { cap: 100, follows, tells: false });

		expect(await recordsFrom(server)).toEqual(rowsOf(1000));
		expect(server.asked.length).toBeLessThanOrEqual(11);
		expect(server.concurrency()).toBe(1);
	});

	test.each(both)('are no more than a limit needs (%s)', async (follows) => {
		const server = serverOf(rowsOf(10_000), { cap: 100, follows, tells: true });
		const span = { offset: 250, limit: 430 };

		expect(await recordsFrom(server, span)).toEqual(wantedOf(rowsOf(680), span));
		// Pages 2 to 6, or 5 from 250 on and one that shows that the offset is honoured.
		expect(server.asked).toHaveLength(follows === 'cursor' ? 5 : 6);
	});

	test.each(both)('are put out in their order, whichever comes first (%s)', async (follows) => {
		const server = serverOf(rowsOf(950), { cap: 100, follows, tells: true });
		let open = 0;

		const fetch = async (page: PageQuery) => {
			const turns = 10 - (open++ % 10);
			const response = await server.fetch(page);

			for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);

			return response;
		};

		expect(await recordsFrom({ fetch })).toEqual(rowsOf(950));
	});

	test.each(both)(
		'end with the problem of one of them, and nothing more is asked (%s)',
		async (follows) => {
			const problem = problemOf({ tag: 'failed', message: 'No', description: 'Do not.' });
			const server = serverOf(rowsOf(10_000), { cap: 100, follows, tells: true });
			const fetch = async (page: PageQuery) =>
				page.offset === 300 ? problem : await server.fetch(page);

			expect(await readFrom({ fetch })).toBe(problem);
			expect(server.asked.length).toBeLessThan(20);
		},
	);

	test.each([
		['are not taken for small ones because the first one was short', 0, 3, 6],
		['are asked for again where one was shorter than the others', 200, 40, 6],
	])('%s', async (_, offset, limit, requests) => {
		const server = serverOf(rowsOf(500), { cap: 100, follows: 'offset', tells: true });
		const fetch = async (page: PageQuery) =>
			await server.fetch(page.offset === offset ? { ...page, limit } : page);

		expect(await recordsFrom({ fetch })).toEqual(rowsOf(500));
		expect(server.asked).toHaveLength(requests);
	});
});

describe('rows that move between two pages', () => {
	const news = (n: number) =>
		Array.from({ length: n }, (_, index) => ({ id: `new ${String(index)}` }));
	const cases = both.flatMap((follows) =>
		[20, 100].flatMap((cap) => [1, 7, 20, 100].map((count) => ({ follows, cap, count }))),
	);

	const idsFrom = async (
		{ follows, cap }: Pick<Behaviour, 'follows' | 'cap'>,
		changed: readonly JsonObject[],
	) => {
		const server = serverOf((request) => (request < 3 ? rowsOf(450) : changed), {
			cap,
			follows,
			tells: true,
		});
		const ids = (await recordsFrom(server)).map((row) => firstText(row, 'id'));

		expect(new Set(ids).size).toBe(ids.length);

		return ids;
	};

	test.each(cases)(
		'come once, and none is missed: $count new ones, pages of $cap ($follows)',
		async ({ count, ...behaviour }) => {
			const ids = await idsFrom(behaviour, [...news(count), ...rowsOf(450)]);

			expect(ids.filter((id) => !id.startsWith('new'))).toEqual(rowsOf(450).map(({ id }) => id));
		},
	);

	test.each(cases)(
		'come once where $count of them disappear, pages of $cap ($follows)',
		async ({ count, ...behaviour }) => {
			const ids = await idsFrom(behaviour, rowsOf(450).slice(count));

			expect(ids.length).toBeGreaterThanOrEqual(450 - count);
		},
	);

	test('are asked for beyond a page of nothing new', async () => {
		const server = serverOf(
			(request) => (request === 0 ? rowsOf(200) : [...news(100), ...rowsOf(200)]),
			paging(100),
		);

		expect(await recordsFrom(server)).toEqual(rowsOf(200));
	});

	test('are asked for beyond the total that was given, where the server says that there is more', async () => {
		const server = serverOf(rowsOf(450), paging(100));

		const fetch = async (page: PageQuery) => {
			const { json } = await server.fetch(page);

			return jsonResponse({ ...(isJsonObject(json) ? json : {}), total_count: 220 });
		};

		expect(await recordsFrom({ fetch })).toEqual(rowsOf(450));
	});
});

describe('reading', () => {
	const page = rowsOf(100);
	const back = [...page].reverse();
	const after = ({ offset }: PageQuery) => `100:${String(offset / 100 + 1)}:0`;

	/** A server that gives this for each page. */
	const giving = (json: (query: PageQuery) => JsonObject) => {
		const asked: PageQuery[] = [];

		const fetch = async (query: PageQuery) => {
			asked.push(query);

			return await Promise.resolve(jsonResponse(json(query)));
		};

		return { asked, fetch };
	};

	test.each([{}, { next_cursor: '100:1:0' }, { next_cursor: 'abc' }])(
		'ends with a problem where rows are wanted that do not come (%j)',
		async (cursor) => {
			const json = { results: page, total_count: 250, next_page_results: true, ...cursor };

			for (const offset of [0, 150, 240]) {
				const server = giving(() => json);

				expect(await readFrom(server, { offset })).toMatchObject({
					message: expect.stringContaining('only 100 of its 250'),
				});
				expect(server.asked.length).toBeLessThanOrEqual(3);
			}
		},
	);

	test.each<[what: string, total: number, more: (query: PageQuery) => JsonObject]>([
		['offsets', 1e9, () => ({})],
		['numbers', 950, (query) => ({ next_cursor: after(query), next_page_results: true })],
	])('ends with a problem where other %s bring the same rows', async (_, total, more) => {
		const server = giving((query) => ({
			results: query.offset === 0 ? page : back,
			total_count: total,
			...more(query),
		}));

		expect(await readFrom(server)).toMatchObject({
			message: expect.stringContaining(`only 100 of its ${String(total)}`),
		});
		expect(server.asked.length).toBeLessThan(100);
	});

	test('ends at once where a server without a cursor says that there is no more', async () => {
		const server = giving(() => ({ results: page, next_page_results: false }));

		expect(await recordsFrom(server)).toEqual(page);
		expect(server.asked).toHaveLength(1);
	});

	// No server is known to do these.
	const endless: [title: string, json: (query: PageQuery) => JsonObject][] = [
		['says that there is more and gives its first page', () => ({ results: page })],
		[
			'repeats its first page and its cursor',
			() => ({ results: page, next_cursor: '100:1:0', total_count: 1e9 }),
		],
		[
			'gives its first page under each number',
			(query) => ({ results: page, next_cursor: after(query), total_count: 1e9 }),
		],
		[
			'tells far more than it has',
			(query) => ({
				results: query.offset === 0 ? page : [],
				next_cursor: after(query),
				total_count: 1e9,
			}),
		],
		['gives nothing', () => ({ results: [], next_cursor: '100:1:0', total_count: 1e9 })],
		[
			'has cursors that say nothing',
			() => ({ results: page, next_cursor: 'abc', total_count: 1e9 }),
		],
		['has pages without a size', () => ({ results: page, next_cursor: '0:0:0', total_count: 1e9 })],
	];

	test.each(endless)('ends with a server that %s', async (_, json) => {
		for (const span of [{}, { offset: 250 }, { limit: 450 }]) {
			const server = giving((query) => ({ ...json(query), next_page_results: true }));
			const result = await readFrom(server, span);

			expect(server.asked.length).toBeLessThan(100);
			if (!isProblem(result)) expect(result.records.length).toBeLessThanOrEqual(100);
		}
	});

	test('ends without a cursor too, where the total is far more than there is', async () => {
		const server = giving(({ offset }) => ({
			results: page.slice(offset),
			total_count: 1e9,
		}));

		expect(await recordsFrom(server)).toEqual(page);
		expect(server.asked.length).toBeLessThan(100);
	});
});
