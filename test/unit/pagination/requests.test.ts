import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/values/asText';
import type { ListQuery, ValueFilter } from '../../../nodes/shared/model/call';
import type { Paging } from '../../../nodes/shared/pagination/PageFetcher';
import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { paginate } from '../../../nodes/shared/pagination/paginate';
import { isProblem, problem } from '../../../nodes/shared/result/problem';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse } from '../responses';
import {
	type Behavior,
	createListServer,
	createRows,
	readList,
	createTimeFilters,
	called,
	pagesOf,
} from './listServer';
import { type Answer, scriptedServer } from './scriptedServer';

// The requests that servers of all kinds receive, and when the reading ends.

const byOffset: Behavior = { paging: 'offset', maxPageSize: 100, reportsTotal: true };
const byCursor: Behavior = { ...byOffset, paging: 'cursor' };

const failure = problem({ cause: 'failed', message: 'No', description: 'Do not.' });

const isInStateA = ({ state }: JsonObject) => state === 'a';
const stateFilter: ValueFilter = {
	field: called('State'),
	rowPath: 'state',
	test: 'is',
	values: ['a'],
};
const createRowsInStateA = (count: number) =>
	createRows(count).map((row) => ({ ...row, state: 'a' }));
const createNewRows = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: `new ${index}` }));

/** Reads one page after the other from a server, and records the requests. */
async function read(
	answer: Answer,
	query: Partial<ListQuery> = {},
	orders: Pick<Paging, 'stableOrder'> = {},
) {
	const { requests, fetch } = scriptedServer(answer);
	const result = await paginate(
		{ queryParameters: {}, offset: 0, ...query },
		{
			...orders,
			concurrency: 1,
			pause: async () => await Promise.resolve(),
			fetch: pagesOf({ fetch }),
		},
	);
	const list = isProblem(result) ? undefined : result;

	return {
		result,
		requests,
		offsets: requests.map(({ offset }) => offset),
		offsetsAndLimits: requests.map(({ offset, limit }) => [offset, limit]),
		ids: (list?.records ?? []).map(({ id }) => asText(id) ?? ''),
		possiblyIncomplete: list?.statistics.possiblyIncomplete,
	};
}

/** A page of a server that pages by cursor with 100 rows on each page (rows 5 to 7). */
const pageOf100 = (number: number, results: readonly JsonObject[], fields: JsonObject = {}) =>
	jsonResponse({ next_cursor: `100:${number + 1}:0`, results: [...results], ...fields });

/**
 * A server of two pages with two rows each, and with these rows and this total when it is read for the
 * first time, for the second time and so on; after that it stays as it is.
 */
const answerReadings =
	(...readings: readonly (readonly [rows: string, total: number])[]): Answer =>
	({ cursor }, requestNumber) => {
		const reading = readings[Math.ceil(requestNumber / 2) - 1] ?? readings.at(-1);
		const [rows, total] = reading ?? ['', 0];
		const page = cursor === undefined ? 0 : 1;
		const results = Array.from(rows.slice(page * 2, page * 2 + 2), (id) => ({ id }));

		return jsonResponse({
			next_cursor: `2:${page + 1}:0`,
			next_page_results: page === 0,
			results,
			total_count: total,
		});
	};

describe('a problem ends the reading', () => {
	const DATE = new Date(2026, 10, 24);
	const rows = createRowsInStateA(450);
	const offsetServer = createListServer(rows, { ...byOffset, filter: isInStateA });
	const cursorServer = createListServer(rows, { ...byCursor, filter: isInStateA });
	const smallPageServer = createListServer(rows, {
		...byCursor,
		maxPageSize: 20,
		filter: isInStateA,
	});
	const newRow = { id: 'new', created_at: new Date(DATE.getTime() + 500).toISOString() };
	const serverWithNewRow = createListServer([newRow, ...createRows(450)], byCursor);

	const withDate =
		(fetch: (page: PageQuery) => Promise<HttpResponse>) =>
		async (page: PageQuery): Promise<HttpResponse> => {
			const response = await fetch(page);

			return { ...response, headers: { ...response.headers, date: DATE.toUTCString() } };
		};

	test.each<[title: string, Answer, failingRequest: number, query: Partial<ListQuery>]>([
		['on the first page', offsetServer.fetch, 1, {}],
		['when it is checked whether offsets are honored', offsetServer.fetch, 2, { offset: 50 }],
		[
			'when it is checked whether filters are honored',
			cursorServer.fetch,
			2,
			{ offset: 100, serverFilters: [stateFilter] },
		],
		["on a page requested in the server's own size", smallPageServer.fetch, 2, { offset: 50 }],
		['on the first page read after a pause', withDate(serverWithNewRow.fetch), 2, {}],
		['in a second reading', answerReadings(['abc', 4]), 3, {}],
	])('%s', async (_, answer, failingRequest, query) => {
		const { result, requests } = await read(
			async (page, requestNumber) =>
				requestNumber === failingRequest ? failure : await answer(page, requestNumber),
			query,
		);

		expect(result).toBe(failure);
		expect(requests).toHaveLength(failingRequest);
	});
});

