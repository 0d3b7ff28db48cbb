import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/fields/text';
import type { ListQuery } from '../../../nodes/shared/model/call';
import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { paginate } from '../../../nodes/shared/pagination/paginate';
import { isProblem, problem as problemOf, type Result } from '../../../nodes/shared/result/problem';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse } from '../responses';
import { readFrom, rowsOf, serverOf, testsOf, type Behaviour } from './servers';

/** What servers of all kinds are asked, and when reading ends. */

const byOffset: Behaviour = { follows: 'offset', cap: 100, tells: true };
const byCursor: Behaviour = { ...byOffset, follows: 'cursor' };

const trouble = problemOf({ tag: 'failed', message: 'No', description: 'Do not.' });
const isA = ({ state }: JsonObject) => state === 'a';
const a = { displayName: 'State', rowPath: 'state', values: ['a'] };
const inA = (n: number) => rowsOf(n).map((row) => ({ ...row, state: 'a' }));
const news = (n: number) => Array.from({ length: n }, (_, index) => ({ id: `new ${index}` }));

/** Answers the request with this number, counted from 1. */
type Fetch = (
	page: PageQuery,
	count: number,
) => Result<HttpResponse> | Promise<Result<HttpResponse>>;

/** Reads one page after the other from a server, and gives what it was asked. */
async function read(fetch: Fetch, query: Partial<ListQuery> = {}) {
	const asked: PageQuery[] = [];
	const result = await paginate(
		{ search: {}, offset: 0, ...query },
		{
			concurrency: 1,
			pause: async () => await Promise.resolve(),
			fetch: async (page) => {
				asked.push(page);
				if (asked.length > 100) throw new Error('asked without end');

				return await fetch(page, asked.length);
			},
		},
	);
	const at = asked.map(({ offset, limit }) => [offset, limit]);
	const records = isProblem(result) ? [] : result.records;
	const ids = records.map(({ id }) => asText(id) ?? '');
	const doubt = isProblem(result) ? undefined : result.statistics.doubt;

	return { result, asked, at, ids, doubt, offsets: asked.map(({ offset }) => offset) };
}

/** A page of a server that pages by cursor and has 100 rows on each (rows 5 to 7). */
const cursorPage = (number: number, results: readonly JsonObject[], more: JsonObject = {}) =>
	jsonResponse({ next_cursor: `100:${number + 1}:0`, results: [...results], ...more });

/**
 * A server of two pages with two rows each. It gives these rows and tells this total when it is read for
 * the first time, for the second time and so on; the last of them again and again.
 */
const giving =
	(...readings: readonly (readonly [rows: string, total: number])[]): Fetch =>
	({ cursor }, count) => {
		const [rows, total] = readings[Math.ceil(count / 2) - 1] ?? readings.at(-1) ?? ['', 0];
		const page = cursor === undefined ? 0 : 1;
		const results = Array.from(rows.slice(page * 2, page * 2 + 2), (id) => ({ id }));
		const next = { next_cursor: `2:${page + 1}:0`, next_page_results: page === 0 };

		return jsonResponse({ ...next, results, total_count: total });
	};

describe('a problem ends the reading wherever it comes', () => {
	const served = serverOf(inA(450), { ...byOffset, filter: isA });
	const cursored = serverOf(inA(450), { ...byCursor, filter: isA });
	const small = serverOf(inA(450), { ...byCursor, cap: 20, filter: isA });

	const hasNew = (fetch: (page: PageQuery) => Promise<HttpResponse>) => async (page: PageQuery) => {
		const response = await fetch(page);
		const { headers } = response;
		const date = new Date(2026, 10, 24).toUTCString();

		return { ...response, headers: { ...headers, date } };
	};

	const made = new Date(new Date(2026, 10, 24).getTime() + 500).toISOString();
	const open = serverOf([{ id: 'new', created_at: made }, ...rowsOf(450)], byCursor);

	test.each<[title: string, Fetch, number, object]>([
		['on the first page', served.fetch, 1, {}],
		['on one that shows whether offsets count', served.fetch, 2, { offset: 50 }],
		[
			'on one that shows whether filters do',
			cursored.fetch,
			2,
			{ offset: 100, serverFilters: [a] },
		],
		['on one that is asked for in its size', small.fetch, 2, { offset: 50 }],
		['on the first page, a moment later', hasNew(open.fetch), 2, {}],
		['in a second reading', giving(['abc', 4]), 3, {}],
	])('%s', async (_, fetch, nth, query) => {
		const { result, asked } = await read(
			async (page, count) => (count === nth ? trouble : await fetch(page, count)),
			query,
		);

		expect(result).toBe(trouble);
		expect(asked).toHaveLength(nth);
	});
});

