import type { JsonObject } from 'n8n-workflow';
import { type Field, text } from '../../../nodes/shared/fields/kinds';

import { parseInstant } from '../../../nodes/shared/values/instant';
import type { ListQuery, ValueFilter } from '../../../nodes/shared/model/call';
import { parseListPage } from '../../../nodes/shared/pagination/envelope';
import type { Paging } from '../../../nodes/shared/pagination/PageFetcher';
import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { paginate } from '../../../nodes/shared/pagination/paginate';
import type { CollectedList } from '../../../nodes/shared/pagination/RowCollector';
import { isProblem, type Result } from '../../../nodes/shared/result/problem';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse } from '../responses';

/** How a server pages, sorts and filters a list. */
export interface Behavior {
	/** The largest page that it returns. */
	readonly maxPageSize: number;
	/**
	 * What it honors: `limit` and `offset`, or `per_page` and `cursor` (rows 4 to 7), or nothing, so that
	 * it returns its first rows whatever is requested.
	 */
	readonly paging: 'offset' | 'cursor' | 'none';
	/** Whether it uses the size in a cursor as the distance between its pages. True by default. */
	readonly usesCursorSize?: boolean;
	/** Whether it returns the newest rows first on request. */
	readonly sorts?: boolean;
	/** Whether it says how many rows there are. */
	readonly reportsTotal: boolean;
	/** Whether a row matches its filter. Absent for a server that ignores filters. */
	readonly filter?: (row: JsonObject) => boolean;
}

/** Servers of all kinds, whose largest page is smaller than the requested one, as large, or larger. */
export const BEHAVIORS: readonly Behavior[] = (['offset', 'cursor', 'none'] as const).flatMap(
	(paging) =>
		(paging === 'none' ? [1000] : [20, 100, 1000]).flatMap((maxPageSize) =>
			[true, false].map((reportsTotal) => ({ paging, maxPageSize, reportsTotal })),
		),
);

export interface ListServer {
	/** The requests in their order. */
	readonly requests: PageQuery[];
	/** How many requests were in flight at the same time, at most. */
	readonly maxInFlight: () => number;
	readonly fetch: (page: PageQuery) => Promise<HttpResponse>;
}

/** Rows with the IDs `row-0`, `row-1` … */
export const createRows = (count: number): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: `row-${String(index)}` }));

/**
 * A server in memory. It returns a bare array, or an envelope if it reports the total or pages by
 * cursor.
 *
 * @param rows what it has, always or at the request with this number, counted from 0
 */
export function createListServer(
	rows: readonly JsonObject[] | ((request: number) => readonly JsonObject[]),
	behavior: Behavior,
): ListServer {
	const { paging, maxPageSize, reportsTotal, filter = () => true, sorts = false } = behavior;
	const requests: PageQuery[] = [];
	let inFlight = 0;
	let maxInFlight = 0;

	return {
		requests,
		maxInFlight: () => maxInFlight,
		async fetch(page) {
			const stored = typeof rows === 'function' ? rows(requests.length) : rows;
			const sorted = sorts ? sortNewestFirst(stored, page.order_by) : stored;
			const matching = sorted.filter(filter);

			requests.push(page);
			if (requests.length > 1000) throw new Error('The list is read without end');

			maxInFlight = Math.max(maxInFlight, ++inFlight);
			await new Promise(setImmediate);
			inFlight--;

			const total = reportsTotal ? { total_count: matching.length } : {};
			if (paging === 'cursor') {
				return jsonResponse({ ...total, ...answerWithCursor(matching, page, behavior) });
			}

			const start = paging === 'offset' ? page.offset : 0;
			const limit = paging === 'offset' ? page.limit : Infinity;
			const results = matching.slice(start, start + Math.min(limit, maxPageSize));

			return jsonResponse(reportsTotal ? { ...total, results } : results);
		},
	};
}

/** @param orderBy a field of the rows with `-` in front, or undefined for no order */
function sortNewestFirst(
	rows: readonly JsonObject[],
	orderBy: string | undefined,
): readonly JsonObject[] {
	if (orderBy === undefined) return rows;

	const field = orderBy.replace(/^-/, '');

	return [...rows].sort((a, b) => (parseInstant(b[field]) ?? 0) - (parseInstant(a[field]) ?? 0));
}

