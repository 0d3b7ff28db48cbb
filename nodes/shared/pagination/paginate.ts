import type { ListQuery } from '../model/call';
import { isProblem, type Result } from '../result/problem';
import type { ListPage } from './envelope';
import type { Paging } from './PageFetcher';
import { type ListReading, readList, SETTLE_MS } from './readList';
import { DEFAULT_ORDER, findRequestedOrder, findOrderForRereading } from './requestedOrder';
import type { CollectedList, RowCollector } from './RowCollector';
import { toRowKey } from './rowKey';

/**
 * Collects the records of a list, page by page (rows 4 to 8). The kind of server is detected from the
 * first response.
 *
 * If all records are requested, the result has each record that existed all the time, whatever others
 * changed in between, or the statistics say that some may be missing. A list whose first reading does not
 * prove that it is complete is read again, one page after the other, in an order in which no two rows are
 * equal, or else in the server's own if the user has chosen another one; twice, if one of these orders is requested.
 * Two readings with the same rows count as complete: servers may count rows that they do not return.
 *
 * @returns the records, each once and in the requested order, and what happened to the other rows
 */
export async function paginate(query: ListQuery, paging: Paging): Promise<Result<CollectedList>> {
	const first = await readList(query, paging);
	if (isProblem(first)) return first;

	const { rows } = first;
	if (query.limit !== undefined || (await isComplete(first, query))) return rows.finish();
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
	const { order: requestedOrder } = findRequestedOrder(query);
	const order = findOrderForRereading(query, paging.stableOrder);
	const maxReadings = order === undefined ? 2 : 3;
	const readings = [first];

	const finish = (
		rows: RowCollector,
		possiblyIncomplete?: { readonly total?: number | undefined },
	) => {
		if ((order ?? DEFAULT_ORDER) !== requestedOrder) rows.sortBy(requestedOrder);

		return rows.finish(possiblyIncomplete);
	};

	while (readings.length < maxReadings) {
		// One page after the other.
		const reading = await readList(
			{ ...query, isOrdered: false },
			{ ...paging, concurrency: 1, order },
		);

		if (isProblem(reading)) {
			if (readings.length === 1) return reading;

			break;
		}

		// A server may count rows that it does not return; then another reading has the same rows.
		const hasSameRows = readings.some((earlier) => isRepetition(reading.rows, earlier.rows));
		if (hasSameRows || (await isComplete(reading, query))) return finish(reading.rows);

		readings.push(reading);
	}

	// No reading is proved to be complete: the last one gets what only the others have.
	const { rows } = readings.pop() ?? first;

	for (const earlier of readings) rows.addMissingFrom(earlier.rows);

	return finish(rows, { total: rows.firstPage.total });
}

/** Whether it is certain that all rows were received that existed when a reading began. */
async function isComplete(reading: ListReading, query: ListQuery): Promise<boolean> {
	const { rows, fetcher } = reading;
	const { firstPage, completeness, unpagedResponse } = rows;
	const hasTotal = firstPage.total !== undefined;
	const mayMissRows = completeness.mayMissRows(query);

	// A single response shows the list at one moment.
	const isSinglePage = fetcher.furtherPageCount === 0;
	if (isSinglePage && (rows.isPastLowerBound || !mayMissRows)) return true;
	if (unpagedResponse === 'complete') return true;
	if (unpagedResponse === 'unknown' && !hasTotal) return false;

	// The rest of the list was not read, so that rows cannot be counted. And a modified row can appear anywhere
	// in the list without changing the total.
	if (rows.isPastLowerBound) {
		const canProve = hasTotal && !rows.hasDuplicates && !rows.isFilteredByServer && !mayMissRows;

		return canProve && (await arePagesUnchanged(rows.pagesToLowerBound.slice(0, -1), reading));
	}

	// The first page had all rows, so comparing it again shows whether any row has moved.
	const hasOnlyFirstPage = rows.start === 0 && rows.receivedCount === firstPage.records.length;
	if (!hasTotal && hasOnlyFirstPage) return await arePagesUnchanged([firstPage], reading);

	return completeness.hasAllRows(rows.start, rows.isFilteredByServer);
}

/**
 * Whether pages are still as they were. A list that was read from its newest row on, but not to its end, has all rows
 * then: new rows would be on these pages, and deleted ones would be missing from the total. A row that was not received
 * because it moved from one page to the page before it would still be there. So its last page need not be compared.
 */
async function arePagesUnchanged(
	pages: readonly ListPage[],
	{ rows, fetcher }: ListReading,
): Promise<boolean> {
	// If the server filters, a row may have left the list and returned. Then it was modified.
	const toFingerprint = ({ records }: ListPage) =>
		JSON.stringify(rows.isFilteredByServer ? records : records.map(toRowKey));

	for (const page of pages) {
		const currentPage = await fetcher.fetchAgain(page);
		if (isProblem(currentPage) || currentPage.total !== page.total) return false;
		if (toFingerprint(currentPage) !== toFingerprint(page)) return false;
	}

	return true;
}

/** Whether a reading has the same rows as an earlier one, in any order, and none came twice in either. */
const isRepetition = (rows: RowCollector, earlier: RowCollector): boolean =>
	rows.hasSameRowsAs(earlier) &&
	!rows.hasDuplicates &&
	!earlier.hasDuplicates &&
	rows.firstPage.total === earlier.firstPage.total;