describe('no more is asked for than', () => {
	test('what is not there yet, of a server that takes offsets', async () => {
		const server = serverOf(rowsOf(900), byOffset);
		const { at } = await read(server.fetch, { limit: 430 });
		const full = [0, 100, 200, 300].map((offset) => [offset, 100]);

		expect(at).toEqual([...full, [400, 30]]);
	});

	test('the rows before the offset, to see whether a filter is ignored', async () => {
		const server = serverOf(inA(900), { ...byOffset, filter: isA });
		const { at } = await read(server.fetch, { offset: 5, limit: 10, serverFilters: [a] });

		expect(at).toEqual([
			[5, 10],
			[0, 5],
		]);
	});

	test('the first row, to see whether offsets count', async () => {
		const server = serverOf(rowsOf(900), byOffset);
		const { at } = await read(server.fetch, { offset: 50, limit: 10 });

		expect(at).toEqual([
			[50, 10],
			[0, 1],
		]);
	});

	test.each([
		['offsets', byOffset, {}],
		['numbers', byCursor, { serverFilters: [a] }],
	])('once behind the end, by %s', async (_, behaviour, query) => {
		const server = serverOf(inA(7), { ...behaviour, filter: isA });

		expect((await read(server.fetch, { offset: 300, ...query })).offsets).toEqual([300]);
	});

	test('whole pages where tests of the node itself leave rows out', async () => {
		const server = serverOf(rowsOf(900), byCursor);
		const tests = testsOf({ after: Date.UTC(2026, 0, 1) });
		const { asked } = await read(server.fetch, { clientFilters: tests, limit: 7 });

		expect(asked).toMatchObject([{ limit: 100, per_page: 100 }]);
	});

	test.each([
		['offsets', byOffset],
		['numbers', byCursor],
	])('there is, where the total is too large, by %s', async (_, behaviour) => {
		const server = serverOf(rowsOf(350), { ...behaviour, tells: false });
		const { offsets } = await read(
			async (page) => {
				const response = await server.fetch(page);
				const { json = [] } = response;
				const list = Array.isArray(json) ? { results: json } : (json as JsonObject);

				return jsonResponse({ ...list, total_count: 5000 });
			},
			{ limit: 1000 },
		);
		const last = behaviour.follows === 'offset' ? [400] : [];

		expect(offsets).toEqual([0, 100, 200, 300, ...last]);
	});

	test('two pages where offsets bring the same one again', async () => {
		const json = { results: rowsOf(100), total_count: 5000 };
		const { offsets, result } = await read(() => jsonResponse(json));

		expect(offsets).toEqual([0, 100]);
		expect(result).toMatchObject({ message: expect.stringContaining('only 100 of its 5000') });
	});

	test('one page where a list of many has nothing', async () => {
		const more = { next_page_results: true, total_count: 5000 };
		const { offsets, ids } = await read(() => cursorPage(0, [], more), { limit: 1000 });

		expect([offsets, ids]).toEqual([[0], []]);
	});

	test('one page that brings nothing new, where no total tells of more', async () => {
		const rows = rowsOf(100);
		const { offsets, ids } = await read(
			({ offset }) => jsonResponse(offset === 0 ? rows : [...rows].reverse()),
			{ limit: 1000 },
		);

		expect(offsets).toEqual([0, 100]);
		expect(ids).toHaveLength(100);
	});

	test('the pages that the total tells of, where the last of them brings nothing new', async () => {
		const rows = rowsOf(100);
		const more = { next_page_results: true, total_count: 200 };
		const { offsets } = await read(
			({ offset }) => cursorPage(offset / 100, offset === 0 ? rows : [...rows].reverse(), more),
			{ limit: 1000 },
		);

		expect(offsets).toEqual([0, 100]);
	});
});

describe('a server that pages by cursor', () => {
	test('need not say whether there is more', async () => {
		const server = serverOf(rowsOf(250), byCursor);
		const { ids } = await read(async (page) => {
			const { json } = await server.fetch(page);

			return jsonResponse({ ...(json as JsonObject), next_page_results: null });
		});

		expect(ids).toHaveLength(250);
	});

	test.each<[title: string, next: JsonObject]>([
		['gives another page than it was asked for', { next_cursor: '100:3:0' }],
		['does not say which page it gives', { next_cursor: 'abc' }],
	])('is not followed where it %s', async (_, next) => {
		const more = { next_page_results: true, total_count: 300 };
		const rows = rowsOf(300);
		const { result, offsets } = await read(({ offset }) =>
			cursorPage(offset / 100, rows.slice(offset, offset + 100), {
				...more,
				...(offset === 0 ? {} : next),
			}),
		);

		expect(result).toMatchObject({ message: expect.stringContaining('only 100 of its 300') });
		expect(offsets).toEqual([0, 100]);
	});
});

