import type { JsonObject } from 'n8n-workflow';

import type { ListQuery } from '../model/call';
import { parseInstant } from '../values/instant';
import type { ListPage } from './envelope';
import { matchRow } from './rowFilter';

/**
 * Shows whether one reading of a list has received all rows, although others change the list while its pages are
 * read: rows move to other pages then, so that some come twice and others not at all.
 *
 * The first page says how many rows there are. Once that many different rows that were in the list at that moment
 * were received, none is missing, whatever was created, deleted or moved in between. A row that may have entered the
 * list since does not count: it was created, or it was modified, because a row that is restored, accepted or imported
 * keeps an early `created_at` (rows 29, 68 and 402).
 */
export class Completeness {
	/** How many different rows were received that were neither created nor modified since the first page was read. */
	private unmodifiedRows = 0;
	/** How many rows of the first page were modified at the time when it was read. */
	private modifiedFirstRows = 0;

	constructor(private readonly firstPage: ListPage) {}

	/** Counts a row that was not received before. @param page the page that contains the row */
	count({ created_at: created, updated_at: updated }: JsonObject, page: ListPage): void {
		if (this.isAfterFirstPage(created, page)) return;

		if (!this.isAfterFirstPage(updated, page)) this.unmodifiedRows++;
		else if (page === this.firstPage) this.modifiedFirstRows++;
	}

	/**
	 * Whether as many rows were received as there were when the first page was read.
	 *
	 * @param start how many rows of the list are before the first one that was received
	 * @param isFilteredByServer whether the server left out rows by a filter: a modified row of the first page may
	 *   not have matched it when the rows were counted. In other lists it counts, so that no list is read again because
	 *   somebody has just modified a record.
	 */
	hasAllRows(start: number, isFilteredByServer: boolean): boolean {
		const received = this.unmodifiedRows + (isFilteredByServer ? 0 : this.modifiedFirstRows);

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
