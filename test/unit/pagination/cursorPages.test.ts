import { describe, expect, jest, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../../nodes/shared/fields/json';
import { paginate } from '../../../nodes/shared/pagination/paginate';
import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { isProblem, problem as problemOf } from '../../../nodes/shared/result/problem';
import { jsonResponse } from '../responses';
import { collectFrom, rowsOf, serverOf, type Behaviour } from './servers';

const paging = (cap = 1000, tells = true): Behaviour => ({ cap, follows: 'cursor', tells });

describe('a server that pages by cursor', () => {
	test('is asked for each page by its number, with the same size (observed row 7)', async () => {
		const server = serverOf(() => rowsOf(250), paging());
		expect((await collectFrom(server)).records).toEqual(rowsOf(250));
		expect(server.asked).toEqual([
			{ limit: 100, offset: 0, per_page: 100 },
			{ limit: 100, offset: 100, per_page: 100, cursor: '100:1:0' },
			{ limit: 100, offset: 200, per_page: 100, cursor: '100:2:0' },
		]);
	});

	test('is not asked on where next_page_results is false, although there is a cursor (observed row 6)', async () => {
		for (const tells of [true, false]) {
			const server = serverOf(() => rowsOf(100), paging(1000, tells));
			await collectFrom(server);
			expect(server.asked).toHaveLength(1);
		}
	});

	test('is asked for two pages of one size for a limit of 150, and the rest is dropped', async () => {
		const server = serverOf(() => rowsOf(250), paging());
		expect((await collectFrom(server, { limit: 150 })).records).toEqual(rowsOf(150));
		expect(server.asked.map(({ per_page, cursor }) => [per_page, cursor])).toEqual([
			[100, undefined],
			[100, '100:1:0'],
		]);
	});

	test('is asked for a small limit at once for so many', async () => {
		const server = serverOf(() => rowsOf(250), paging());
		expect((await collectFrom(server, { limit: 7 })).records).toEqual(rowsOf(7));
		expect(server.asked).toEqual([{ limit: 7, offset: 0, per_page: 7 }]);
	});

	test('is asked directly for the page that holds the offset', async () => {
		const server = serverOf(() => rowsOf(950), paging());
		const { records } = await collectFrom(server, { offset: 740, limit: 100 });
		expect(records).toEqual(rowsOf(840).slice(740));
		expect(server.asked.map(({ cursor }) => cursor)).toEqual(['100:7:0', '100:8:0']);
	});

	test('is asked in its own size, where its pages are smaller than asked for', async () => {
		const server = serverOf(() => rowsOf(90), paging(20));
		expect((await collectFrom(server)).records).toEqual(rowsOf(90));
		expect(server.asked.map(({ per_page, cursor }) => [per_page, cursor])).toEqual([
			[100, undefined],
			[20, '20:1:0'],
			[20, '20:2:0'],
			[20, '20:3:0'],
			[20, '20:4:0'],
		]);
	});

	test('gives nothing behind its last row, in one request', async () => {
		const server = serverOf(() => rowsOf(7), paging());
		expect((await collectFrom(server, { offset: 300 })).records).toEqual([]);
		expect(server.asked).toHaveLength(1);
	});
});

describe('the remaining pages', () => {
	const kinds: readonly Behaviour['follows'][] = ['offset', 'cursor'];

	test.each(kinds)('of 10,000 rows take 100 requests, 8 at once (%s)', async (follows) => {
		const server = serverOf(() => rowsOf(10_000), { cap: 100, follows, tells: true });
		expect((await collectFrom(server)).records).toEqual(rowsOf(10_000));
		expect(server.asked).toHaveLength(100);
		expect(server.concurrency()).toBe(8);
	});

	test.each(kinds)('are asked for one by one where no total is told (%s)', async (follows) => {
		const server = serverOf(() => rowsOf(1000), { cap: 100, follows, tells: false });
		expect((await collectFrom(server)).records).toEqual(rowsOf(1000));
		expect(server.asked.length).toBeLessThanOrEqual(11);
		expect(server.concurrency()).toBe(1);
	});

	test.each(kinds)('are no more than a limit needs (%s)', async (follows) => {
		const server = serverOf(() => rowsOf(10_000), { cap: 100, follows, tells: true });
		const { records } = await collectFrom(server, { offset: 250, limit: 430 });
		expect(records).toEqual(rowsOf(680).slice(250));
		// Pages 2 to 6, or 5 from 250 on and one that shows that the offset is heeded.
		expect(server.asked).toHaveLength(follows === 'cursor' ? 5 : 6);
	});

	test.each(kinds)('are put out in their order, whichever comes first (%s)', async (follows) => {
		const server = serverOf(() => rowsOf(950), { cap: 100, follows, tells: true });
		let open = 0;
		const late = async (page: PageQuery) => {
			const turns = 10 - (open++ % 10);
			const response = await server.response(page);
			for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
			return response;
		};
		const result = await paginate({ query: {}, offset: 0 }, 8, late);
		expect(isProblem(result) ? result : result.records).toEqual(rowsOf(950));
	});

	test.each(kinds)(
		'end with the problem of one of them, and nothing more is asked (%s)',
		async (follows) => {
			const problem = problemOf({ message: 'No', description: 'Do not.' });
			const server = serverOf(() => rowsOf(10_000), { cap: 100, follows, tells: true });
			const result = await paginate({ query: {}, offset: 0 }, 8, async (page) =>
				page.offset === 300 ? problem : await server.response(page),
			);
			expect(result).toBe(problem);
			expect(server.asked.length).toBeLessThan(20);
		},
	);

	test('are not taken for small ones because the first one was short', async () => {
		const server = serverOf(() => rowsOf(500), { cap: 100, follows: 'offset', tells: true });
		const result = await paginate(
			{ query: {}, offset: 0 },
			8,
			async (page) => await server.response(page.offset === 0 ? { ...page, limit: 3 } : page),
		);
		expect(isProblem(result) ? result : result.records).toEqual(rowsOf(500));
		expect(server.asked).toHaveLength(6);
	});

	test('are asked for again where one was shorter than the others', async () => {
		const server = serverOf(() => rowsOf(500), { cap: 100, follows: 'offset', tells: true });
		const result = await paginate(
			{ query: {}, offset: 0 },
			8,
			async (page) => await server.response(page.offset === 200 ? { ...page, limit: 40 } : page),
		);
		expect(isProblem(result) ? result : result.records).toEqual(rowsOf(500));
	});
});

describe('rows that move between two pages', () => {
	const kinds: readonly Behaviour['follows'][] = ['offset', 'cursor'];
	const news = (n: number) =>
		Array.from({ length: n }, (_, index) => ({ id: `new ${String(index)}` }));
	const cases = kinds.flatMap((follows) =>
		[20, 100].flatMap((cap) => [1, 7, 20, 100].map((added) => ({ follows, cap, added }))),
	);

	test.each(cases)(
		'come once, and none is missed: $added new ones, pages of $cap ($follows)',
		async ({ follows, cap, added }) => {
			const server = serverOf(
				(request) => (request < 3 ? rowsOf(450) : [...news(added), ...rowsOf(450)]),
				{ cap, follows, tells: true },
			);
			const ids = (await collectFrom(server)).records.map(({ id }) =>
				typeof id === 'string' ? id : '',
			);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids.filter((id) => !id.startsWith('new'))).toEqual(rowsOf(450).map(({ id }) => id));
		},
	);

	test.each(cases)(
		'come once where $added of them disappear, pages of $cap ($follows)',
		async ({ follows, cap, added }) => {
			const server = serverOf((request) => (request < 3 ? rowsOf(450) : rowsOf(450).slice(added)), {
				cap,
				follows,
				tells: true,
			});
			const ids = (await collectFrom(server)).records.map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
		},
	);

	test('are asked for beyond a page of nothing new', async () => {
		const server = serverOf(
			(request) => (request === 0 ? rowsOf(200) : [...news(100), ...rowsOf(200)]),
			paging(100),
		);
		expect((await collectFrom(server)).records).toEqual(rowsOf(200));
	});

	test('are asked for beyond the total that was told, where the server says that there is more', async () => {
		const server = serverOf(() => rowsOf(450), paging(100));
		const result = await paginate({ query: {}, offset: 0 }, 8, async (page) => {
			const response = await server.response(page);
			return jsonResponse({ ...(isJsonObject(response.json) ? response.json : {}), total_count: 220 });
		});
		expect(isProblem(result) ? result : result.records).toEqual(rowsOf(450));
	});
});

