import type { JsonObject } from 'n8n-workflow';

import type { ListQuery } from '../model/call';
import { problem, type Problem } from '../result/problem';
import type { ListPage } from './envelope';
import { NewestFirst, type OldestRelevant } from './NewestFirst';
import { RowCensus } from './RowCensus';
import { matchesFilter, matchesTest } from './rowFilter';

/** A list that was read. */
export interface CollectedList {
	/** Each record once, in the server's order. */
	readonly records: JsonObject[];
	readonly statistics: ListStatistics;
}

/** What happened to the rows that the server returned. */
export interface ListStatistics {
	/** How many different rows were received. */
	readonly received: number;
	/** How many of them match all filters, including those that the node applies itself. */
	readonly matching: number;
	/** The display names of the filters that the server ignored. */
	readonly ignoredFilters: readonly string[];
	/** The display names of the filters that the node applies itself. */
	readonly clientFilters: readonly string[];
	/** How many records lack a value that a filter of the node needs. */
	readonly withoutValue: number;
	/**
	 * Set if all rows were requested, but some may be missing: the server's own count of its rows, if
	 * it gave one.
	 */
	readonly possiblyIncomplete?: { readonly total?: number | undefined } | undefined;
}

/** How a list is collected. */
export interface CollectOptions {
	readonly query: ListQuery;
	/** The first page received. */
	readonly first: ListPage;
	/** The number of rows before the first one that was requested. */
	readonly start: number;
	/** Set if the server was asked for the newest rows first: how far to read back. */
	readonly oldest?: OldestRelevant | undefined;
}

/**
 * Collects the rows of one list. Each counts once, however often it is received: rows move while pages are
 * read. What does not match the query is left out, so that Limit and Offset count matching rows.
 */
export class RowCollector {
	readonly first: ListPage;
	/** Counts the rows that existed when the first page was read. */
	readonly census: RowCensus;
	/** The number of rows before the first one received. */
	start: number;
	/** Whether a row was received twice, because rows moved between pages. */
	hasDuplicates = false;
	/** Set if the server ignores paging: whether its one response is known to be the whole list. */
	unpagedResponse: 'complete' | 'unknown' | undefined;

	private readonly query: ListQuery;
	private readonly order: NewestFirst | undefined;
	/** The rows that match, by their identity, in the server's order. */
	private readonly matching = new Map<string, JsonObject>();
	/** The identities of the others. */
	private readonly rejected = new Set<string>();
	private readonly ignoredFilters = new Set<string>();

	constructor({ query, first, start, oldest }: CollectOptions) {
		this.query = query;
		this.first = first;
		this.start = start;
		this.census = new RowCensus(first);
		this.order = oldest && new NewestFirst(oldest);
	}

	/** How many different rows were received, matching or not. */
	get received(): number {
		return this.matching.size + this.rejected.size;
	}

	/** Whether a row proves that the server ignored a filter. */
	get ignoresFilters(): boolean {
		return this.ignoredFilters.size > 0;
	}

	/** Whether the server itself seems to leave out the rows that a filter excludes. */
	get isNarrowed(): boolean {
		const { serverFilters = [] } = this.query;

		return serverFilters.length > 0 && !this.ignoresFilters;
	}

	/** Whether no further rows are needed. */
	get isDone(): boolean {
		return this.missing === 0 || this.mustStartOver || this.isPast;
	}

	/** Whether all further rows are too old. */
	get isPast(): boolean {
		return this.order?.isPast === true;
	}

	/**
	 * Whether the list has to be read from its first row: Offset counts matching rows, so if a filter
	 * is ignored, it cannot be left to the server.
	 */
	get mustStartOver(): boolean {
		return this.start > 0 && this.ignoresFilters;
	}

	/** How many further rows are of use at most; Infinity if any number may be needed. */
	get maxUseful(): number {
		return (this.query.clientFilters ?? []).length === 0 && !this.ignoresFilters
			? this.missing
			: Infinity;
	}

	/** How many further rows are certainly needed. */
	get guaranteedRemaining(): number {
		return this.order?.isBroken === false ? 1 : this.missing;
	}

	/** How many more matching rows are needed, which may be Infinity. */
	private get missing(): number {
		const { offset, limit = Infinity } = this.query;

		return Math.max(0, offset - this.start + limit - this.matching.size);
	}

	/** Adds the rows of a page. @returns how many of them are new */
	add(page: ListPage): number {
		const before = this.received;

		for (const row of page.records) this.addRow(row, page);

		return this.received - before;
	}

	/** Finds out, from a page that is not part of the result, whether the server ignores filters. */
	detectIgnoredFilters({ records }: ListPage): void {
		for (const row of records) this.passesFilters(row);
	}

