import type { ListQuery } from '../model/call';
import { isProblem } from '../result/problem';
import type { ListPage } from './envelope';
import type { PageFetcher } from './PageFetcher';
import { RowCensus } from './RowCensus';
import type { RowCollector } from './RowCollector';
import { matchesFilter } from './rowFilter';
import { toRowKey } from './rowKey';

// Proves that a list is complete although others change it while its pages are read: rows move to other pages
// then, so that some come twice and others not at all.

/**
 * Whether the first page may lack a row that the server counted. A record that was created right after the
 * count can push another one off the page, unless the page is not full.
 */
export function mayMissRows(firstPage: ListPage, { serverFilters = [] }: ListQuery): boolean {
	const { cursor, records, hasMore, total = Infinity, isWholeList } = firstPage;
	const hasFurtherPages = hasMore !== false && records.length < total;
	const isFull = cursor === undefined || records.length >= cursor.size;
	if (isWholeList || (!hasFurtherPages && !isFull)) return false;

	// If the server filters, a record that was modified may have entered the list as well.
	const isFilteredByServer =
		serverFilters.length > 0 &&
		records.every((row) => serverFilters.every((filter) => matchesFilter(row, filter) !== false));
	const census = new RowCensus(firstPage);

	return records.some(
		({ created_at: created, updated_at: updated }) =>
			(firstPage.total !== undefined && census.isAfterFirstPage(created, firstPage)) ||
			(isFilteredByServer && census.isAfterFirstPage(updated, firstPage)),
	);
}

/** One reading of a list, which can say whether the list is complete. */
export class ListReading {
	/** @param mayMissRows whether a row may have been pushed off the first page while it was read */
	constructor(
		readonly rows: RowCollector,
		private readonly fetcher: PageFetcher,
		private readonly mayMissRows: boolean,
	) {}

	/** Whether it is certain that all rows were received that existed when the reading began. */
	async isComplete(): Promise<boolean> {
		const { rows, mayMissRows } = this;
		const { firstPage, unpagedResponse } = rows;
		const hasTotal = firstPage.total !== undefined;

		// A single response shows the list at one moment.
		const isSinglePage = this.fetcher.furtherPageCount === 0;
		if (isSinglePage && (rows.isPastLowerBound || !mayMissRows)) return true;
		if (unpagedResponse === 'complete') return true;
		if (unpagedResponse === 'unknown' && !hasTotal) return false;

		// The rest of the list was not read, so that rows cannot be counted. And a modified row can appear anywhere
		// in the list without changing the total.
		if (rows.isPastLowerBound) {
			const canProve = hasTotal && !rows.hasDuplicates && !rows.isFilteredByServer && !mayMissRows;

			return canProve && (await this.isFirstPageUnchanged());
		}

		// No page had further rows, so that the first one shows whether any row has moved.
		const hasOnlyFirstPage = rows.start === 0 && rows.receivedCount === firstPage.records.length;
		if (!hasTotal && hasOnlyFirstPage) return await this.isFirstPageUnchanged();

		return rows.census.isComplete(rows.start, rows.isFilteredByServer);
	}

	/** Whether this reading has the same rows as an earlier one, in any order, and none came twice in either. */
	isRepetitionOf(earlier: ListReading): boolean {
		const { rows } = this;

		return (
			rows.hasSameRowsAs(earlier.rows) &&
			!rows.hasDuplicates &&
			!earlier.rows.hasDuplicates &&
			rows.firstPage.total === earlier.rows.firstPage.total
		);
	}

	/**
	 * Whether the first page is still as it was. In a list that was read from its newest row on, but not
	 * to its end, new rows would be on that page, and deleted ones would be missing from the total.
	 */
	private async isFirstPageUnchanged(): Promise<boolean> {
		const { firstPage, isFilteredByServer } = this.rows;
		const currentPage = await this.fetcher.fetchFirst();
		if (isProblem(currentPage) || currentPage.total !== firstPage.total) return false;

		// If the server filters, a row may have left the list and returned. Then it was modified.
		const toFingerprint = ({ records }: ListPage) =>
			JSON.stringify(isFilteredByServer ? records : records.map(toRowKey));

		return toFingerprint(currentPage) === toFingerprint(firstPage);
	}
}