/** As observed, `size:page:0` means page times size, whatever the size of the page that is returned. */
function answerWithCursor(
	rows: readonly JsonObject[],
	{ per_page, cursor }: PageQuery,
	{ maxPageSize, usesCursorSize = true }: Behavior,
): JsonObject {
	const size = Math.min(per_page, maxPageSize);
	const { size: cursorSize, page } = parseCursor(cursor) ?? { size, page: 0 };
	const start = (usesCursorSize ? cursorSize : size) * page;

	return buildCursorPage({ rows, size, page, start });
}

/** Reads the size and the page of a cursor such as `100:3:0`, or returns undefined for the first page. */
export function parseCursor(cursor: string | undefined) {
	const match = /^(\d+):(\d+):0$/.exec(cursor ?? '');

	return match === null ? undefined : { size: Number(match[1]), page: Number(match[2]) };
}

/** A page of a list. */
export interface PageOfRows {
	/** All rows of the list. */
	readonly rows: readonly JsonObject[];
	readonly size: number;
	/** The number of the page, from 0. */
	readonly page: number;
	/** The position of its first row in the list. By default, it follows the pages before it. */
	readonly start?: number;
}

/** Builds the envelope of a server that pages by cursor (rows 5 to 7), without a total. */
export function buildCursorPage({ rows, size, page, start = page * size }: PageOfRows) {
	const results = rows.slice(start, start + size);

	return {
		next_cursor: `${String(size)}:${String(page + 1)}:0`,
		next_page_results: start + size < rows.length,
		count: results.length,
		results,
	};
}

/** A range of time in UNIX milliseconds: the first included, the second not. */
export interface TimeRange {
	readonly after?: number;
	readonly before?: number;
}

/** The node's own tests for rows that were created, or modified, in a range of time. */
export function createTimeFilters(
	{ after, before }: TimeRange,
	field = 'created_at',
): ValueFilter[] {
	const tests: ValueFilter[] = [];

	if (after !== undefined) {
		tests.push({
			field: called('Created After'),
			rowPath: field,
			test: 'from',
			values: [new Date(after).toISOString()],
		});
	}

	if (before !== undefined) {
		tests.push({
			field: called('Created Before'),
			rowPath: field,
			test: 'before',
			values: [new Date(before).toISOString()],
		});
	}

	return tests;
}

/** A server that responds to the request for a page. */
export interface PageServer {
	readonly fetch: (page: PageQuery) => Promise<Result<HttpResponse>>;
}

/** Fetches the pages of a server, as `paginate` expects it. */
export const pagesOf =
	({ fetch }: PageServer): Paging['fetch'] =>
	async (page) => {
		const response = await fetch(page);

		return isProblem(response) ? response : parseListPage(response);
	};

/** Reads a list, eight pages at the same time. */
export const readPages = async (
	fetch: Paging['fetch'],
	query: Partial<ListQuery> = {},
): Promise<Result<CollectedList>> =>
	await paginate(
		{ queryParameters: {}, offset: 0, ...query },
		{ fetch, concurrency: 8, pause: async () => await Promise.resolve() },
	);

/** Reads a list from a server, eight pages at the same time. */
export const readList = async (
	server: PageServer,
	query?: Partial<ListQuery>,
): Promise<Result<CollectedList>> => await readPages(pagesOf(server), query);

/** Reads a list. @throws if there is a problem */
export async function collectList(
	server: PageServer,
	query?: Partial<ListQuery>,
): Promise<CollectedList> {
	const result = await readList(server, query);
	if (isProblem(result)) throw new Error(result.message);

	return result;
}

/** Reads a list and returns its records alone. @throws if there is a problem */
export const readRecords = async (
	server: PageServer,
	query?: Partial<ListQuery>,
): Promise<readonly JsonObject[]> => (await collectList(server, query)).records;

/** Selects the rows that Limit and Offset request. */
export const sliceRows = (
	rows: readonly JsonObject[],
	{ offset = 0, limit = Infinity }: Partial<Pick<ListQuery, 'offset' | 'limit'>>,
): JsonObject[] => rows.slice(offset, offset + limit);

/** A field of a filter that hints and errors call so. */
export const called = (displayName: string): Field => text('filter', '', { displayName });
