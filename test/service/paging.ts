import { ok, Refusal, type Answer } from './answer';
import { badCursor, badPageSize, serverError, pageTooLarge } from './refusals';

/** What a page comes in; the specification leaves it open. */
export type ListEnvelope = 'results' | 'array' | 'data' | 'items' | 'nested';

export interface OffsetPaging {
	/** ignored: limit and offset do nothing, all rows come back. */
	paging: 'honoured' | 'ignored';
	/** The largest page, in rows, whatever limit asks; also the page without a limit. */
	maxPageSize: number;
	envelope: ListEnvelope;
	/** Whether the envelope carries `total_count` and `count`. */
	total: boolean;
}

type Query = Record<string, string>;

/** The page of the rows that limit and offset ask for, in the envelope. */
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

/** In rows. A page of none or fewer breaks the server. */
function parsePageSize(text: string | undefined, maxPageSize: number): number {
	if (text === undefined) return maxPageSize;
	if (!isInteger(text)) throw new Refusal(badPageSize);

	const size = Number(text);
	if (size > maxPageSize) throw new Refusal(pageTooLarge(maxPageSize));
	if (size < 1) throw new Refusal(serverError);

	return size;
}

/** `page size:page number:0`; the last part says whether it leads backwards and does nothing. */
function parseCursor(cursor: string | undefined, perPage: number): { page: number; size: number } {
	if (cursor === undefined) return { page: 0, size: perPage };

	const parts = cursor.split(':');
	if (parts.length !== 3 || !parts.every(isInteger)) throw new Refusal(badCursor);

	const [size = 0, page = 0] = parts.map(Number);
	if (size * page < 0) throw new Refusal(badCursor);

	return { page, size };
}

/**
 * One page of the rows in the recorded envelope (observed rows 4 to 7). `per_page` and `cursor`
 * count, and nothing else in the query. The cursor's own size says where the page begins, so with
 * another `per_page` than that it is the wrong page.
 * @throws Refusal 400 for a page size or a cursor that is none.
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
