import type { JsonObject } from 'n8n-workflow';

import type { ListQuery } from '../model/call';
import { parseInstant } from '../values/instant';
import type { ListPage } from './envelope';
import { matchRow } from './rowFilter';

/**
 * Shows whether one reading of a list has received all rows, although others change the list while its pages are
 * read: rows move to other pages then, so that some come twice and others not at all.
 *
 * The first page says how many rows there are. Once that many different rows that existed at that moment were
 * received, none is missing, whatever was created, deleted or moved in between. A row that may have been created
 * since does not count.
 */
export class Completeness {
	/** How many different rows were received that existed when the first page was read. */
	private knownRows = 0;
	/** How many of these rows were not modified since, so that they have matched a filter all the time. */
	private unmodifiedRows = 0;

	constructor(private readonly firstPage: ListPage) {}

	/** Counts a row that was not received before. @param page the page that contains the row */
	count({ created_at: created, updated_at: updated }: JsonObject, page: ListPage): void {
		if (this.isAfterFirstPage(created, page)) return;

		this.knownRows++;
		if (!this.isAfterFirstPage(updated, page)) this.unmodifiedRows++;
	}

	/**
	 * Whether as many rows were received as there were when the first page was read.
	 *
	 * @param start how many rows of the list are before the first one that was received
	 * @param isFilteredByServer whether the server left out rows by a filter: if a row is modified, the
	 *   filter may include it from then on
	 */
	hasAllRows(start: number, isFilteredByServer: boolean): boolean {
		const received = isFilteredByServer ? this.unmodifiedRows : this.knownRows;

		return start + received >= (this.firstPage.total ?? Infinity);
	}

	/**
	 * Whether the first page may lack a row that the server counted. A record that was created right after the
	 * count can push another one off the page, unless the page is not full.
	 */
	mayMissRows({ serverFilters = [] }: ListQuery): boolean {
		const { cursor, records, hasMore, total = Infinity, isWholeList } = this.firstPage;
		const hasFurtherPages = hasMore !== false && records.length < total;
		const isFull = cursor === undefined || records.length >= cursor.size;
		if (isWholeList || (!hasFurtherPages && !isFull)) return false;

		// If the server filters, a record that was modified may have entered the list as well.
		const isFilteredByServer =
			serverFilters.length > 0 &&
			records.every((row) => serverFilters.every((filter) => matchRow(row, filter) !== 'differs'));

		return records.some(
			({ created_at: created, updated_at: updated }) =>
				(this.firstPage.total !== undefined && this.isAfterFirstPage(created, this.firstPage)) ||
				(isFilteredByServer && this.isAfterFirstPage(updated, this.firstPage)),
		);
	}

	/**
	 * Whether a row may have been created, or modified, after the server counted its rows.
	 *
	 * @param timestamp when the row was created or modified, as the server writes it
	 * @param page the page that contains the row
	 */
	private isAfterFirstPage(timestamp: unknown, { readAt }: ListPage): boolean {
		const time = parseInstant(timestamp);
		const { from = Infinity } = this.firstPage.readAt ?? {};

		// A timestamp in the server's future is meaningless.
		return time !== undefined && time >= from && time <= (readAt?.to ?? Infinity);
	}
}
