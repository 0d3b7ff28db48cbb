import type { ListPage } from './envelope';
import { readFirstKey } from './rowKey';

/** Where a page is in its list. */
export interface PagePosition {
	/** Rows of a page. */
	readonly size: number;
	/** How many rows of the list come before the page. */
	readonly offset: number;
}

/** How one kind of server pages its lists. */
export interface Pager {
	/** Finds the page after another one; undefined if the response says, or shows, that there is none. */
	readonly findNext: (page: ListPage, position: PagePosition) => PagePosition | undefined;
	/**
	 * Whether a page is the one at this position.
	 *
	 * @param otherFirstKey the key of the first row at another position, if it is known
	 */
	readonly isAt: (page: ListPage, position: PagePosition, otherFirstKey?: string) => boolean;
}

/**
 * Pages have numbers. A cursor says which page it comes with, and its size: a server with smaller pages says so
 * there, and a cursor is valid for one size only (rows 5 to 7).
 */
const BY_CURSOR: Pager = {
	findNext({ cursor, hasMore = true, records }) {
		if (!hasMore || records.length === 0 || cursor === undefined) return undefined;

		return { size: cursor.size, offset: (cursor.page + 1) * cursor.size };
	},

	isAt: ({ cursor, records }, { size, offset }) =>
		records.length === 0 || cursor?.page === Math.floor(offset / size),
};

/**
 * The next page starts after the rows received, so that no row is lost if pages are smaller or larger than
 * requested (row 4). A server that ignores offsets returns the same rows again.
 */
const BY_OFFSET: Pager = {
	findNext({ hasMore = true, records, total }, { size, offset }) {
		const nextOffset = offset + records.length;
		const isFollowed = total === undefined ? hasMore : nextOffset < total;

		return isFollowed && records.length > 0 ? { size, offset: nextOffset } : undefined;
	},

	isAt: (page, _, otherFirstKey) =>
		page.records.length === 0 || readFirstKey(page) !== otherFirstKey,
};

/** Finds out from a page how its server pages. */
export const choosePager = ({ cursor }: ListPage): Pager =>
	cursor === undefined ? BY_OFFSET : BY_CURSOR;
