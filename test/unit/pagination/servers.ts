import type { JsonObject } from 'n8n-workflow';

import type { ListQuery, ClientFilterValues } from '../../../nodes/shared/model/call';
import { momentIn } from '../../../nodes/shared/pagination/Completeness';
import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { paginate, type Paging } from '../../../nodes/shared/pagination/paginate';
import type { Collected } from '../../../nodes/shared/pagination/RowCollector';
import { isProblem, type Result } from '../../../nodes/shared/result/problem';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse } from '../responses';

/** How a server of a list behaves. */
export interface Behaviour {
	/** The most rows that it gives in one response. */
	readonly cap: number;
	/**
	 * What it follows: `limit` and `offset`, or `per_page` and `cursor` (rows 4 to 7), or nothing, so
	 * that it gives its first rows whatever is asked.
	 */
	readonly follows: 'offset' | 'cursor' | 'nothing';
	/** What the size in a cursor is to it: how far its pages are apart, or nothing. Default: the first. */
	readonly cursorSize?: 'apart' | 'ignored';
	/** Whether it gives the newest rows first where it is asked for that. */
	readonly sorts?: boolean;
	/** Whether it tells the number of all rows. */
	readonly tells: boolean;
	/** The rows that pass its filter; absent: it ignores filters. */
	readonly filter?: (row: JsonObject) => boolean;
}

/** Servers of all these kinds, with pages that are smaller than asked for, as large, and larger. */
export const SERVERS: readonly Behaviour[] = (['offset', 'cursor', 'nothing'] as const).flatMap(
	(follows) =>
		(follows === 'nothing' ? [1000] : [20, 100, 1000]).flatMap((cap) =>
			[true, false].map((tells) => ({ follows, cap, tells })),
		),
);

export interface Server {
	/** What was asked for, in order. */
	readonly asked: PageQuery[];
	/** How many requests it had to answer at the same time, at most. */
	readonly concurrency: () => number;
	readonly fetch: (page: PageQuery) => Promise<HttpResponse>;
}

/** `n` rows with the IDs `row-0`, `row-1` … */
export const rowsOf = (n: number): JsonObject[] =>
	Array.from({ length: n }, (_, index) => ({ id: `row-${String(index)}` }));

/**
 * A server in memory. It gives a bare array, or an envelope where it tells the total or pages by
 * cursor. `rows` may say what it holds when it is asked for the nth time, counted from 0.
 */
export function serverOf(
	rows: readonly JsonObject[] | ((request: number) => readonly JsonObject[]),
	behaviour: Behaviour,
): Server {
	const { follows, tells, filter, sorts } = behaviour;
	const asked: PageQuery[] = [];
	let open = 0;
	let concurrency = 0;

	return {
		asked,
		concurrency: () => concurrency,
		async fetch(page) {
			const held = typeof rows === 'function' ? rows(asked.length) : rows;
			const field = sorts === true ? page.order_by?.replace(/^-/, '') : undefined;
			const all = field === undefined ? held : newestFirst(held, field);
			const passing = filter === undefined ? all : all.filter(filter);

			asked.push(page);
			if (asked.length > 1000) throw new Error('asked without end');

			concurrency = Math.max(concurrency, ++open);
			await new Promise(setImmediate);
			open--;

			const total = tells ? { total_count: passing.length } : {};
			if (follows === 'cursor') {
				return jsonResponse({ ...total, ...cursorPage(passing, page, behaviour) });
			}

			const start = follows === 'offset' ? page.offset : 0;
			const most = follows === 'offset' ? page.limit : Infinity;
			const results = passing.slice(start, start + Math.min(most, behaviour.cap));

			return jsonResponse(tells ? { ...total, results } : results);
		},
	};
}

const newestFirst = (rows: readonly JsonObject[], field: string): JsonObject[] =>
	[...rows].sort((a, b) => (momentIn(b[field]) ?? 0) - (momentIn(a[field]) ?? 0));

/** Instants in UNIX milliseconds: the first included, the second not. */
export interface Range {
	readonly after?: number;
	readonly before?: number;
}

/** What rows must be like to be created, or changed, in a range of time. */
export const testsOf = ({ after, before }: Range, rowPath = 'created_at'): ClientFilterValues[] =>
	[
		{ displayName: 'Created After', test: 'from' as const, at: after },
		{ displayName: 'Created Before', test: 'before' as const, at: before },
	].flatMap(({ at, ...each }) =>
		at === undefined ? [] : [{ ...each, rowPath, values: [new Date(at).toISOString()] }],
	);

/** As observed: `size:page:0` is page times size, whatever the size of the page that is given. */
function cursorPage(
	rows: readonly JsonObject[],
	{ per_page, cursor }: PageQuery,
	{ cap, cursorSize = 'apart' }: Behaviour,
) {
	const size = Math.min(per_page, cap);
	const [, of = '', number = ''] = /^(\d+):(\d+):0$/.exec(cursor ?? `${String(size)}:0:0`) ?? [];
	const start = (cursorSize === 'apart' ? Number(of) : size) * Number(number);
	const results = rows.slice(start, start + size);

	return {
		next_cursor: `${String(size)}:${String(Number(number) + 1)}:0`,
		next_page_results: start + size < rows.length,
		count: results.length,
		results,
	};
}

/** What reading a list comes to. */
export const readFrom = async (
	{ fetch }: Pick<Paging, 'fetch'>,
	query: Partial<ListQuery> = {},
): Promise<Result<Collected>> =>
	await paginate(
		{ search: {}, offset: 0, ...query },
		{ fetch, concurrency: 8, pause: async () => await Promise.resolve() },
	);

/** The same. @throws where there is a problem */
export async function collectFrom(
	server: Pick<Paging, 'fetch'>,
	query?: Partial<ListQuery>,
): Promise<Collected> {
	const result = await readFrom(server, query);
	if (isProblem(result)) throw new Error(result.message);

	return result;
}

/** The records alone. @throws where there is a problem */
export const recordsFrom = async (
	server: Pick<Paging, 'fetch'>,
	query?: Partial<ListQuery>,
): Promise<JsonObject[]> => (await collectFrom(server, query)).records;

/** The rows that Limit and Offset ask for. */
export const wantedOf = (
	rows: readonly JsonObject[],
	{ offset = 0, limit = Infinity }: Partial<Pick<ListQuery, 'offset' | 'limit'>>,
): JsonObject[] => rows.slice(offset, offset + limit);
