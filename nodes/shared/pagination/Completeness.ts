import type { JsonObject } from 'n8n-workflow';

import { readTime } from '../fields/dates/instant';
import type { ListPage } from './envelope';

/** An instant in a field of a row, in UNIX milliseconds; undefined: it has none. */
export function momentIn(value: unknown): number | undefined {
	const time = readTime(value);
	if (typeof time === 'string') return undefined;

	return time.kind === 'local' ? time.wall : time.instant;
}

/**
 * Whether a list came whole, although others may work on it while its pages are read.
 *
 * The first response tells how many rows there are. When as many different rows have come that were
 * there at that moment, all of them have: whatever was made, deleted or moved meanwhile. A row that
 * may have been made since does not count.
 */
export class Completeness {
	/** Different rows that were there when the first page was read. */
	private there = 0;
	/** Those among them that nobody has changed since, so that no filter can have let them in. */
	private untouched = 0;

	constructor(private readonly first: ListPage) {}

	/** Takes note of a row that was not there before, and of the page that it came with. */
	count({ created_at: created, updated_at: updated }: JsonObject, page: ListPage): void {
		if (this.isSince(created, page)) return;

		this.there++;
		if (!this.isSince(updated, page)) this.untouched++;
	}

	/** Whether a row may have been made, or changed, after the total was told. */
	isSince(moment: unknown, { looked }: ListPage): boolean {
		const at = momentIn(moment);
		const { from = Infinity } = this.first.looked ?? {};

		// One that is still to come by the server's own clock says nothing of when it was written.
		return at !== undefined && at >= from && at <= (looked?.to ?? Infinity);
	}

	/**
	 * @param before how many of the rows that were there were skipped
	 * @param isNarrowed whether the server itself left rows out, by a filter whose field may change
	 */
	isWhole(before: number, isNarrowed: boolean): boolean {
		const came = isNarrowed ? this.untouched : this.there;

		return before + came >= (this.first.total ?? Infinity);
	}
}
