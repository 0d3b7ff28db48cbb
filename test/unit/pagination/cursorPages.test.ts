import { describe, expect, jest, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../../nodes/shared/fields/json';
import { textIn } from '../../../nodes/shared/lists/picker';
import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { isProblem, problem as problemOf } from '../../../nodes/shared/result/problem';
import { jsonResponse } from '../responses';
import {
	collectFrom,
	readFrom,
	recordsFrom,
	rowsOf,
	serverOf,
	wantedOf,
	type Behaviour,
} from './servers';

const paging = (cap = 1000, tells = true): Behaviour => ({ cap, follows: 'cursor', tells });

const both: readonly Behaviour['follows'][] = ['offset', 'cursor'];

describe('a server that pages by cursor', () => {
	test('is asked for each page by its number, with the same size (row 7)', async () => {
		const server = serverOf(rowsOf(250), paging());
		expect(await recordsFrom(server)).toEqual(rowsOf(250));
		expect(server.asked).toEqual([
			{ limit: 100, offset: 0, per_page: 100 },
			{ limit: 100, offset: 100, per_page: 100, cursor: '100:1:0' },
			{ limit: 100, offset: 200, per_page: 100, cursor: '100:2:0' },
		]);
	});

	test.each([true, false])(
		'is not asked on where next_page_results is false, although there is a cursor (row 6; total given: %s)',
		async (tells) => {
			const server = serverOf(rowsOf(100), paging(1000, tells));
			await collectFrom(server);
			expect(server.asked).toHaveLength(1);
		},
	);

	test('is asked for two pages of one size for a limit of 150, and the rest is dropped', async () => {
		const server = serverOf(rowsOf(250), paging());
		expect(await recordsFrom(server, { limit: 150 })).toEqual(rowsOf(150));
		expect(server.asked.map(({ per_page, cursor }) => [per_page, cursor])).toEqual([
			[100, undefined],
			[100, '100:1:0'],
		]);
	});

	test('is asked for a small limit at once for so many', async () => {
		const server = serverOf(rowsOf(250), paging());
		expect(await recordsFrom(server, { limit: 7 })).toEqual(rowsOf(7));
		expect(server.asked).toEqual([{ limit: 7, offset: 0, per_page: 7 }]);
	});

	test('is asked directly for the page that holds the offset', async () => {
		const server = serverOf(rowsOf(950), paging());
		const records = await recordsFrom(server, { offset: 740, limit: 100 });
		expect(records).toEqual(rowsOf(840).slice(740));
		expect(server.asked.map(({ cursor }) => cursor)).toEqual(['100:7:0', '100:8:0']);
	});

	test('is asked in its own size, where its pages are smaller than asked for', async () => {
		const server = serverOf(rowsOf(90), paging(20));
		expect(await recordsFrom(server)).toEqual(rowsOf(90));
		expect(server.asked.map(({ per_page, cursor }) => [per_page, cursor])).toEqual([
			[100, undefined],
			[20, '20:1:0'],
			[20, '20:2:0'],
			[20, '20:3:0'],
			[20, '20:4:0'],
		]);
	});

	test('gives nothing behind its last row, in one request', async () => {
		const server = serverOf(rowsOf(7), paging());
		expect(await recordsFrom(server, { offset: 300 })).toEqual([]);
		expect(server.asked).toHaveLength(1);
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
			...{ cap, follows, tells: true },
		});
		const ids = (await recordsFrom(server)).map((row) => textIn(row, 'id'));
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
	const giving = (json: (query: PageQuery) => JsonObject) => ({
		fetch: jest.fn((query: PageQuery) => Promise.resolve(jsonResponse(json(query)))),
	});

	test.each([{}, { next_cursor: '100:1:0' }, { next_cursor: 'abc' }])(
		'ends with a problem where rows are wanted that do not come (%j)',
		async (cursor) => {
			const json = { results: page, total_count: 250, next_page_results: true, ...cursor };
			for (const offset of [0, 150, 240]) {
				const server = giving(() => json);
				expect(await readFrom(server, { offset })).toMatchObject({
					message: expect.stringContaining('only 100 of its 250'),
				});
				expect(server.fetch.mock.calls.length).toBeLessThanOrEqual(3);
			}
		},
	);

	test('ends with a problem where other offsets bring the same rows', async () => {
		const server = giving(({ offset }) => ({
			results: offset === 0 ? page : back,
			total_count: 1e9,
		}));
		expect(await readFrom(server)).toMatchObject({
			message: expect.stringContaining('only 100 of its 1000000000'),
		});
		expect(server.fetch.mock.calls.length).toBeLessThan(100);
	});

	test('ends with a problem where other numbers bring the same rows', async () => {
		const server = giving((query) => ({
			...{ results: query.offset === 0 ? page : back, total_count: 950 },
			...{ next_cursor: after(query), next_page_results: true },
		}));
		expect(await readFrom(server)).toMatchObject({
			message: expect.stringContaining('only 100 of its 950'),
		});
	});

	test('ends at once where a server without a cursor says that there is no more', async () => {
		const server = giving(() => ({ results: page, next_page_results: false }));
		expect(await recordsFrom(server)).toEqual(page);
		expect(server.fetch).toHaveBeenCalledTimes(1);
	});

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
				...{ next_cursor: after(query), total_count: 1e9 },
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
			expect(server.fetch.mock.calls.length).toBeLessThan(100);
			if (!isProblem(result)) expect(result.records.length).toBeLessThanOrEqual(100);
		}
	});

	test('ends without a cursor too, where the total is far more than there is', async () => {
		const server = giving(({ offset }) => ({
			results: page.slice(offset),
			total_count: 1e9,
		}));
		expect(await recordsFrom(server)).toEqual(page);
		expect(server.fetch.mock.calls.length).toBeLessThan(100);
	});
});