describe('paginate requests no more rows or pages than', () => {
	test('the rows that are still missing, from a server that honors offsets', async () => {
		const server = createListServer(createRows(900), byOffset);
		const { offsetsAndLimits } = await read(server.fetch, { limit: 430 });

		const fullPages = [0, 100, 200, 300].map((offset) => [offset, 100]);

		expect(offsetsAndLimits).toEqual([...fullPages, [400, 30]]);
	});

	test('the rows before the offset, to find out whether a filter is ignored', async () => {
		const server = createListServer(createRowsInStateA(900), { ...byOffset, filter: isInStateA });
		const { offsetsAndLimits } = await read(server.fetch, {
			offset: 5,
			limit: 10,
			serverFilters: [stateFilter],
		});

		expect(offsetsAndLimits).toEqual([
			[5, 10],
			[0, 5],
		]);
	});

	test('the first row, to find out whether offsets are honored', async () => {
		const server = createListServer(createRows(900), byOffset);
		const { offsetsAndLimits } = await read(server.fetch, { offset: 50, limit: 10 });

		expect(offsetsAndLimits).toEqual([
			[50, 10],
			[0, 1],
		]);
	});

	test.each([
		['offsets', byOffset, {}],
		['cursors', byCursor, { serverFilters: [stateFilter] }],
	])('one page behind the end, by %s', async (_, behavior, query) => {
		const server = createListServer(createRowsInStateA(7), { ...behavior, filter: isInStateA });

		expect((await read(server.fetch, { offset: 300, ...query })).offsets).toEqual([300]);
	});

	test('full pages if filters of the node leave rows out', async () => {
		const server = createListServer(createRows(900), byCursor);
		const clientFilters = createTimeFilters({ after: Date.UTC(2026, 0, 1) });
		const { requests } = await read(server.fetch, { clientFilters, limit: 7 });

		expect(requests).toMatchObject([{ limit: 100, per_page: 100 }]);
	});

	test.each([
		['offsets', byOffset],
		['cursors', byCursor],
	])('the rows that exist if the total is too large, by %s', async (_, behavior) => {
		const server = createListServer(createRows(350), { ...behavior, reportsTotal: false });
		const { offsets } = await read(
			async (page) => {
				const response = await server.fetch(page);
				const { json = [] } = response;
				const list = Array.isArray(json) ? { results: json } : (json as JsonObject);

				return jsonResponse({ ...list, total_count: 5000 });
			},
			{ limit: 1000 },
		);
		const pageBehindEnd = behavior.paging === 'offset' ? [400] : [];

		expect(offsets).toEqual([0, 100, 200, 300, ...pageBehindEnd]);
	});

	test('two pages if another offset returns the same one', async () => {
		const json = { results: createRows(100), total_count: 5000 };
		const { offsets, result } = await read(() => jsonResponse(json));

		expect(offsets).toEqual([0, 100]);
		expect(result).toMatchObject({ message: expect.stringContaining('only 100 of its 5000') });
	});

	test('one page if a list with a large total has an empty page', async () => {
		const fields = { next_page_results: true, total_count: 5000 };
		const { offsets, ids } = await read(() => pageOf100(0, [], fields), { limit: 1000 });

		expect(offsets).toEqual([0]);
		expect(ids).toEqual([]);
	});

	test('one page without a new row if there is no total', async () => {
		const rows = createRows(100);
		const { offsets, ids } = await read(
			({ offset }) => jsonResponse(offset === 0 ? rows : [...rows].reverse()),
			{ limit: 1000 },
		);

		expect(offsets).toEqual([0, 100]);
		expect(ids).toHaveLength(100);
	});

	test('the pages that the total promises if the last of them has no new row', async () => {
		const rows = createRows(100);
		const fields = { next_page_results: true, total_count: 200 };
		const { offsets } = await read(
			({ offset }) => pageOf100(offset / 100, offset === 0 ? rows : [...rows].reverse(), fields),
			{ limit: 1000 },
		);

		expect(offsets).toEqual([0, 100]);
	});
});

