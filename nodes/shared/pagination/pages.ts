import type { Problem, Result } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import type { ListPage } from './envelope';
import type { PageQuery } from './pageQuery';
import { identity, type RowCollector } from './RowCollector';

/** How to read on after the first page of a list. */
export interface Pages {
	/** Rows of a page. */
	readonly size: number;
	/** Pages that are asked for at the same time. */
	readonly concurrency: number;
	/** Asks for one page. */
	readonly ask: (page: PageQuery) => Promise<Result<ListPage>>;
}

/** Adds the rows of the first page and of all further ones that are wanted. */
export type ReadPages = (rows: RowCollector, pages: Pages) => Promise<Problem | undefined>;

/**
 * Pages in a row without a new row after which nothing new is expected, although the total says so:
 * rows moved by that many pages in between, or there is no end.
 */
export const MAX_PAGES_WITHOUT_NEW_ROWS = 2;

/** Pages asked for, for each that is under way, before what came is looked at: a total may be wrong. */
const ROUNDS = 8;

/**
 * Asks for the next pages, several at the same time, begun in their order.
 *
 * @param count how many there seem to be
 * @param isLast whether a page shows that no further one is to be asked for
 * @returns the pages that were asked for, in their order
 */
export async function askPages(
	count: number,
	concurrency: number,
	askPage: (index: number) => Promise<Result<ListPage>>,
	isLast: (page: Result<ListPage>, index: number) => boolean,
): Promise<Result<ListPage>[]> {
	const indexes = [...Array(Math.min(count, ROUNDS * concurrency)).keys()];
	const pages = await mapConcurrently(indexes, { concurrency, shouldStop: isLast }, askPage);
	return pages.filter((page) => page !== undefined);
}

/** What the first row of a page is; undefined: the page is empty. */
export const firstRowOf = ({ records: [first] }: ListPage): string | undefined =>
	first && identity(first);
