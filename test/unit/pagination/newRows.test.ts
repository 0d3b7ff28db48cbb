import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/values/asText';
import type { ListQuery, ValueFilter } from '../../../nodes/shared/model/call';
import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { paginate } from '../../../nodes/shared/pagination/paginate';
import { isProblem } from '../../../nodes/shared/result/problem';
import { jsonResponse, withHeaders } from '../responses';
import { buildCursorPage, parseCursor, called, pagesOf } from './listServer';

/** Lists whose first page may have a row that was created after the server counted its rows. */

const NOON = Date.parse('2026-11-24T12:00:00Z');

const createRow = (id: string, created = NOON - 60_000, updated = created): JsonObject => ({
	id,
	priority: 'high',
	created_at: new Date(created).toISOString(),
	updated_at: new Date(updated).toISOString(),
});

const OLD_ROWS = ['a', 'b', 'c', 'd', 'e'].map((id) => createRow(id));
const NEW_ROW = createRow('n', NOON + 200);
const MODIFIED_ROW = createRow('m', NOON - 60_000, NOON + 200);

const joinIds = (rows: readonly JsonObject[]): string => rows.map(({ id }) => asText(id)).join('');

const PAGE_SIZE = 3;

interface ServerOptions {
	readonly rows: readonly JsonObject[];
	readonly reportsTotal?: boolean;
	/** Whether its responses have a date. */
	readonly reportsTime?: boolean;
	readonly pagesByCursor?: boolean;
	/** The rows that it has after the first pause. */
	readonly laterRows?: readonly JsonObject[];
}

/** Reads a list from a server with pages of three rows, by cursor (rows 5 to 7) or by offset, as specified. */
async function readAll(
	{
		rows,
		reportsTotal = true,
		reportsTime = true,
		pagesByCursor = true,
		laterRows = rows,
	}: ServerOptions,
	query: Partial<ListQuery> = {},
) {
	let stored = rows;
	const pauses: number[] = [];
	const requestedPages: number[] = [];

	const fetch = ({ cursor, offset }: PageQuery) => {
		const page = pagesByCursor ? (parseCursor(cursor)?.page ?? 0) : offset / PAGE_SIZE;

		requestedPages.push(page);
		const { results, ...cursorFields } = buildCursorPage({ rows: stored, size: PAGE_SIZE, page });
		const response = jsonResponse({
			results,
			...(reportsTotal && { total_count: stored.length }),
			...(pagesByCursor && cursorFields),
		});
		const date = new Date(NOON + pauses.reduce((sum, time) => sum + time, 0)).toUTCString();

		return Promise.resolve({
			...(reportsTime ? withHeaders(response, { date }) : response),
			durationMs: 0,
		});
	};

	const pause = (milliseconds: number) => {
		pauses.push(milliseconds);
		stored = laterRows;

		return Promise.resolve();
	};

	const list = await paginate(
		{ queryParameters: {}, offset: 0, ...query },
		{ concurrency: 1, fetch: pagesOf({ fetch }), pause },
	);
	if (isProblem(list)) throw new Error(list.message);

	const { possiblyIncomplete } = list.statistics;

	return { ids: joinIds(list.records), pauses, requestedPages, possiblyIncomplete };
}

const highPriority: ValueFilter = {
	field: called('Priority'),
	rowPath: 'priority',
	test: 'is',
	values: ['high'],
};

describe('the first page is read once more after a pause', () => {
	test.each<[title: string, ServerOptions, Partial<ListQuery>]>([
		['if it has a new row and there are more', { rows: [NEW_ROW, ...OLD_ROWS] }, {}],
		['if it is full and the last one', { rows: [NEW_ROW, ...OLD_ROWS.slice(0, 2)] }, {}],
		[
			'if it has a modified row that a filter lets in',
			{ rows: [MODIFIED_ROW, ...OLD_ROWS] },
			{ serverFilters: [highPriority] },
		],
	])('%s', async (_, server, query) => {
		const { ids, pauses, requestedPages } = await readAll(server, query);

		expect(pauses).toEqual([1_500]);
		expect(requestedPages.slice(0, 2)).toEqual([0, 0]);
		expect(ids).toBe(joinIds(server.rows));
	});

	test('and the list has the rows that exist then', async () => {
		const laterRows = [createRow('o'), NEW_ROW, ...OLD_ROWS];

		const { ids } = await readAll({ rows: [NEW_ROW, ...OLD_ROWS], laterRows });

		expect(ids).toBe('onabcde');
	});
});

