/** The query of one page, by its wire names. */
export interface PageQuery {
	readonly limit: number;
	readonly offset: number;
	readonly per_page: number;
	readonly cursor?: string;
	/** The order of the list, if one is requested. */
	readonly order_by?: string;
}

/** Rows on a page: the most that every known server returns. */
export const PAGE_SIZE = 100;

/**
 * Builds a query that both kinds of server understand: one reads `limit` and `offset`, as specified, the
 * other reads `per_page` and `cursor` (rows 4 and 7), and each ignores the rest. `buildPageQuery(100, 240)`
 * requests the rows from 240 on, or the page that contains that row: `limit=100&offset=240&per_page=100&cursor=100:2:0`.
 *
 * @param size rows on a page, which must be the same for all pages: a cursor is valid for one size only
 * @param limit how many rows are needed, if fewer than a page
 */
export const buildPageQuery = (size: number, offset: number, limit = size): PageQuery => ({
	limit,
	offset,
	per_page: size,
	...(offset === 0 ? {} : { cursor: `${size}:${Math.floor(offset / size)}:0` }),
});
