import type { ListQuery } from '../model/call';
import { isProblem, type Result } from '../result/problem';
import type { Paging } from './PageFetcher';
import { readList, SETTLE_MS } from './readList';
import { DEFAULT_ORDER, findRequestedOrder } from './requestedOrder';
import type { CollectedList, RowCollector } from './RowCollector';

/**
 * Collects the records of a list, page by page (rows 4 to 8). The kind of server is detected from the
 * first response.
 *
 * If all records are requested, the result has each record that existed all the time, whatever others
 * changed in between, or the statistics say that some may be missing. If the first reading does not
 * prove that it is complete, the list is read again, one page after the other, and then once more in an
 * order in which no two rows are equal.
 *
 * @returns the records, each once and in the requested order, and what happened to the other rows
 */
export async function paginate(query: ListQuery, paging: Paging): Promise<Result<CollectedList>> {
	const reading = await readList(query, paging);
	if (isProblem(reading)) return reading;

	const { rows } = reading;
	if (query.limit !== undefined || (await reading.isComplete())) return rows.finish();
	// Without a total, a second reading would prove nothing.
	if (rows.firstPage.total === undefined) return rows.finish({});

	await paging.pause(SETTLE_MS);
	// In the server's own order, so that the whole list is read and can be counted.
	const second = await readList({ ...query, isOrdered: false }, { ...paging, concurrency: 1 });
	if (isProblem(second)) return second;

	// A server may count rows that it does not return; then a second reading is identical.
	if (second.isRepetitionOf(reading) || (await second.isComplete())) {
		return finishInOrder(second.rows, query);
	}

	second.rows.addMissingFrom(rows);

	const stableRows = await readInStableOrder(query, paging);
	if (stableRows === undefined) {
		return finishInOrder(second.rows, query, { total: second.rows.firstPage.total });
	}

	stableRows.sortLike(second.rows, second.rows.order);

	return finishInOrder(stableRows, query);
}

/** Finishes rows that were read in the server's own order, in the order that the node had chosen for them. */
function finishInOrder(
	rows: RowCollector,
	query: ListQuery,
	possiblyIncomplete?: CollectedList['statistics']['possiblyIncomplete'],
): CollectedList {
	const { order, lowerBound } = findRequestedOrder(query);
	if (lowerBound !== undefined) rows.sortBy(order);

	return rows.finish(possiblyIncomplete);
}

/**
 * Reads a list in another order than the requested one. Rows that are equal in the requested order may be
 * sorted differently for each page, so that some are received twice and others never (row 341, case P57).
 *
 * @returns undefined if it is not certain that all rows were received
 */
async function readInStableOrder(
	query: ListQuery,
	paging: Paging,
): Promise<RowCollector | undefined> {
	const { stableOrder } = paging;
	if (stableOrder === undefined && query.queryParameters.order_by === undefined) return undefined;

	const orderBy = stableOrder ?? DEFAULT_ORDER;
	const reading = await readList(
		{ ...query, isOrdered: false },
		{
			...paging,
			concurrency: 1,
			fetch: async (page) => await paging.fetch({ ...page, order_by: orderBy }),
		},
	);

	return !isProblem(reading) && (await reading.isComplete()) ? reading.rows : undefined;
}