describe('a server that pages by cursor', () => {
	test('need not say whether there is another page', async () => {
		const server = createListServer(createRows(250), byCursor);
		const { ids } = await read(async (page) => {
			const { json } = await server.fetch(page);

			return jsonResponse({ ...(json as JsonObject), next_page_results: null });
		});

		expect(ids).toHaveLength(250);
	});

	test.each<[title: string, wrongCursor: JsonObject]>([
		['returns another page than was requested', { next_cursor: '100:3:0' }],
		['does not say which page it returns', { next_cursor: 'abc' }],
	])('gets no further request if it %s', async (_, wrongCursor) => {
		const rows = createRows(300);
		const { result, offsets } = await read(({ offset }) =>
			pageOf100(offset / 100, rows.slice(offset, offset + 100), {
				next_page_results: true,
				total_count: 300,
				...(offset === 0 ? {} : wrongCursor),
			}),
		);

		expect(result).toMatchObject({ message: expect.stringContaining('only 100 of its 300') });
		expect(offsets).toEqual([0, 100]);
	});
});

describe('a server that honors offsets', () => {
	test('gets several requests at the same time after a full first page', async () => {
		const server = createListServer(createRows(900), byOffset);

		await readList(server);

		expect(server.maxInFlight()).toBe(8);
	});

	/** A server of 500 rows that returns no more rows for a request than this. */
	const serverWithLimits = (maxRows: (page: PageQuery) => number) => {
		const server = createListServer(createRows(500), byOffset);

		return async (page: PageQuery) =>
			await server.fetch({ ...page, limit: Math.min(page.limit, maxRows(page)) });
	};

	test('gets a request for the rows that a short page in the middle lacks', async () => {
		const { offsetsAndLimits, ids } = await read(
			serverWithLimits(({ offset }) => (offset === 200 ? 40 : 100)),
		);

		expect(offsetsAndLimits).toContainEqual([240, 60]);
		expect(ids).toHaveLength(500);
	});

	test('gets only one request for the rows that a short page lacks if it does not have them', async () => {
		const maxRows = ({ offset }: PageQuery) => ({ 200: 40, 240: 0 })[offset] ?? 100;
		const { offsetsAndLimits, ids } = await read(serverWithLimits(maxRows), { limit: 1000 });

		expect(offsetsAndLimits.filter(([offset]) => offset === 240)).toHaveLength(1);
		expect(ids).toHaveLength(440);
	});

	test('gets no request for the rows that a short page lacks if no page follows it', async () => {
		const maxRows = ({ offset }: PageQuery) => ({ 0: 100, 100: 40 })[offset] ?? 0;
		const { offsets } = await read(serverWithLimits(maxRows), { limit: 300 });

		expect(offsets).toEqual([0, 100, 200]);
	});

	test('ends the reading if the request for lacking rows fails', async () => {
		const answer = serverWithLimits(({ offset }) => (offset === 200 ? 40 : 100));
		const { result } = await read(async (page) =>
			page.offset === 240 ? failure : await answer(page),
		);

		expect(result).toBe(failure);
	});

	test('may move its rows by two pages', async () => {
		const oldRows = createRows(400);
		const server = createListServer(
			(request) => (request < 2 ? oldRows : [...createNewRows(200), ...oldRows]),
			byOffset,
		);
		const { ids } = await read(async (page, requestNumber) => {
			const { json } = await server.fetch(page);

			// The total changes later than the rows move.
			return jsonResponse({ ...(json as JsonObject), total_count: requestNumber <= 3 ? 400 : 600 });
		});

		expect(ids).toEqual(oldRows.map(({ id }) => id));
	});

	test('may move its rows by a page once it is known to honor offsets', async () => {
		const oldRows = createRows(450);
		const server = createListServer(
			(request) => (request < 2 ? oldRows : [...createNewRows(100), ...oldRows]),
			byOffset,
		);
		const { ids } = await read(server.fetch, { offset: 100, limit: 300 });

		expect(ids).toEqual(oldRows.slice(100, 400).map(({ id }) => id));
	});
});

describe('a list that is incomplete after the first reading', () => {
	test.each<[title: string, Answer, ids: string, possiblyIncomplete: unknown]>([
		['is complete if a second reading is identical', answerReadings(['abc', 4]), 'abc', undefined],
		[
			'is complete if a second reading has all rows',
			answerReadings(['abc', 4], ['abcd', 4]),
			'abcd',
			undefined,
		],
		[
			'may be incomplete if the total changes',
			answerReadings(['abc', 4], ['abc', 5]),
			'abc',
			{ total: 5 },
		],
		['may be incomplete if a row comes twice', answerReadings(['abca', 4]), 'abc', { total: 4 }],
		[
			'has the rows of both readings if they differ',
			answerReadings(['abc', 4], ['bce', 5]),
			'abce',
			{ total: 5 },
		],
	])('%s', async (_, answer, ids, possiblyIncomplete) => {
		const reading = await read(answer);

		expect(reading.requests).toHaveLength(4);
		expect(reading.ids.join('')).toBe(ids);
		expect(reading.possiblyIncomplete).toEqual(possiblyIncomplete);
	});
});

