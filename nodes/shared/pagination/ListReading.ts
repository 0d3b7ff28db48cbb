import { isProblem } from '../result/problem';
import type { ListPage } from './envelope';
import type { PageFetcher } from './PageFetcher';
import { identity, type RowCollector } from './RowCollector';

/** A list that was read once, and what that reading proves. */
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
		const { first, unpagedResponse } = rows;
		const isCounted = first.total !== undefined;

		// A single response shows the list at one moment.
		const isSinglePage = this.fetcher.furtherPages === 0;
		if (isSinglePage && (rows.isPast || !mayMissRows)) return true;
		if (unpagedResponse === 'complete') return true;
		if (unpagedResponse === 'unknown' && !isCounted) return false;

		if (rows.isPast) {
			// A modified row can appear anywhere in the list without changing the total.
			const canProve = isCounted && !rows.hasDuplicates && !rows.isNarrowed && !mayMissRows;

			return canProve && (await this.isFirstPageUnchanged());
		}

		// There was only one page, and none of its rows has disappeared.
		const isFirstPageAll = !isCounted && rows.start === 0 && rows.received === first.records.length;
		if (isFirstPageAll) return await this.isFirstPageUnchanged();

		return rows.census.isComplete(rows.start, rows.isNarrowed);
	}

	/** Whether another reading has the same rows, in the same order, and neither saw rows move. */
	repeats(reading: ListReading): boolean {
		const { rows } = this;

		return (
			rows.isSameAs(reading.rows) &&
			!rows.hasDuplicates &&
			rows.first.total === reading.rows.first.total
		);
	}

	/**
	 * Whether the first page is still as it was. In a list that was read from its newest row on, but not
	 * to its end, new rows would be on that page, and deleted ones would be missing from the total.
	 */
	private async isFirstPageUnchanged(): Promise<boolean> {
		const { first, isNarrowed } = this.rows;
		const now = await this.fetcher.fetchFirst();
		if (isProblem(now) || now.total !== first.total) return false;

		// If the server leaves rows out, one may have gone and come back, which has modified it.
		const fingerprint = ({ records }: ListPage) =>
			JSON.stringify(isNarrowed ? records : records.map(identity));

		return fingerprint(now) === fingerprint(first);
	}
}
