import { isProblem } from '../result/problem';
import type { ListPage } from './envelope';
import type { PageFetcher } from './PageFetcher';
import type { RowCollector } from './RowCollector';
import { toRowKey } from './rowKey';

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

		if (rows.isPastLowerBound) {
			// A modified row can appear anywhere in the list without changing the total.
			const canProve = hasTotal && !rows.hasDuplicates && !rows.isFilteredByServer && !mayMissRows;

			return canProve && (await this.isFirstPageUnchanged());
		}

		// No page had further rows, so that the first one shows whether any row has moved.
		const hasOnlyFirstPage =
			!hasTotal && rows.start === 0 && rows.receivedCount === firstPage.records.length;
		if (hasOnlyFirstPage) return await this.isFirstPageUnchanged();

		return rows.census.isComplete(rows.start, rows.isFilteredByServer);
	}

	/** Whether this reading has the same rows as an earlier one, in the same order, and no row moved. */
	isRepetitionOf(earlier: ListReading): boolean {
		const { rows } = this;

		return (
			rows.isSameAs(earlier.rows) &&
			!rows.hasDuplicates &&
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