describe('a list whose rows with equal values change their order from page to page (row 341)', () => {
	const priorities: Readonly<Record<string, string>> = {
		a: 'low',
		b: 'urgent',
		c: 'low',
		d: 'urgent',
	};
	const orders = {
		stableOrder: 'sequence_id',
	};
	const query = { queryParameters: { order_by: 'priority' } };

	/** Answers readings of two pages, as `answerReadings` does, with the priority of each row. */
	const answerWithPriorities =
		(...readings: readonly (readonly [rows: string, total: number])[]): Answer =>
		async (page, requestNumber) => {
			const response = await answerReadings(...readings)(page, requestNumber);
			if (isProblem(response)) return response;

			const { results, ...envelope } = response.json as { results: { id: string }[] };

			return jsonResponse({
				...envelope,
				results: results.map(({ id }) => ({ id, priority: priorities[id] ?? null })),
			});
		};

	test('is read again in an order in which no two rows are equal, and sorted by the node', async () => {
		const answer = answerWithPriorities(['bdad', 4], ['abcd', 4]);

		const { requests, ids, possiblyIncomplete } = await read(answer, query, orders);

		expect(requests.map(({ order_by: order }) => order)).toEqual([
			undefined,
			undefined,
			'sequence_id',
			'sequence_id',
		]);
		expect(ids.join('')).toBe('bdac');
		expect(possiblyIncomplete).toBeUndefined();
	});

	test('is read three times at most, and has the rows of all readings', async () => {
		const answer = answerWithPriorities(['bdad', 4], ['abab', 4], ['cbcb', 4]);

		const { requests, ids, possiblyIncomplete } = await read(answer, query, orders);

		expect(requests).toHaveLength(6);
		expect(ids.join('')).toBe('bdac');
		expect(possiblyIncomplete).toEqual({ total: 4 });
	});

	test('has the rows of two readings if a third one fails, and says that it may be incomplete', async () => {
		const twoReadings = answerWithPriorities(['bdad', 4], ['abab', 4]);
		const answer: Answer = async (page, requestNumber) =>
			requestNumber <= 4 ? await twoReadings(page, requestNumber) : failure;

		const { ids, possiblyIncomplete } = await read(answer, query, orders);

		expect(ids.join('')).toBe('bda');
		expect(possiblyIncomplete).toEqual({ total: 4 });
	});

	test('is not complete if another reading lacks the same row, but rows came twice', async () => {
		const answer = answerWithPriorities(['bdad', 4], ['abd', 4], ['dbda', 4]);

		expect((await read(answer, query, orders)).possiblyIncomplete).toEqual({ total: 4 });
	});
});

describe('a list that is read back to a time, whose pages but the last are read once more,', () => {
	const START = Date.UTC(2026, 10, 21);
	const rowAt = (minute: number): JsonObject => ({
		id: `row ${minute}`,
		created_at: new Date(START + minute * 60_000).toISOString(),
	});
	const rows = Array.from({ length: 1000 }, (_, index) => rowAt(index));
	const since = {
		isOrdered: true,
		clientFilters: createTimeFilters({ after: START + 750 * 60_000 }),
	};
	const sorting: Behavior = { ...byCursor, sorts: true };

	const withoutRow = (minute: number) => rows.filter((_, index) => index !== minute);

	test.each<[title: string, laterRows: JsonObject[], checkedPages: number[], isReadAgain: boolean]>(
		[
			['is complete if they are unchanged', rows, [0, 100], false],
			['is read again if the first one has one more row', [...rows, rowAt(1000)], [0], true],
			[
				'is read again if the first one has another row instead of a deleted one',
				[...withoutRow(0), rowAt(1000)],
				[0],
				true,
			],
			['is read again if the total is smaller', withoutRow(0), [0], true],
			[
				'is read again if the second one lacks a row, and an old one is restored',
				[rowAt(-1), ...withoutRow(850)],
				[0, 100],
				true,
			],
		],
	)('%s', async (_, laterRows, checkedPages, isReadAgain) => {
		const server = createListServer((request) => (request < 3 ? rows : laterRows), sorting);
		const { requests, offsets } = await read(server.fetch, since);
		const first = [0, 100, 200, ...checkedPages];

		expect(offsets.slice(0, first.length)).toEqual(first);
		// The second reading is of the whole list, in the server's own order.
		const orders = requests.slice(first.length).map(({ order_by }) => order_by ?? 'default');
		const pages = isReadAgain ? Math.ceil(laterRows.length / 100) : 0;

		expect(orders).toEqual(Array.from({ length: pages }, () => 'default'));
	});

	test('is read to its end if the server is not known to honor an order', async () => {
		const server = createListServer([...rows].reverse(), byOffset);
		const { offsets } = await read(server.fetch, since);

		expect(offsets).toHaveLength(10);
	});
});
