import { isProblem, type Problem, type Result } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import type { ListPage } from './envelope';
import type { PageQuery } from './pageQuery';
import type { RowCollector } from './RowCollector';

/** How the pages after the first one are fetched. */
export interface PageSource {
	/** Rows of a page. */
	readonly size: number;
	/** Pages that are requested at the same time. */
	readonly concurrency: number;
	readonly fetch: (page: PageQuery) => Promise<Result<ListPage>>;
}

/** Adds the rows of the first page and of all further pages that are needed. */
export type ReadPages = (rows: RowCollector, pages: PageSource) => Promise<Problem | undefined>;

/**
 * Consecutive pages without a new row after which no new one is expected, although the total says
 * so: either rows have moved by that many pages, or the list has no end.
 */
export const MAX_PAGES_WITHOUT_NEW_ROWS = 2;

/** Pages for each concurrent request before the result is looked at: a total may be wrong. */
const PAGES_PER_WORKER = 8;

/** Which pages to fetch. */
export interface PageBatch {
	/** How many pages there seem to be. */
	readonly count: number;
	readonly concurrency: number;
	/** @param index of the page in this batch, from 0 */
	readonly fetch: (index: number) => Promise<Result<ListPage>>;
	/** Whether a page shows that no further one is to be requested. */
	readonly isLast: (page: ListPage, index: number) => boolean;
}

/** Fetches the next pages, several at the same time. @returns them in their order */
export async function fetchPages({
	count,
	concurrency,
	fetch,
	isLast,
}: PageBatch): Promise<Result<ListPage>[]> {
	const batchSize = Math.max(1, Math.min(count, PAGES_PER_WORKER * concurrency));
	const pages = await mapConcurrently(
		[...Array(batchSize).keys()],
		{ concurrency, shouldStop: (page, index) => isProblem(page) || isLast(page, index) },
		fetch,
	);

	return pages.filter((page) => page !== undefined);
}
