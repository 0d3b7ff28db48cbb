import { ok, Refusal, type Answer } from './answer';
import { badCursor, badPageSize, serverError, pageTooLarge } from './refusals';

/** The JSON around a page, which the specification leaves open. */
export type ListEnvelope = 'results' | 'array' | 'data' | 'items' | 'nested';

export interface OffsetPaging {
	/** `ignored`: limit and offset do nothing, and every row is returned. */
	paging: 'honoured' | 'ignored';
	/** The maximum number of rows in a page, and the default. */
	maxPageSize: number;
	envelope: ListEnvelope;
	/** Whether the envelope has `total_count` and `count`. */
	total: boolean;
}

type Query = Record<string, string>;

/** Answers with the rows that `limit` and `offset` select. */
export function pageByOffset<Entry>(
	rows: readonly Entry[],
	query: Query,
	{ paging, maxPageSize, envelope, total }: OffsetPaging,
	show: (entry: Entry) => unknown,
): Answer {
	const limit = Math.min(Number(query.limit ?? maxPageSize), maxPageSize);
	const offset = Number(query.offset ?? 0);
	const page = (paging === 'ignored' ? rows : rows.slice(offset, offset + limit)).map(show);
	const counts = total ? { total_count: rows.length, count: page.length } : {};
	if (envelope === 'array') return ok(page);
	if (envelope === 'nested') return ok({ data: { items: page, ...counts } });

	return ok({ [envelope]: page, ...counts });
}

const isInteger = (text: string): boolean => /^[+-]?\d+$/.test(text.trim());

/** Reads the number of rows in a page. The server fails on less than one. */
function parsePageSize(text: string | undefined, maxPageSize: number): number {
	if (text === undefined) return maxPageSize;
	if (!isInteger(text)) throw new Refusal(badPageSize);

	const size = Number(text);
	if (size > maxPageSize) throw new Refusal(pageTooLarge(maxPageSize));
	if (size < 1) throw new Refusal(serverError);

	return size;
}

/**
 * Reads a cursor `page size:page number:0`. Its last part marks a step backwards. The server takes the
 * rows of such a step from the end of a list of another page size, which its database refuses (row 422).
 */
function parseCursor(cursor: string | undefined, perPage: number): { page: number; size: number } {
	if (cursor === undefined) return { page: 0, size: perPage };

	const parts = cursor.split(':');
	if (parts.length !== 3 || !parts.every(isInteger)) throw new Refusal(badCursor);

	const [size = 0, page = 0, backwards = 0] = parts.map(Number);
	if (size * page < 0) throw new Refusal(badCursor);
	if (backwards !== 0 && size !== perPage) throw new Refusal(serverError);

	return { page, size };
}

/**
 * Answers with one page in the recorded envelope (observed rows 4 to 7). Of the query, only `per_page`
 * and `cursor` count. The size in the cursor says where the page begins, so a request with another
 * `per_page` gets the wrong page.
 * @throws Refusal 400 for an invalid page size or cursor, and 500 for those that the server fails on
 */
export function pageByCursor<Entry>(
	rows: readonly Entry[],
	query: Query,
	maxPageSize: number,
	show: (entry: Entry) => unknown,
): Answer {
	const perPage = parsePageSize(query.per_page, maxPageSize);
	const { page, size } = parseCursor(query.cursor, perPage);
	const begin = page * size;
	const results = rows.slice(begin, begin + perPage).map(show);

	return ok({
		grouped_by: null,
		sub_grouped_by: null,
		total_count: rows.length,
		next_cursor: `${perPage}:${page + 1}:0`,
		prev_cursor: `${perPage}:${page - 1}:1`,
		next_page_results: begin + perPage < rows.length,
		prev_page_results: page > 0,
		count: results.length,
		total_pages: Math.ceil(rows.length / perPage),
		total_results: rows.length,
		extra_stats: null,
		results,
	});
}
