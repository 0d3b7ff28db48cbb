import type { ListQuery } from '../model/call';
import { isProblem, type Result } from '../result/problem';
import type { ListReading } from './ListReading';
import type { Paging } from './PageFetcher';
import { readList, SETTLE_MS } from './readList';
import { DEFAULT_ORDER, findRequestedOrder } from './requestedOrder';
import type { CollectedList, ListStatistics } from './RowCollector';

/**
 * Collects the records of a list, page by page (rows 4 to 8). The kind of server is detected from the
 * first response.
 *
 * If all records are requested, the result has each record that existed all the time, whatever others
 * changed in between, or the statistics say that some may be missing. A list whose first reading does not
 * prove that it is complete is read again, one page after the other, in an order in which no two rows are
 * equal; twice, if such an order can be requested.
 *
 * @returns the records, each once and in the requested order, and what happened to the other rows
 */
export async function paginate(query: ListQuery, paging: Paging): Promise<Result<CollectedList>> {
	const first = await readList(query, paging);
	if (isProblem(first)) return first;

	const { rows } = first;
	if (query.limit !== undefined || (await first.isComplete())) return rows.finish();
	// Without a total, another reading would prove nothing.
	if (rows.firstPage.total === undefined) return rows.finish({});

	await paging.pause(SETTLE_MS);

	return await readAgain(first, query, paging);
}

/** Reads a list again until it is complete, but not more than twice. */
async function readAgain(
	first: ListReading,
	query: ListQuery,
	paging: Paging,
): Promise<Result<CollectedList>> {
	const stableOrder = findStableOrder(query, paging);
	const maxReadings = stableOrder === undefined ? 2 : 3;
	const { order: requestedOrder } = findRequestedOrder(query);

	const finish = (
		{ rows }: ListReading,
		possiblyIncomplete?: ListStatistics['possiblyIncomplete'],
	): CollectedList => {
		const order = stableOrder ?? DEFAULT_ORDER;
		if (order !== requestedOrder) rows.sortBy(requestedOrder);

		return rows.finish(possiblyIncomplete);
	};

	/** All rows of several readings, of which none is proved complete. */
	const finishIncomplete = (latest: ListReading, others: readonly ListReading[]) => {
		for (const other of others) latest.rows.addMissingFrom(other.rows);

		return finish(latest, { total: latest.rows.firstPage.total });
	};

	const earlier = [first];

	for (;;) {
		const reading = await readList({ ...query, isOrdered: false }, inOrder(stableOrder, paging));
		if (isProblem(reading)) {
			const [, second] = earlier;

			return second === undefined ? reading : finishIncomplete(second, [first]);
		}

		// A server may count rows that it does not return; then another reading has the same rows.
		const isRepetition = earlier.some((other) => reading.isRepetitionOf(other));
		if (isRepetition || (await reading.isComplete())) return finish(reading);

		if (earlier.length + 1 === maxReadings) {
			return finishIncomplete(reading, earlier);
		}

		earlier.push(reading);
	}
}

/**
 * The order in which a list is read again. Rows that are equal in the requested order may be sorted differently
 * for each page, so that some are received twice and others never (row 341).
 *
 * @returns undefined for the server's own order
 */
function findStableOrder(
	{ queryParameters }: ListQuery,
	{ stableOrder }: Paging,
): string | undefined {
	const isChosenByUser = queryParameters.order_by !== undefined;

	return stableOrder ?? (isChosenByUser ? DEFAULT_ORDER : undefined);
}

/** Requests pages in this order, one after the other. */
const inOrder = (order: string | undefined, paging: Paging): Paging => ({
	...paging,
	concurrency: 1,
	fetch: async (page) =>
		await paging.fetch(order === undefined ? page : { ...page, order_by: order }),
});
