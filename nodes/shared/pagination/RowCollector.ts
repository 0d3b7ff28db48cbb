import type { JsonObject } from 'n8n-workflow';

import type { CreatedRange, ListQuery } from '../model/call';
import { Completeness } from './Completeness';
import { createdAt, isWithin, NewestFirst } from './createdFilter';
import type { ListPage } from './envelope';
import { passes } from './rowFilter';

/** What a list came to. */
export interface Collected {
	/** Each record once, in the server's order. */
	readonly records: JsonObject[];
	readonly statistics: ListStatistics;
}

/** What became of the rows of a list that the server gave. */
export interface ListStatistics {
	/** How many different ones it gave. */
	readonly seen: number;
	/** How many of them fit all filters, those of the node's own too. */
	readonly fitting: number;
	/** The display names of the filters that it ignored. */
	readonly ignored: readonly string[];
	/** When the fitting ones were created, where that is a filter. */
	readonly created?: CreatedRange;
	/** How many were kept although they do not say when they were created. */
	readonly undated: number;
	/** Set where all rows were wanted, and nobody knows whether all have come. */
	readonly doubt?: Doubt;
}

/** Why it is not known whether a list came whole. */
export interface Doubt {
	/** How many rows the server said that there are; undefined: it does not say. */
	readonly total?: number;
}

/** How the rows of a list are read. */
interface Reading {
	/** The answer that came first. */
	readonly first: ListPage;
	/** Whether the server was asked for the newest ones first. */
	readonly isOrdered: boolean;
}

/**
 * The rows of one list so far. Each counts once, however often it comes: rows move while pages are
 * asked for. What does not fit the query is left out, so that Limit and Offset count the others.
 *
 * Many methods take `from`, the number of rows before the first one that was asked for.
 */
export class RowCollector {
	/** Those that fit, by their identity, in the server's order. */
	private readonly fitting = new Map<string, JsonObject>();
	/** The identities of the others. */
	private readonly others = new Set<string>();
	private readonly ignored = new Set<string>();
	private readonly order: NewestFirst | undefined;
	private readonly census: Completeness;
	/** Whether a row came a second time, which rows do that have moved. */
	hasDoubles = false;
	/** Set where the server gives the same rows whatever it is asked: whether they are all that it has. */
	cameAtOnce: boolean | undefined;

	constructor(
		private readonly query: ListQuery,
		{ first, isOrdered }: Reading,
	) {
		this.census = new Completeness(first);
		if (isOrdered) this.order = new NewestFirst();
	}

	/** How many different rows there are, fitting or not. */
	get seen(): number {
		return this.fitting.size + this.others.size;
	}

	/** Whether a row shows that the server ignored a filter. */
	get ignoresFilters(): boolean {
		return this.ignored.size > 0;
	}

	/** How many of the rows before `from` to look at, so as to know whether the server left some out. */
	rowsToVerify(from: number): number {
		return this.hasFilters ? from : 0;
	}

	private get hasFilters(): boolean {
		return this.query.filters !== undefined && this.query.filters.length > 0;
	}

	/** Looks whether rows that are not wanted show that the server ignores a filter. */
	detectIgnoredFilters(rows: readonly JsonObject[]): void {
		for (const row of rows) this.failsFilter(row);
	}

	/** @returns how many rows of the page were not there before */
	add(page: ListPage): number {
		const before = this.seen;
		for (const row of page.records) this.addOne(row, page);
		return this.seen - before;
	}

	private addOne(row: JsonObject, page: ListPage): void {
		const { created: wanted } = this.query;
		const key = identity(row);
		const created = wanted && createdAt(row);
		if (this.fitting.has(key) || this.others.has(key)) {
			// A row that comes again says nothing of the order.
			this.hasDoubles = true;
		} else {
			this.census.count(row, page);
			if (created !== undefined) this.order?.add(created);
		}

		if (!this.failsFilter(row) && (wanted === undefined || isWithin(wanted, created))) {
			this.fitting.set(key, row);
			this.others.delete(key);
		} else {
			this.fitting.delete(key);
			this.others.add(key);
		}
	}

	/** Whether a filter does not ask for such a row, which shows that the server ignored it. */
	private failsFilter(row: JsonObject): boolean {
		const failed = (this.query.filters ?? []).filter((filter) => !passes(row, filter));
		for (const { displayName } of failed) this.ignored.add(displayName);
		return failed.length > 0;
	}

	/** How many more fitting rows are wanted, which may be Infinity. */
	missing(from: number): number {
		const { offset, limit = Infinity } = this.query;
		return Math.max(0, offset - from + limit - this.fitting.size);
	}

	/** Whether no further rows are needed. */
	isDone(from: number): boolean {
		return this.missing(from) === 0 || this.mustStartOver(from) || this.isPast;
	}

	/** Whether the rows that are yet to come are all too old. */
	get isPast(): boolean {
		return this.order?.isPast(this.query.created ?? {}) === true;
	}

	/** Offset counts fitting rows, and where a filter is ignored, those before `from` are unknown. */
	mustStartOver(from: number): boolean {
		return from > 0 && this.ignoresFilters;
	}

	/** How many rows hold no more than what is missing; Infinity where any number may be needed. */
	maxUseful(from: number): number {
		const { created } = this.query;
		return created === undefined && !this.ignoresFilters ? this.missing(from) : Infinity;
	}

	/** How many of the rows that are yet to come are needed for certain. */
	guaranteedRemaining(from: number): number {
		return this.order?.mayPass() === true ? 1 : this.missing(from);
	}

	/** Whether the server seems to leave out by itself what a filter does not ask for. */
	get isNarrowed(): boolean {
		return this.hasFilters && !this.ignoresFilters;
	}

	/** Whether all rows have come that the server had when it was asked first. */
	isWhole(from: number): boolean {
		return this.census.isWhole(from, this.isNarrowed);
	}

	/** Adds what came in another reading of the same list and did not come in this one. */
	adopt(other: RowCollector): void {
		for (const [key, row] of other.fitting) {
			if (!this.fitting.has(key) && !this.others.has(key)) this.fitting.set(key, row);
		}
	}

	/** Whether the same rows came in another reading, in the same order. */
	isSameAs(other: RowCollector): boolean {
		const keys = ({ fitting, others }: RowCollector) =>
			JSON.stringify([...fitting.keys(), ...others]);
		return keys(this) === keys(other);
	}

	collected(from: number, doubt?: Doubt): Collected {
		const { offset, limit = Infinity, created } = this.query;
		const start = offset - from;
		const records = [...this.fitting.values()].slice(start, start + limit);
		const isUndated = (row: JsonObject) => created !== undefined && createdAt(row) === undefined;
		return {
			records,
			statistics: {
				seen: this.seen,
				fitting: this.fitting.size,
				ignored: [...this.ignored],
				undated: records.filter(isUndated).length,
				...(created === undefined ? {} : { created }),
				...(doubt === undefined ? {} : { doubt }),
			},
		};
	}
}

/** Two rows are the same record if they have the same ID or, without one, the same content. */
export const identity = (record: JsonObject): string =>
	typeof record.id === 'string' || typeof record.id === 'number'
		? `id ${String(record.id)}`
		: JSON.stringify(record);