describe('always ends', () => {
	const page = rowsOf(100);
	const endless: [title: string, response: (query: PageQuery) => JsonObject][] = [
		['that says that there is more and gives its first page', () => ({ results: page })],
		[
			'that repeats its first page and its cursor',
			() => ({ results: page, next_cursor: '100:1:0', total_count: 1e9 }),
		],
		[
			'that gives its first page under each number',
			({ offset }) => ({
				results: page,
				next_cursor: `100:${String(offset / 100 + 1)}:0`,
				total_count: 1e9,
			}),
		],
		[
			'that tells far more than it has',
			({ offset }) => ({
				results: offset === 0 ? page : [],
				next_cursor: `100:${String(offset / 100 + 1)}:0`,
				total_count: 1e9,
			}),
		],
		['that gives nothing', () => ({ results: [], next_cursor: '100:1:0', total_count: 1e9 })],
		['whose cursors say nothing', () => ({ results: page, next_cursor: 'abc', total_count: 1e9 })],
		['whose pages have no size', () => ({ results: page, next_cursor: '0:0:0', total_count: 1e9 })],
	];

	test('with a problem where rows are wanted that do not come', async () => {
		for (const problemFrom of [{}, { next_cursor: '100:1:0' }, { next_cursor: 'abc' }]) {
			const json = { results: page, total_count: 250, next_page_results: true, ...problemFrom };
			for (const offset of [0, 150, 240]) {
				const response = jest.fn(() => Promise.resolve(jsonResponse(json)));
				const result = await paginate({ query: {}, offset }, 8, response);
				expect(isProblem(result) ? result.message : '').toContain('only 100 of its 250');
				expect(response.mock.calls.length).toBeLessThanOrEqual(3);
			}
		}
	});

	test('with a problem where other offsets bring the same rows', async () => {
		const response = jest.fn(({ offset }: PageQuery) => {
			const results = offset === 0 ? page : [...page].reverse();
			return Promise.resolve(jsonResponse({ results, total_count: 1e9 }));
		});
		const result = await paginate({ query: {}, offset: 0 }, 8, response);
		expect(isProblem(result) ? result.message : '').toContain('only 100 of its 1000000000');
		expect(response.mock.calls.length).toBeLessThan(100);
	});

	test('at once where a server without a cursor says that there is no more', async () => {
		const json = { results: page, next_page_results: false };
		const response = jest.fn(() => Promise.resolve(jsonResponse(json)));
		const result = await paginate({ query: {}, offset: 0 }, 8, response);
		expect(isProblem(result) ? result : result.records).toEqual(page);
		expect(response).toHaveBeenCalledTimes(1);
	});

	test('with a problem where other numbers bring the same rows', async () => {
		const result = await paginate({ query: {}, offset: 0 }, 8, ({ offset }) => {
			const number = offset / 100;
			const rows = number === 0 ? page : [...page].reverse();
			const cursor = { next_cursor: `100:${String(number + 1)}:0`, next_page_results: true };
			return Promise.resolve(jsonResponse({ results: rows, total_count: 950, ...cursor }));
		});
		expect(isProblem(result) ? result.message : '').toContain('only 100 of its 950');
	});

	test.each(endless)('with a server %s', async (_, response) => {
		for (const wish of [{ offset: 0 }, { offset: 250 }, { offset: 0, limit: 450 }]) {
			let asked = 0;
			const result = await paginate({ query: {}, ...wish }, 8, (query) => {
				asked++;
				const json = { ...response(query), next_page_results: true };
				return Promise.resolve(jsonResponse(json));
			});
			expect(asked).toBeLessThan(100);
			if (!isProblem(result)) expect(result.records.length).toBeLessThanOrEqual(100);
		}
	});

	test('without a cursor too, where the total is far more than there is', async () => {
		const server = serverOf(() => page, { cap: 100, follows: 'offset', tells: false });
		const result = await paginate({ query: {}, offset: 0 }, 8, async (query) => {
			const { json = [] } = await server.response(query);
			return jsonResponse({ results: json, total_count: 1e9 });
		});
		expect(isProblem(result) ? result : result.records).toEqual(page);
		expect(server.asked.length).toBeLessThan(100);
	});
});
