import type { JsonObject } from 'n8n-workflow';

import type { ListWish } from '../call';
import { createdAt, isWithin, Order } from './created';
import { passes } from './filter';

/** What a list came to. */
export interface Collected {
	/** Each record once, in the server's order. */
	readonly records: JsonObject[];
	readonly account: Account;
}

/** What became of the rows of a list that the server gave. */
export interface Account {
	/** How many different ones it gave. */
	readonly seen: number;
	/** The display names of the filters that it ignored. */
	readonly ignored: readonly string[];
	/** How many were left out here because of them. */
	readonly leftOut: number;
	/** How many were kept although they do not say when they were created. */
	readonly undated: number;
}

/**
 * The rows of one list so far. Each counts once, however often it comes: rows move while pages are
 * asked for. What does not fit the wish is left out, so that Limit and Offset count the others.
 *
 * Many methods take `from`, the number of rows before the first one that was asked for.
 */
export class Rows {
	/** Those that fit, by their identity, in the server's order. */
	private readonly fitting = new Map<string, JsonObject>();
	/** The others, by their identity: whether a filter left them out. */
	private readonly others = new Map<string, boolean>();
	private readonly ignored = new Set<string>();
	private readonly order = new Order();

	constructor(private readonly wish: ListWish) {}

	/** How many different rows there are, fitting or not. */
	get seen(): number {
		return this.fitting.size + this.others.size;
	}

	/** Whether a row shows that the server ignored a filter. */
	get ignoresFilters(): boolean {
		return this.ignored.size > 0;
	}

	/** How many of the rows before `from` to look at, so as to know whether the server left some out. */
	toJudge(from: number): number {
		return this.wish.filters === undefined || this.wish.filters.length === 0 ? 0 : from;
	}

	/** Looks whether rows that are not wanted show that the server ignores a filter. */
	judge(rows: readonly JsonObject[]): void {
		for (const row of rows) this.failsFilter(row);
	}

	/** @returns how many of the rows were not there before */
	add(rows: readonly JsonObject[]): number {
		const before = this.seen;
		for (const row of rows) this.addOne(row);
		return this.seen - before;
	}

	private addOne(row: JsonObject): void {
		const { created: wanted } = this.wish;
		const key = identity(row);
		const created = wanted && createdAt(row);
		// A row that comes again says nothing of the order.
		const isNew = !this.fitting.has(key) && !this.others.has(key);
		if (isNew && created !== undefined) this.order.add(created);

		const isFiltered = this.failsFilter(row);
		if (!isFiltered && (wanted === undefined || isWithin(wanted, created))) {
			this.fitting.set(key, row);
			this.others.delete(key);
		} else {
			this.fitting.delete(key);
			this.others.set(key, isFiltered);
		}
	}

	/** Whether a filter does not ask for such a row, which shows that the server ignored it. */
	private failsFilter(row: JsonObject): boolean {
		const failed = (this.wish.filters ?? []).filter((filter) => !passes(row, filter));
		for (const { displayName } of failed) this.ignored.add(displayName);
		return failed.length > 0;
	}

	/** How many more fitting rows are wanted, which may be Infinity. */
	missing(from: number): number {
		const { offset, limit = Infinity } = this.wish;
		return Math.max(0, offset - from + limit - this.fitting.size);
	}

	/** Whether no further rows are needed. */
	isDone(from: number): boolean {
		const { created } = this.wish;
		return (
			this.missing(from) === 0 ||
			this.mustStartOver(from) ||
			(created !== undefined && this.order.isPast(created))
		);
	}

	/** Offset counts fitting rows, and where a filter is ignored, those before `from` are unknown. */
	mustStartOver(from: number): boolean {
		return from > 0 && this.ignoresFilters;
	}

	/** How many rows hold no more than what is missing; Infinity where any number may be needed. */
	atMost(from: number): number {
		const { created } = this.wish;
		return created === undefined && !this.ignoresFilters ? this.missing(from) : Infinity;
	}

	/** How many of the rows that are yet to come are needed for certain. */
	certain(from: number): number {
		const { created } = this.wish;
		return created !== undefined && this.order.mayPass(created) ? 1 : this.missing(from);
	}

	collected(from: number): Collected {
		const { offset, limit = Infinity, created } = this.wish;
		const start = offset - from;
		const records = [...this.fitting.values()].slice(start, start + limit);
		const isUndated = (row: JsonObject) => created !== undefined && createdAt(row) === undefined;
		return {
			records,
			account: {
				seen: this.seen,
				ignored: [...this.ignored],
				leftOut: [...this.others.values()].filter((byFilter) => byFilter).length,
				undated: records.filter(isUndated).length,
			},
		};
	}
}

/** Two rows are the same record if they have the same ID or, without one, the same content. */
export const identity = (record: JsonObject): string =>
	typeof record.id === 'string' || typeof record.id === 'number'
		? `id ${String(record.id)}`
		: JSON.stringify(record);
