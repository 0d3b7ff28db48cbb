import type { JsonObject } from 'n8n-workflow';

import type { ListQuery } from '../model/call';
import { problem, type Problem } from '../result/problem';
import { Completeness } from './Completeness';
import type { ListPage } from './envelope';
import { compareBy, type SortedList } from './mergeSorted';
import { NewestFirstCheck, type LowerBound } from './NewestFirstCheck';
import { findRequestedOrder } from './requestedOrder';
import { toRowKey } from './rowKey';
import { lacksFilterValue, listOwnFilters, matchRow, passesOwnFilters } from './rowFilter';

/** The records of a list, and what happened while it was read. */
export interface CollectedList extends SortedList {
	readonly statistics: ListStatistics;
}

/** Counts of the rows that the server returned, and the filters that were applied to them. */
export interface ListStatistics {
	/** How many different rows were received. */
	readonly received: number;
	/** How many rows the list has by the server's own count, whatever filters the node applies. Absent: it does not say. */
	readonly total?: number | undefined;
	/** How many of these rows match all filters, including those that only the node applies. */
	readonly matching: number;
	/** The display names of the filters that the server ignored. */
	readonly ignoredFilters: readonly string[];
	/** The display names of the filters that only the node applies. */
	readonly clientFilters: readonly string[];
	/** How many records lack a value that a filter needs, and are kept for that reason. */
	readonly withoutValue: number;
	/**
	 * Set if all rows were requested, but some may be missing. `total` is how many rows the server has,
	 * if it says so.
	 */
	readonly possiblyIncomplete?: { readonly total?: number | undefined } | undefined;
	/** Where the rows are, if the list is one of several that were read for the same item: `project Launch`. */
	readonly place?: string;
}

/** How the rows of a list are collected. */
export interface CollectOptions {
	readonly query: ListQuery;
	/** The first page received. */
	readonly firstPage: ListPage;
	/** How many rows of the list are before the first one that was requested. */
	readonly start: number;
	/** Set if the newest rows were requested first: the time back to which they are needed. */
	readonly lowerBound?: LowerBound | undefined;
}

/**
 * Collects the rows of one list. Rows move while pages are read, so that a row may be received several
 * times; it counts once. Rows that do not match the query are left out: Limit and Offset count those that
 * match.
 */
export class RowCollector {
	readonly firstPage: ListPage;
	/** Shows whether rows are missing. */
	readonly completeness: Completeness;
	/** How many rows of the list are before the first one that was received. */
	start: number;
	/** Whether a row was received twice, because rows moved between pages. */
	hasDuplicates = false;
	/** Set if the server ignores paging: whether its one response is known to be the whole list. */
	unpagedResponse: 'complete' | 'unknown' | undefined;

	/** The order in which the rows were requested. */
	order: string;

	/** The pages received, if the newest rows were requested first and the server seems to honor that. */
	readonly pagesToLowerBound: ListPage[] = [];

	private readonly query: ListQuery;
	private readonly orderCheck: NewestFirstCheck | undefined;
	/** The rows that match, by their keys, in the order in which they were requested. */
	private readonly matchingRows = new Map<string, JsonObject>();
	/** The keys of the rows that do not match. */
	private readonly rejectedKeys = new Set<string>();
	private readonly ignoredFilters = new Set<string>();

	constructor({ query, firstPage, start, lowerBound }: CollectOptions) {
		this.query = query;
		this.order = findRequestedOrder(query).order;
		this.firstPage = firstPage;
		this.start = start;
		this.completeness = new Completeness(firstPage);
		this.orderCheck = lowerBound && new NewestFirstCheck(lowerBound);
	}

	/** How many different rows were received, matching or not. */
	get receivedCount(): number {
		return this.matchingRows.size + this.rejectedKeys.size;
	}

	/** Whether a row proves that the server ignored a filter. */
	get ignoresFilters(): boolean {
		return this.ignoredFilters.size > 0;
	}

	/** Whether the server seems to apply the filters: no row received so far contradicts it. */
	get isFilteredByServer(): boolean {
		const { serverFilters = [] } = this.query;

		return serverFilters.length > 0 && !this.ignoresFilters;
	}

	/** Whether no further rows are needed. */
	get isDone(): boolean {
		return this.missingCount === 0 || this.mustStartOver || this.isPastLowerBound;
	}

	/** Whether all further rows are too old. */
	get isPastLowerBound(): boolean {
		return this.orderCheck?.isPastLowerBound === true;
	}

	/**
	 * Whether the list has to be read from its first row. Offset counts matching rows, so a server that
	 * ignores a filter cannot apply it.
	 */
	get mustStartOver(): boolean {
		return this.start > 0 && this.ignoresFilters;
	}

	/** The upper bound on the rows that are still needed: Infinity if any number may be. */
	get maxUsefulRows(): number {
		return listOwnFilters(this.query).length === 0 && !this.ignoresFilters
			? this.missingCount
			: Infinity;
	}