describe('a server that takes offsets', () => {
	test('is asked for the next pages at the same time after the first full one', async () => {
		const server = serverOf(rowsOf(900), byOffset);

		await readFrom(server);
		expect(server.concurrency()).toBe(8);
	});

	/** Gives fewer rows than it is asked for at an offset, and none behind that. */
	const lacking = (missing: (page: PageQuery) => number) => {
		const server = serverOf(rowsOf(500), byOffset);

		return async (page: PageQuery) =>
			await server.fetch({ ...page, limit: Math.min(page.limit, missing(page)) });
	};

	test('is asked once for what a short page in the middle lacks', async () => {
		const { at, ids } = await read(lacking(({ offset }) => (offset === 200 ? 40 : 100)));

		expect(at).toContainEqual([240, 60]);
		expect(ids).toHaveLength(500);
	});

	test('is not asked for it again where it has nothing there', async () => {
		const most = ({ offset }: PageQuery) => (offset === 200 ? 40 : offset === 240 ? 0 : 100);
		const { at, ids } = await read(lacking(most), { limit: 1000 });

		expect(at.filter(([offset]) => offset === 240)).toHaveLength(1);
		expect(ids).toHaveLength(440);
	});

	test('is not asked for it where nothing comes behind it', async () => {
		const most = ({ offset }: PageQuery) => (offset === 100 ? 40 : offset > 100 ? 0 : 100);
		const { offsets } = await read(lacking(most), { limit: 300 });

		expect(offsets).toEqual([0, 100, 200]);
	});

	test('ends with the problem of what it is asked for there', async () => {
		const fetch = lacking(({ offset }) => (offset === 200 ? 40 : 100));
		const { result } = await read(async (page) =>
			page.offset === 240 ? trouble : await fetch(page),
		);

		expect(result).toBe(trouble);
	});

	test('has its rows moved by as many as are on two pages', async () => {
		const before = rowsOf(400);
		const server = serverOf(
			(request) => (request < 2 ? before : [...news(200), ...before]),
			byOffset,
		);
		const { ids } = await read(async (page, count) => {
			const { json } = await server.fetch(page);

			// The total is told later than the rows have moved.
			return jsonResponse({ ...(json as JsonObject), total_count: count <= 3 ? 400 : 600 });
		});

		expect(ids).toEqual(before.map(({ id }) => id));
	});

	test('has its rows moved by a page after its offsets were seen to count', async () => {
		const before = rowsOf(450);
		const server = serverOf(
			(request) => (request < 2 ? before : [...news(100), ...before]),
			byOffset,
		);
		const { ids } = await read(server.fetch, { offset: 100, limit: 300 });

		expect(ids).toEqual(before.slice(100, 400).map(({ id }) => id));
	});
});

describe('a list that is not whole after one reading', () => {
	test.each<[title: string, fetch: ReturnType<typeof giving>, ids: string, doubt: unknown]>([
		['is whole where the same comes again', giving(['abc', 4]), 'abc', undefined],
		['is whole where all come then', giving(['abc', 4], ['abcd', 4]), 'abcd', undefined],
		[
			'is doubtful where the total is another one then',
			giving(['abc', 4], ['abc', 5]),
			'abc',
			{ total: 5 },
		],
		['is doubtful where a row comes twice', giving(['abca', 4]), 'abc', { total: 4 }],
		[
			'has what came in either of them where others come then',
			giving(['abc', 4], ['bce', 5]),
			'bcea',
			{ total: 5 },
		],
	])('%s', async (_, fetch, due, doubt) => {
		const came = await read(fetch);

		expect(came.asked).toHaveLength(4);
		expect([came.ids.join(''), came.doubt]).toEqual([due, doubt]);
	});
});

describe('of a list that is read back to a moment, its first page is looked at once more', () => {
	const START = Date.UTC(2026, 10, 21);
	const at = (minute: number): JsonObject => ({
		id: `row ${minute}`,
		created_at: new Date(START + minute * 60_000).toISOString(),
	});
	const rows = Array.from({ length: 1000 }, (_, index) => at(index));
	const since = { isOrdered: true, clientFilters: testsOf({ after: START + 750 * 60_000 }) };
	const sorted: Behaviour = { ...byCursor, sorts: true };

	test.each<[title: string, later: JsonObject[], again: boolean]>([
		['and is as it was', rows, false],
		['and has one more', [...rows, at(1000)], true],
		['and has another one in the place of one that is gone', [...rows.slice(1), at(1000)], true],
		['and tells of fewer rows behind it', rows.slice(1), true],
	])('%s', async (_, later, again) => {
		const server = serverOf((request) => (request < 3 ? rows : later), sorted);
		const { asked, offsets } = await read(server.fetch, since);

		expect(offsets.slice(0, 4)).toEqual([0, 100, 200, 0]);
		// The second reading is of all of it, in its own order.
		const orders = asked.slice(4).map(({ order_by }) => order_by ?? 'its own');
		const pages = again ? Math.ceil(later.length / 100) : 0;

		expect(orders).toEqual(Array.from({ length: pages }, () => 'its own'));
	});

	test('unless its server is not known to take an order: then it is read to its end', async () => {
		const server = serverOf([...rows].reverse(), byOffset);
		const { offsets } = await read(server.fetch, since);

		expect(offsets).toHaveLength(10);
	});
});
