import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../../nodes/shared/values/json';
import { readFirstText } from '../../../nodes/shared/values/readFirstText';
import type { ListQuery } from '../../../nodes/shared/model/call';
import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { isProblem, problem } from '../../../nodes/shared/result/problem';
import { jsonResponse } from '../responses';
import {
	type Behavior,
	createListServer,
	createRows,
	readList,
	readRecords,
	sliceRows,
} from './listServer';
import { serverWithAnswers } from './scriptedServer';

const byCursor = (maxPageSize = 1000, reportsTotal = true): Behavior => ({
	maxPageSize,
	paging: 'cursor',
	reportsTotal,
});

type LimitAndOffset = Partial<Pick<ListQuery, 'offset' | 'limit'>>;

const PAGINGS: readonly Behavior['paging'][] = ['offset', 'cursor'];

describe('a server that pages by cursor', () => {
	const page = (size: number, offset: number, cursor?: string): PageQuery => ({
		limit: size,
		per_page: size,
		offset,
		...(cursor === undefined ? {} : { cursor }),
	});
	const first = page(100, 0);
	const second = page(100, 100, '100:1:0');
	const third = page(100, 200, '100:2:0');
	const pagesFrom740 = [page(100, 740, '100:7:0'), page(100, 800, '100:8:0')];
	const smallPages = [1, 2, 3, 4].map((number) => page(20, 20 * number, `20:${String(number)}:0`));

	test.each<
		[
			title: string,
			count: number,
			maxPageSize: number,
			limitAndOffset: LimitAndOffset,
			requests: readonly PageQuery[],
		]
	>([
		['gets a request for each page by its number (row 7)', 250, 1000, {}, [first, second, third]],
		[
			'gets no request for a page after the last one, although it returns a cursor (row 6)',
			100,
			1000,
			{},
			[first],
		],
		[
			'gets requests for two pages of the same size for a limit of 150',
			250,
			1000,
			{ limit: 150 },
			[first, second],
		],
		['gets one request for a small limit', 250, 1000, { limit: 7 }, [page(7, 0)]],
		[
			'gets its first request for the page of the offset',
			950,
			1000,
			{ offset: 740, limit: 100 },
			pagesFrom740,
		],
		['gets requests in its own page size if that is smaller', 90, 20, {}, [first, ...smallPages]],
		[
			'gets one request for rows that do not exist',
			7,
			1000,
			{ offset: 300 },
			[page(100, 300, '100:3:0')],
		],
	])('%s', async (_, count, maxPageSize, limitAndOffset, requests) => {
		const rows = createRows(count);

		for (const reportsTotal of [true, false]) {
			const server = createListServer(rows, byCursor(maxPageSize, reportsTotal));

			const records = await readRecords(server, limitAndOffset);

			expect(records).toEqual(sliceRows(rows, limitAndOffset));
			expect(server.requests).toEqual(requests);
		}
	});
});

