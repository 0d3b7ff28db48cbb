import type { JsonObject } from 'n8n-workflow';

import type { HttpResponse } from '../../../nodes/shared/transport/response';
import type { ListQuery } from '../../../nodes/shared/model/call';
import { paginate } from '../../../nodes/shared/pagination/paginate';
import { createdAt } from '../../../nodes/shared/pagination/createdFilter';
import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import type { Collected } from '../../../nodes/shared/pagination/RowCollector';
import { isProblem, type Problem } from '../../../nodes/shared/result/problem';
import { jsonResponse } from '../responses';

/** How a server of a list behaves. */
export interface Behaviour {
	/** The most rows that it gives in one answer. */
	readonly cap: number;
	/**
	 * What it follows: `limit` and `offset`, or `per_page` and `cursor` (observed rows 4 to 7), or
	 * nothing, so that it gives its first rows whatever is asked.
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

export interface Server {
	/** What was asked for, in order. */
	readonly asked: PageQuery[];
	/** How many requests it had to answer at the same time, at most. */
	readonly concurrency: () => number;
	response(page: PageQuery): Promise<HttpResponse>;
}

/** `n` rows with the IDs 0, 1, 2 … */
export const rowsOf = (n: number): JsonObject[] =>
	Array.from({ length: n }, (_, index) => ({ id: `row-${String(index)}` }));

/**
 * A server in memory. It gives a bare array, or an envelope where it tells the total or pages by
 * cursor. `rowsAt` says what it holds when it is asked for the nth time, counted from 0.
 */
export function serverOf(rowsAt: (request: number) => JsonObject[], behaviour: Behaviour): Server {
	const { follows, tells, filter, sorts } = behaviour;
	const asked: PageQuery[] = [];
	let open = 0;
	let concurrency = 0;
	return {
		asked,
		concurrency: () => concurrency,
		async response(page) {
			const held = rowsAt(asked.length);
			const all = sorts === true && page.order_by === '-created_at' ? newestFirst(held) : held;
			const rows = filter === undefined ? all : all.filter(filter);
			asked.push(page);
			if (asked.length > 1000) throw new Error('asked without end');
			concurrency = Math.max(concurrency, ++open);
			await new Promise(setImmediate);
			open--;

			const total = tells ? { total_count: rows.length } : {};
			if (follows === 'cursor')
				return jsonResponse({ ...total, ...cursorPage(rows, page, behaviour) });
			const given =
				follows === 'offset' ? offsetPage(rows, page, behaviour) : firstOf(rows, behaviour);
			return jsonResponse(tells ? { ...total, results: given } : given);
		},
	};
}

const newestFirst = (rows: readonly JsonObject[]): JsonObject[] =>
	[...rows].sort((a, b) => (createdAt(b) ?? 0) - (createdAt(a) ?? 0));

const firstOf = (rows: JsonObject[], { cap }: Behaviour) => rows.slice(0, cap);

const offsetPage = (rows: JsonObject[], { limit, offset }: PageQuery, { cap }: Behaviour) =>
	rows.slice(offset, offset + Math.min(limit, cap));

/** As observed: `size:page:0` is page times size, whatever the size of the page that is given. */
function cursorPage(
	rows: JsonObject[],
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

/** A pause in a test that has nothing to do with time. */
export const concurrency = async (): Promise<void> => await Promise.resolve();

/** Everything that a list comes to on a server. Throws where there is a problem. */
export async function collectFrom(
	server: { readonly response: (page: PageQuery) => Promise<HttpResponse | Problem> },
	wish: Partial<ListQuery> = {},
): Promise<Collected> {
	const result = await paginate(
		{ query: {}, offset: 0, ...wish },
		8,
		async (page) => await server.response(page),
		concurrency,
	);
	if (isProblem(result)) throw new Error(result.message);
	return result;
}
