/** The query of one page, by its wire names. */
export interface PageQuery {
	readonly limit: number;
	readonly offset: number;
	readonly per_page: number;
	readonly cursor?: string;
	/** The order of the list, if one is requested. */
	readonly order_by?: string;
}

/** Records per request: the largest page that every known server returns. */
export const PAGE = 100;

/**
 * Requests the rows from `offset` on in the terms of both kinds of server: one reads `limit` and
 * `offset`, as specified, the other `per_page` and `cursor` (rows 4 and 7), and each ignores what it
 * does not know. `pageQuery(100, 240)` requests the rows from 240 on, or the page that contains
 * them: `limit=100&offset=240&per_page=100&cursor=100:2:0`.
 *
 * @param size rows of a page; a cursor is valid with the same size only
 * @param limit how many rows are needed, if fewer than a page
 */
export const pageQuery = (size: number, offset: number, limit = size): PageQuery => ({
	limit,
	offset,
	per_page: size,
	...(offset === 0 ? {} : { cursor: `${size}:${Math.floor(offset / size)}:0` }),
});