describe('the first page is read only once', () => {
	test.each<[title: string, ServerOptions, Partial<ListQuery>]>([
		['if all of its rows are old', { rows: OLD_ROWS }, {}],
		['if it has room for a new row', { rows: [NEW_ROW, createRow('a')] }, {}],
		['if there is a limit', { rows: [NEW_ROW, ...OLD_ROWS] }, { limit: 6 }],
		[
			'if the server does not report its time',
			{ rows: [NEW_ROW, ...OLD_ROWS], reportsTime: false },
			{},
		],
		['if a row is modified and no filter is set', { rows: [MODIFIED_ROW, ...OLD_ROWS] }, {}],
	])('%s', async (_, server, query) => {
		const { ids, pauses, requestedPages, possiblyIncomplete } = await readAll(server, query);

		expect(pauses).toEqual([]);
		expect(possiblyIncomplete).toBeUndefined();
		expect(requestedPages.filter((page) => page === 0)).toHaveLength(1);
		expect(ids).toBe(joinIds(server.rows));
	});
});

test('the whole list is read again if the second first page has a new row as well', async () => {
	const newerRow = createRow('o', NOON + 1_600);

	const { ids, pauses, requestedPages } = await readAll({
		rows: [NEW_ROW, ...OLD_ROWS.slice(0, 2)],
		laterRows: [newerRow, NEW_ROW, createRow('a')],
	});

	expect(ids).toBe('ona');
	expect(pauses).toEqual([1_500, 1_500]);
	expect(requestedPages).toEqual([0, 0, 0]);
});

describe('a modified row does not matter', () => {
	const lowPriorityRow = { ...MODIFIED_ROW, id: 'l', priority: 'low' };
	const state: ValueFilter = {
		field: called('State'),
		rowPath: 'state',
		test: 'is',
		values: ['x'],
	};

	test.each<[title: string, rows: JsonObject[], filters: (typeof highPriority)[]]>([
		['if the server ignores the filter', [MODIFIED_ROW, lowPriorityRow], [highPriority]],
		[
			'if the server ignores one of two filters',
			[{ ...MODIFIED_ROW, state: 'y' }],
			[highPriority, state],
		],
	])('%s', async (_, rows, filters) => {
		const { pauses } = await readAll({ rows: [...rows, ...OLD_ROWS] }, { serverFilters: filters });

		expect(pauses).toEqual([]);
	});
});

test('a new row does not matter if the server reports no total', async () => {
	const { pauses, possiblyIncomplete } = await readAll({
		rows: [NEW_ROW, ...OLD_ROWS],
		reportsTotal: false,
	});

	expect(pauses).toEqual([]);
	expect(possiblyIncomplete).toEqual({});
});

test.each<[title: string, fields: JsonObject, times: number]>([
	[
		'a short first page with another one behind it is read twice',
		{ next_page_results: true, total_count: 5 },
		2,
	],
	[
		'a short first page that is the last one is read once',
		{ next_page_results: false, total_count: 5 },
		1,
	],
	[
		'a short first page that has all rows is read once',
		{ next_page_results: true, total_count: 2 },
		1,
	],
])('%s', async (_, fields, times) => {
	const response = withHeaders(
		jsonResponse({ results: [NEW_ROW, createRow('a')], next_cursor: '3:1:0', ...fields }),
		{ date: new Date(NOON).toUTCString() },
	);
	const cursors: (string | undefined)[] = [];

	await paginate(
		{ queryParameters: {}, offset: 0 },
		{
			concurrency: 1,
			fetch: pagesOf({
				fetch: ({ cursor }) => {
					cursors.push(cursor);

					return Promise.resolve({ ...response, durationMs: 0 });
				},
			}),
			pause: () => Promise.resolve(),
		},
	);

	expect(cursors.slice(0, 2).filter((cursor) => cursor === undefined)).toHaveLength(times);
});

test('a list without a total or cursor is complete if its only page is unchanged afterwards', async () => {
	const { ids, requestedPages, possiblyIncomplete } = await readAll({
		rows: OLD_ROWS.slice(0, PAGE_SIZE),
		reportsTotal: false,
		pagesByCursor: false,
	});

	expect(ids).toBe('abc');
	expect(possiblyIncomplete).toBeUndefined();
	expect(requestedPages).toEqual([0, 1, 0]);
});
