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
 * After more consecutive pages without a new row than this, none is expected, even if the total is not
 * reached: rows have hardly moved by that many pages, and the list may have no end.
 */
export const MAX_PAGES_WITHOUT_NEW_ROWS = 2;

/** How many pages each concurrent request fetches before the result is checked: a total may be wrong. */
const PAGES_PER_WORKER = 8;

/** The pages to fetch next. */
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