describe('the remaining pages', () => {
	test.each(PAGINGS)(
		'of 10,000 rows take 100 requests, eight at a time (paging by %s)',
		async (paging) => {
			const server = createListServer(createRows(10_000), {
				maxPageSize: 100,
				paging,
				reportsTotal: true,
			});

			const records = await readRecords(server);

			expect(records).toEqual(createRows(10_000));
			expect(server.requests).toHaveLength(100);
			expect(server.maxInFlight()).toBe(8);
		},
	);

	test.each(PAGINGS)(
		'are requested one by one if there is no total (paging by %s)',
		async (paging) => {
			const server = createListServer(createRows(1000), {
				maxPageSize: 100,
				paging,
				reportsTotal: false,
			});

			const records = await readRecords(server);

			expect(records).toEqual(createRows(1000));
			expect(server.requests.length).toBeLessThanOrEqual(11);
			expect(server.maxInFlight()).toBe(1);
		},
	);

	test.each(PAGINGS)('are no more than a limit needs (paging by %s)', async (paging) => {
		const server = createListServer(createRows(10_000), {
			maxPageSize: 100,
			paging,
			reportsTotal: true,
		});
		const limitAndOffset = { offset: 250, limit: 430 };

		const records = await readRecords(server, limitAndOffset);

		expect(records).toEqual(sliceRows(createRows(680), limitAndOffset));
		// Pages 2 to 6, or five pages from offset 250 on and one that shows that the offset is honored.
		expect(server.requests).toHaveLength(paging === 'cursor' ? 5 : 6);
	});

	test.each(PAGINGS)(
		'are returned in their order, whichever comes first (paging by %s)',
		async (paging) => {
			const server = createListServer(createRows(950), {
				maxPageSize: 100,
				paging,
				reportsTotal: true,
			});
			let requestCount = 0;

			const fetch = async (page: PageQuery) => {
				const delay = 10 - (requestCount++ % 10);
				const response = await server.fetch(page);

				for (let turn = 0; turn < delay; turn++) await new Promise(setImmediate);

				return response;
			};

			expect(await readRecords({ fetch })).toEqual(createRows(950));
		},
	);

	test.each(PAGINGS)(
		'end with the problem of one of them, after which no further page is requested (paging by %s)',
		async (paging) => {
			const failure = problem({ cause: 'failed', message: 'No', description: 'Do not.' });
			const server = createListServer(createRows(10_000), {
				maxPageSize: 100,
				paging,
				reportsTotal: true,
			});
			const fetch = async (page: PageQuery) =>
				page.offset === 300 ? failure : await server.fetch(page);

			expect(await readList({ fetch })).toBe(failure);
			expect(server.requests.length).toBeLessThan(20);
		},
	);

	test.each([
		['keep their size although the first one was short', 0, 3, 6],
		['are completed by another request if one was shorter than the others', 200, 40, 6],
	])('%s', async (_, offset, limit, requests) => {
		const server = createListServer(createRows(500), {
			maxPageSize: 100,
			paging: 'offset',
			reportsTotal: true,
		});
		const fetch = async (page: PageQuery) =>
			await server.fetch(page.offset === offset ? { ...page, limit } : page);

		expect(await readRecords({ fetch })).toEqual(createRows(500));
		expect(server.requests).toHaveLength(requests);
	});
});

describe('rows that move between two pages', () => {
	const createNewRows = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: `new ${String(index)}` }));
	const cases = PAGINGS.flatMap((paging) =>
		[20, 100].flatMap((maxPageSize) =>
			[1, 7, 20, 100].map((count) => ({ paging, maxPageSize, count })),
		),
	);

	/** Reads 450 rows, which change before the fourth request. */
	const readIds = async (
		behavior: Pick<Behavior, 'paging' | 'maxPageSize'>,
		changedRows: readonly JsonObject[],
	) => {
		const server = createListServer((request) => (request < 3 ? createRows(450) : changedRows), {
			...behavior,
			reportsTotal: true,
		});
		const ids = (await readRecords(server)).map((row) => readFirstText(row, 'id'));

		expect(new Set(ids).size).toBe(ids.length);

		return ids;
	};

	test.each(cases)(
		'come once, and none is missing, if $count are added: pages of $maxPageSize, by $paging',
		async ({ count, ...behavior }) => {
			const ids = await readIds(behavior, [...createNewRows(count), ...createRows(450)]);

			expect(ids.filter((id) => !id.startsWith('new'))).toEqual(
				createRows(450).map(({ id }) => id),
			);
		},
	);

	test.each(cases)(
		'come once if $count of them disappear: pages of $maxPageSize, by $paging',
		async ({ count, ...behavior }) => {
			const ids = await readIds(behavior, createRows(450).slice(count));

			expect(ids.length).toBeGreaterThanOrEqual(450 - count);
		},
	);

	test('are requested beyond a page without a new row', async () => {
		const server = createListServer(
			(request) => (request === 0 ? createRows(200) : [...createNewRows(100), ...createRows(200)]),
			byCursor(100),
		);

		expect(await readRecords(server)).toEqual(createRows(200));
	});

	test('are requested beyond the reported total if the server says that there is more', async () => {
		const server = createListServer(createRows(450), byCursor(100));

		const fetch = async (page: PageQuery) => {
			const { json } = await server.fetch(page);

			return jsonResponse({ ...(isJsonObject(json) ? json : {}), total_count: 220 });
		};

		expect(await readRecords({ fetch })).toEqual(createRows(450));
	});
});