	/** The lower bound on the rows that are still needed. */
	get minRemainingRows(): number {
		return this.orderCheck?.isBroken === false ? 1 : this.missingCount;
	}

	/** How many more matching rows are needed, or Infinity if all are. */
	private get missingCount(): number {
		const { offset, limit = Infinity } = this.query;

		return Math.max(0, offset - this.start + limit - this.matchingRows.size);
	}

	/** Adds the rows of a page. @returns how many of them are new */
	add(page: ListPage): number {
		const before = this.receivedCount;

		for (const row of page.records) this.addRow(row, page);

		if (this.orderCheck?.isBroken === false) this.pagesToLowerBound.push(page);

		return this.receivedCount - before;
	}

	/** Checks on a page that is not part of the result whether the server ignores filters. */
	detectIgnoredFilters({ records }: ListPage): void {
		for (const row of records) this.passesFilters(row);
	}

	/**
	 * Ends a list because its server returns no further rows, whichever page is requested.
	 *
	 * @param total how many rows the server says that it has
	 * @param start how many rows of the list are before the first one that was received
	 * @returns a Problem if rows that are needed are missing
	 */
	stopEarly(total = 0, start = this.start): Problem | undefined {
		this.start = start;
		if (this.isDone || start + this.receivedCount >= total) return undefined;

		return problem({
			cause: 'failed',
			message: `The server returns only ${this.receivedCount} of its ${total} records and does not page by limit and offset`,
			description: 'Narrow the list by filters, so that it fits into one response.',
		});
	}

	/**
	 * Adds the rows that an earlier reading of the same list has and this one lacks. Rows that both have keep their
	 * earlier places, and those that only this one has come last.
	 */
	addMissingFrom(earlier: RowCollector): void {
		const own = [...this.matchingRows];
		const kept = [...earlier.matchingRows].filter(([key]) => !this.rejectedKeys.has(key));

		this.matchingRows.clear();
		for (const [key, row] of kept) this.matchingRows.set(key, row);
		for (const [key, row] of own) this.matchingRows.set(key, row);
	}

	/** Sorts the rows by an order in which servers sort. Rows that are equal in it keep their order. */
	sortBy(order: string): void {
		const compare = compareBy(order);
		const sorted = [...this.matchingRows].sort(([, left], [, right]) => compare(left, right));

		this.matchingRows.clear();
		for (const [key, row] of sorted) this.matchingRows.set(key, row);

		this.order = order;
	}

	/** Whether another reading has the same rows, matching or not. */
	hasSameRowsAs(other: RowCollector): boolean {
		return (
			this.receivedCount === other.receivedCount &&
			[...this.matchingRows.keys()].every((key) => other.matchingRows.has(key)) &&
			[...this.rejectedKeys].every((key) => other.rejectedKeys.has(key))
		);
	}

	/**
	 * Returns the records that Limit and Offset select, with the statistics.
	 *
	 * @param possiblyIncomplete set if all rows were requested, but some may be missing
	 */
	finish(possiblyIncomplete?: ListStatistics['possiblyIncomplete']): CollectedList {
		const { offset, limit = Infinity } = this.query;
		const start = offset - this.start;
		const records = [...this.matchingRows.values()].slice(start, start + limit);

		return {
			order: this.order,
			records,
			statistics: {
				received: this.receivedCount,
				total: this.firstPage.total,
				matching: this.matchingRows.size,
				ignoredFilters: [...this.ignoredFilters],
				clientFilters: listOwnFilters(this.query),
				withoutValue: records.filter((row) => lacksFilterValue(row, this.query)).length,
				possiblyIncomplete,
			},
		};
	}

	private addRow(row: JsonObject, page: ListPage): void {
		// No row moves within one response, but two may have one ID: two relations to a work item (row 478).
		const key = page.isWholeList ? JSON.stringify(row) : toRowKey(row);
		if (this.hasReceived(key)) {
			// A row that is received again says nothing about the order.
			this.hasDuplicates = true;
		} else {
			this.completeness.count(row, page);
			this.orderCheck?.add(row);
		}

		// A row without the value is kept: it may match, and the user would not see that it is missing.
		const isKept = this.passesFilters(row) && passesOwnFilters(row, this.query);

		if (isKept) {
			this.matchingRows.set(key, row);
			this.rejectedKeys.delete(key);
		} else {
			this.matchingRows.delete(key);
			this.rejectedKeys.add(key);
		}
	}

	private hasReceived(key: string): boolean {
		return this.matchingRows.has(key) || this.rejectedKeys.has(key);
	}

	/** Whether a row matches all filters. A filter that it does not match is recorded as ignored. */
	private passesFilters(row: JsonObject): boolean {
		const { serverFilters = [] } = this.query;
		const failed = serverFilters.filter((filter) => matchRow(row, filter) === 'differs');

		for (const { field } of failed) this.ignoredFilters.add(field.displayName);

		return failed.length === 0;
	}
}
