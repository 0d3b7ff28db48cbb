import type { ListQuery } from '../model/call';
import { isProblem, type Result } from '../result/problem';
import { Completeness } from './Completeness';
import type { ListPage } from './envelope';
import { PageFetcher, type Paging } from './PageFetcher';
import { PageReader } from './PageReader';
import { PAGE_SIZE, buildPageQuery } from './pageQuery';
import { findRequestedOrder } from './requestedOrder';
import { RowCollector } from './RowCollector';
import { listOwnFilters } from './rowFilter';

/**
 * Milliseconds after which the server's clock, which has whole seconds, certainly shows a later time than the one of
 * a record that was just created.
 */
export const SETTLE_MS = 1_500;

/** One reading of a list. */
export interface ListReading {
	readonly rows: RowCollector;
	/** Has fetched its pages. */
	readonly fetcher: PageFetcher;
}

/** Reads a list once, starting at its offset if the server can apply the offset. */
export async function readList(query: ListQuery, paging: Paging): Promise<Result<ListReading>> {
	// Offset counts matching rows, and a server does not know the filters that only the node applies.
	const start = hasClientFilters(query) ? 0 : query.offset;
	const reading = await readListFrom(start, query, paging);
	if (isProblem(reading) || !reading.rows.mustStartOver) return reading;

	return await readListFrom(0, query, paging);
}

async function readListFrom(
	start: number,
	query: ListQuery,
	paging: Paging,
): Promise<Result<ListReading>> {
	const { serverFilters = [], limit = Infinity, offset } = query;
	// If rows may be left out, pages as small as the limit would take many requests.
	const size =
		serverFilters.length > 0 || hasClientFilters(query) ? PAGE_SIZE : Math.min(PAGE_SIZE, limit);
	const maxUseful = hasClientFilters(query) ? Infinity : offset - start + limit;
	const firstQuery = buildPageQuery(size, start, Math.min(size, maxUseful));

	const { order, lowerBound } = findRequestedOrder(query);
	const fetcher = new PageFetcher(
		paging.fetch,
		firstQuery,
		lowerBound === undefined ? paging.order : order,
	);

	const firstPage = await readFirstPage(fetcher, query, paging);
	if (isProblem(firstPage)) return firstPage;

	const rows = new RowCollector({
		query,
		firstPage,
		start: firstPage.isWholeList ? 0 : start,
		// Only servers that page by cursor are known to honor an order (row 28).
		lowerBound: firstPage.cursor === undefined ? undefined : lowerBound,
	});

	if (firstPage.isWholeList) {
		rows.add(firstPage);

		return { rows, fetcher };
	}

	const reader = new PageReader(rows, {
		size,
		concurrency: paging.concurrency,
		fetch: async (page) => await fetcher.fetchFurther(page),
	});
	const problem = await reader.read();

	return problem ?? { rows, fetcher };
}

const hasClientFilters = (query: ListQuery): boolean => listOwnFilters(query).length > 0;

/** Reads the first page, and once more if all rows are needed and one may be missing from it. */
async function readFirstPage(
	fetcher: PageFetcher,
	query: ListQuery,
	{ pause }: Paging,
): Promise<Result<ListPage>> {
	const page = await fetcher.fetchFirst();
	if (isProblem(page) || query.limit !== undefined) return page;
	if (!new Completeness(page).mayMissRows(query)) return page;

	// After a short pause it is certain whether each record is included in the total.
	await pause(SETTLE_MS);

	return await fetcher.fetchFirst();
}
