import type { JsonObject } from 'n8n-workflow';

import { parseInstant } from '../values/instant';
import type { ListPage } from './envelope';

/**
 * Detects whether a list was read completely while others were changing it.
 *
 * The first response says how many rows there are. Once that many different rows that existed at
 * that moment were received, none is missing, whatever was created, deleted or moved in between. A row
 * that may have been created since does not count.
 */
export class RowCensus {
	/** How many different rows were received that existed when the first page was read. */
	private knownRows = 0;
	/** How many of these rows were not modified since, so that they have matched a filter all the time. */
	private unmodifiedRows = 0;

	constructor(private readonly first: ListPage) {}

	/** Counts a row that was not received before. @param page the page that contains the row */
	count({ created_at: created, updated_at: updated }: JsonObject, page: ListPage): void {
		if (this.isAfterFirstPage(created, page)) return;

		this.knownRows++;
		if (!this.isAfterFirstPage(updated, page)) this.unmodifiedRows++;
	}

	/**
	 * Whether a row may have been created, or modified, after the server counted its rows.
	 *
	 * @param timestamp when the row was created or modified, as the server writes it
	 * @param page the page that contains the row
	 */
	isAfterFirstPage(timestamp: unknown, { readAt }: ListPage): boolean {
		const time = parseInstant(timestamp);
		const { from = Infinity } = this.first.readAt ?? {};

		// A timestamp in the server's future is meaningless.
		return time !== undefined && time >= from && time <= (readAt?.to ?? Infinity);
	}

	/**
	 * Whether all rows were received that existed when the first page was read.
	 *
	 * @param skipped how many of the existing rows were skipped
	 * @param isFilteredByServer whether the server left out rows by a filter: if a row is modified, the
	 *   filter may include it from then on
	 */
	isComplete(skipped: number, isFilteredByServer: boolean): boolean {
		const received = isFilteredByServer ? this.unmodifiedRows : this.knownRows;

		return skipped + received >= (this.first.total ?? Infinity);
	}
}
