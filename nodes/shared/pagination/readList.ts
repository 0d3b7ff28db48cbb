import type { ListQuery } from '../model/call';
import { isProblem, type Result } from '../result/problem';
import type { ListPage } from './envelope';
import { ListReading } from './ListReading';
import { findOldestRelevant } from './NewestFirst';
import { PageFetcher, type Paging } from './PageFetcher';
import { PAGE, pageQuery } from './pageQuery';
import { readByCursor } from './readByCursor';
import { readByOffset } from './readByOffset';
import { RowCensus } from './RowCensus';
import { RowCollector } from './RowCollector';
import { matchesFilter } from './rowFilter';

/**
 * Milliseconds after which a record that was just created counts as known before: the server's time
 * has whole seconds.
 */
export const SETTLE_MS = 1_500;

/** Reads a list once, from the row on that its offset leads to. */
export async function readList(query: ListQuery, paging: Paging): Promise<Result<ListReading>> {
	// Offset counts matching rows, and no server knows which of its rows pass the node's own tests.
	const start = hasTests(query) ? 0 : query.offset;
	const reading = await readListFrom(start, query, paging);
	if (isProblem(reading) || !reading.rows.mustStartOver) return reading;

	return await readListFrom(0, query, paging);
}

async function readListFrom(
	start: number,
	query: ListQuery,
	paging: Paging,
): Promise<Result<ListReading>> {
	const {
		serverFilters = [],
		clientFilters,
		limit = Infinity,
		offset,
		isOrdered,
		queryParameters,
	} = query;
	// If rows may be left out, pages as small as the limit would take many requests.
	const size = serverFilters.length > 0 || hasTests(query) ? PAGE : Math.min(PAGE, limit);
	const maxUseful = hasTests(query) ? Infinity : offset - start + limit;
	const firstPage = pageQuery(size, start, Math.min(size, maxUseful));

	// Never override the user's sort order.
	const canChooseOrder = isOrdered === true && !('order_by' in queryParameters);
	const oldest = canChooseOrder ? findOldestRelevant(clientFilters) : undefined;
	const fetcher = new PageFetcher(paging.fetch, firstPage, oldest && `-${oldest.field}`);

	const opening = await readFirstPage(fetcher, query, paging);
	if (isProblem(opening)) return opening;

	const { first, mayMissRows } = opening;
	const pagesByCursor = first.cursor !== undefined;
	const rows = new RowCollector({
		query,
		first,
		start,
		// Only servers that page by cursor are known to honor an order (row 28).
		oldest: pagesByCursor ? oldest : undefined,
	});

	const readPages = pagesByCursor ? readByCursor : readByOffset;
	const problem = await readPages(rows, {
		size,
		concurrency: paging.concurrency,
		fetch: async (page) => await fetcher.fetchFurther(page),
	});

	return problem ?? new ListReading(rows, fetcher, mayMissRows);
}

const hasTests = ({ clientFilters = [] }: ListQuery): boolean => clientFilters.length > 0;

/** Reads the first page; a second time if all rows are needed and the first time may have missed one. */
async function readFirstPage(
	fetcher: PageFetcher,
	query: ListQuery,
	{ pause }: Paging,
): Promise<Result<{ readonly first: ListPage; readonly mayMissRows: boolean }>> {
	const opened = await fetcher.fetchFirst();
	if (isProblem(opened)) return opened;

	if (query.limit !== undefined || !mayMissRows(opened, query)) {
		return { first: opened, mayMissRows: false };
	}

	// After a short pause it is certain whether each record is included in the total.
	await pause(SETTLE_MS);
	const first = await fetcher.fetchFirst();
	if (isProblem(first)) return first;

	return { first, mayMissRows: mayMissRows(first, query) };
}

/**
 * Whether a record on the first page may have been created after the server counted its rows, and may
 * have pushed another one, which was counted, off the page. A page that is not full has room for all.
 */
function mayMissRows(first: ListPage, { serverFilters = [] }: ListQuery): boolean {
	const { cursor, records, hasMore, total = Infinity } = first;
	const hasFurtherPages = hasMore !== false && records.length < total;
	if (!hasFurtherPages && cursor !== undefined && records.length < cursor.size) return false;

	// If the server itself leaves rows out, a modified one may also have appeared.
	const isNarrowed =
		serverFilters.length > 0 &&
		records.every((row) => serverFilters.every((filter) => matchesFilter(row, filter)));
	const census = new RowCensus(first);

	return records.some(
		({ created_at: created, updated_at: updated }) =>
			(first.total !== undefined && census.isAfterFirstPage(created, first)) ||
			(isNarrowed && census.isAfterFirstPage(updated, first)),
	);
}