	/**
	 * Ends a list whose server returns no further rows, whatever it is asked.
	 *
	 * @param total how many rows the server says it has
	 * @param start the number of rows before the first one received
	 * @returns a Problem if rows that are needed are missing
	 */
	stopEarly(total = 0, start = this.start): Problem | undefined {
		this.start = start;
		if (this.isDone || start + this.received >= total) return undefined;

		return problem({
			tag: 'failed',
			message: `The server returns only ${this.received} of its ${total} records and does not page by limit and offset`,
			description: 'Narrow the list by filters, so that it fits into one response.',
		});
	}

	/** Adds the rows of another reading of the same list that this one lacks. */
	addMissingFrom(reading: RowCollector): void {
		for (const [key, row] of reading.matching) {
			if (!this.hasReceived(key)) this.matching.set(key, row);
		}
	}

	/**
	 * Sorts the rows like those of another reading. A row that the other reading lacks goes behind the
	 * last one with an equal value.
	 *
	 * @param orderBy the order of that reading: a field of the rows, with `-` in front if descending
	 */
	sortLike(reading: RowCollector, orderBy: string): void {
		const field = orderBy.replace(/^-/, '');
		const sortValue = (key: string) => JSON.stringify(this.matching.get(key)?.[field] ?? null);
		const sharedKeys = [...reading.matching.keys()].filter((key) => this.matching.has(key));
		if (sharedKeys.length === 0) return;

		const lastKeyByValue = new Map(sharedKeys.map((key) => [sortValue(key), key]));
		const newKeysBehind = new Map<string, string[]>();

		for (const key of this.matching.keys()) {
			if (reading.matching.has(key)) continue;

			const predecessor = lastKeyByValue.get(sortValue(key)) ?? sharedKeys.at(-1) ?? '';
			const newKeys = newKeysBehind.get(predecessor) ?? [];

			newKeys.push(key);
			newKeysBehind.set(predecessor, newKeys);
		}

		const rows = new Map(this.matching);

		this.matching.clear();

		for (const key of sharedKeys.flatMap((shared) => [
			shared,
			...(newKeysBehind.get(shared) ?? []),
		])) {
			const row = rows.get(key);
			if (row !== undefined) this.matching.set(key, row);
		}
	}

	/** Whether another reading has the same rows in the same order. */
	isSameAs(reading: RowCollector): boolean {
		const keysOf = ({ matching, rejected }: RowCollector) =>
			JSON.stringify([...matching.keys(), ...rejected]);

		return keysOf(this) === keysOf(reading);
	}

	/** @param possiblyIncomplete set if all rows were requested, but some may be missing */
	finish(possiblyIncomplete?: ListStatistics['possiblyIncomplete']): CollectedList {
		const { offset, limit = Infinity, clientFilters = [] } = this.query;
		const start = offset - this.start;
		const records = [...this.matching.values()].slice(start, start + limit);

		const lacksValue = (row: JsonObject) =>
			clientFilters.some((test) => matchesTest(row, test) === undefined);

		return {
			records,
			statistics: {
				received: this.received,
				matching: this.matching.size,
				ignoredFilters: [...this.ignoredFilters],
				clientFilters: clientFilters.map(({ displayName }) => displayName),
				withoutValue: records.filter(lacksValue).length,
				possiblyIncomplete,
			},
		};
	}

	private addRow(row: JsonObject, page: ListPage): void {
		const key = identity(row);
		if (this.hasReceived(key)) {
			// A row that is received again says nothing about the order.
			this.hasDuplicates = true;
		} else {
			this.census.count(row, page);
			this.order?.add(row);
		}

		const { clientFilters = [] } = this.query;
		// A row that lacks the value is kept: leaving it out would lose it silently.
		const isKept =
			this.passesFilters(row) && clientFilters.every((test) => matchesTest(row, test) !== false);

		if (isKept) {
			this.matching.set(key, row);
			this.rejected.delete(key);
		} else {
			this.matching.delete(key);
			this.rejected.add(key);
		}
	}

	private hasReceived(key: string): boolean {
		return this.matching.has(key) || this.rejected.has(key);
	}

	/** Whether a row matches all filters. A filter that it does not match is recorded as ignored. */
	private passesFilters(row: JsonObject): boolean {
		const { serverFilters = [] } = this.query;
		const failed = serverFilters.filter((filter) => !matchesFilter(row, filter));

		for (const { displayName } of failed) this.ignoredFilters.add(displayName);

		return failed.length === 0;
	}
}

/** Two rows are the same record if they have the same ID or, without one, the same content. */
export const identity = (record: JsonObject): string =>
	typeof record.id === 'string' || typeof record.id === 'number'
		? `id ${record.id}`
		: JSON.stringify(record);