describe('reading a list', () => {
	const firstPage = createRows(100);
	const reversedPage = [...firstPage].reverse();
	const cursorAfter = ({ offset }: PageQuery) => `100:${String(offset / 100 + 1)}:0`;

	test.each([{}, { next_cursor: '100:1:0' }, { next_cursor: 'abc' }])(
		'ends with a problem if rows are needed that do not come (%j)',
		async (cursor) => {
			const json = { results: firstPage, total_count: 250, next_page_results: true, ...cursor };

			for (const offset of [0, 150, 240]) {
				const server = serverWithAnswers(() => json);

				expect(await readList(server, { offset })).toMatchObject({
					message: expect.stringContaining('only 100 of its 250'),
				});
				expect(server.requests.length).toBeLessThanOrEqual(3);
			}
		},
	);

	test.each<[what: string, total: number, cursorFields: (query: PageQuery) => JsonObject]>([
		['offsets', 1e9, () => ({})],
		['cursors', 950, (query) => ({ next_cursor: cursorAfter(query), next_page_results: true })],
	])('ends with a problem if other %s bring the same rows', async (_, total, cursorFields) => {
		const server = serverWithAnswers((query) => ({
			results: query.offset === 0 ? firstPage : reversedPage,
			total_count: total,
			...cursorFields(query),
		}));

		expect(await readList(server)).toMatchObject({
			message: expect.stringContaining(`only 100 of its ${String(total)}`),
		});
		expect(server.requests.length).toBeLessThan(100);
	});

	test('ends at once if a server without a cursor says that there is no more', async () => {
		const server = serverWithAnswers(() => ({ results: firstPage, next_page_results: false }));

		expect(await readRecords(server)).toEqual(firstPage);
		expect(server.requests).toHaveLength(1);
	});

	// No server is known to do these.
	const endlessAnswers: [title: string, json: (query: PageQuery) => JsonObject][] = [
		['says that there is more and returns its first page', () => ({ results: firstPage })],
		[
			'repeats its first page and its cursor',
			() => ({ results: firstPage, next_cursor: '100:1:0', total_count: 1e9 }),
		],
		[
			'returns its first page for each number',
			(query) => ({ results: firstPage, next_cursor: cursorAfter(query), total_count: 1e9 }),
		],
		[
			'reports far more than it has',
			(query) => ({
				results: query.offset === 0 ? firstPage : [],
				next_cursor: cursorAfter(query),
				total_count: 1e9,
			}),
		],
		['returns nothing', () => ({ results: [], next_cursor: '100:1:0', total_count: 1e9 })],
		[
			'has meaningless cursors',
			() => ({ results: firstPage, next_cursor: 'abc', total_count: 1e9 }),
		],
		[
			'has pages without a size',
			() => ({ results: firstPage, next_cursor: '0:0:0', total_count: 1e9 }),
		],
	];

	test.each(endlessAnswers)('ends with a server that %s', async (_, json) => {
		for (const limitAndOffset of [{}, { offset: 250 }, { limit: 450 }]) {
			const server = serverWithAnswers((query) => ({ ...json(query), next_page_results: true }));

			const result = await readList(server, limitAndOffset);

			expect(server.requests.length).toBeLessThan(100);
			if (!isProblem(result)) expect(result.records.length).toBeLessThanOrEqual(100);
		}
	});

	test('ends without a cursor as well if the total is far too large', async () => {
		const server = serverWithAnswers(({ offset }) => ({
			results: firstPage.slice(offset),
			total_count: 1e9,
		}));

		expect(await readRecords(server)).toEqual(firstPage);
		expect(server.requests.length).toBeLessThan(100);
	});
});
