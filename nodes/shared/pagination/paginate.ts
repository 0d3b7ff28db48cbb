import type { ListQuery } from '../model/call';
import { isProblem, type Result } from '../result/problem';
import type { Paging } from './PageFetcher';
import { readList, SETTLE_MS } from './readList';
import type { CollectedList, RowCollector } from './RowCollector';

/** The order in which Plane returns its lists, if no other is requested. */
const DEFAULT_ORDER = '-created_at';

/**
 * Collects the records of a list, page by page (rows 4 to 8). The kind of server is detected from the
 * first response.
 *
 * If all records are requested, each record that exists all the time is among them, whatever others do
 * to the list meanwhile, or the statistics say that some may be missing. If the first reading does not
 * prove that it is complete, the list is read again, one page after the other, and then once more in an
 * order that is the same for each page.
 *
 * @returns the records, each once and in the server's order, and what happened to the other rows
 */
export async function paginate(query: ListQuery, paging: Paging): Promise<Result<CollectedList>> {
	const reading = await readList(query, paging);
	if (isProblem(reading)) return reading;

	const { rows } = reading;
	if (query.limit !== undefined || (await reading.isComplete())) return rows.finish();
	// Without a total, a second reading would prove nothing.
	if (rows.first.total === undefined) return rows.finish({});

	await paging.pause(SETTLE_MS);
	// In the server's own order, so that the whole list is read and can be counted.
	const second = await readList({ ...query, isOrdered: false }, { ...paging, concurrency: 1 });
	if (isProblem(second)) return second;

	// A server may count rows that it does not return; then a second reading is identical.
	if (second.repeats(reading) || (await second.isComplete())) return second.rows.finish();

	second.rows.addMissingFrom(rows);

	const steady = await readInSteadyOrder(query, paging);
	if (steady === undefined) return second.rows.finish({ total: second.rows.first.total });

	steady.sortLike(second.rows, query.queryParameters.order_by ?? DEFAULT_ORDER);

	return steady.finish();
}

/**
 * Reads a list in another order than the requested one. Rows that are equal by the requested one may
 * come in a different order for each page, so that some come twice and others not at all (row 341,
 * case P57).
 *
 * @returns undefined if it is not certain that all rows were received
 */
async function readInSteadyOrder(
	query: ListQuery,
	paging: Paging,
): Promise<RowCollector | undefined> {
	const { steadyOrder } = paging;
	if (steadyOrder === undefined && query.queryParameters.order_by === undefined) return undefined;

	const orderBy = steadyOrder ?? DEFAULT_ORDER;
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
