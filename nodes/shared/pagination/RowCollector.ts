import type { JsonObject } from 'n8n-workflow';

import type { ListQuery } from '../model/call';
import { problem, type Problem } from '../result/problem';
import { Completeness } from './Completeness';
import type { ListPage } from './envelope';
import { meets, NewestFirst, passes, type Since } from './rowFilter';

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
	/** The display names of the node's own filters. */
	readonly own: readonly string[];
	/** How many have no value for an own filter asks for. */
	readonly unsaid: number;
	/**
	 * Set where all rows were wanted, and nobody knows whether all have come, with how many the server
	 * said that there are, if it did.
	 */
	readonly doubt?: { readonly total?: number | undefined } | undefined;
}

/**
 * The rows of one list so far. Each counts once, however often it comes: rows move while pages are
 * asked for. What does not fit the query is left out, so that Limit and Offset count the others.
 */
export class RowCollector {
	/** Those that fit, by their identity, in the server's order. */
	private readonly fitting = new Map<string, JsonObject>();
	/** The identities of the others. */
	private readonly others = new Set<string>();
	private readonly ignored = new Set<string>();
	private readonly order: NewestFirst | undefined;
	/** Counts the rows that the server had when it was asked first. */
	readonly census: Completeness;
	/** Whether a row came a second time, which rows do that have moved. */
	hasDoubles = false;
	/** Set where the server gives the same rows whatever it is asked: whether they are all that it has. */
	cameAtOnce: boolean | undefined;

	/**
	 * @param since what the server was asked for the newest rows first for
	 * @param start the number of rows before the first one that was asked for
	 */
	constructor(
		private readonly query: ListQuery,
		readonly first: ListPage,
		since: Since | undefined,
		public start: number,
	) {
		this.census = new Completeness(first);
		if (since) this.order = new NewestFirst(since);
	}

	/** Different rows, fitting or not. */
	get seen(): number {
		return this.fitting.size + this.others.size;
	}

	/** Whether a row shows that the server ignored a filter. */
	get ignoresFilters(): boolean {
		return this.ignored.size > 0;
	}

	/** Whether the server seems to leave out by itself what a filter does not ask for. */
	get isNarrowed(): boolean {
		const { serverFilters = [] } = this.query;

		return serverFilters.length > 0 && !this.ignoresFilters;
	}

	/** @returns how many rows of the page were not there before */
	add(page: ListPage): number {
		const before = this.seen;

		for (const row of page.records) {
			const key = identity(row);
			if (this.fitting.has(key) || this.others.has(key)) {
				// A row that comes again says nothing of the order.
				this.hasDoubles = true;
			} else {
				this.census.count(row, page);
				this.order?.add(row);
			}

			const { clientFilters = [] } = this.query;
			// A row that does not say is not left out: that would lose it silently.
			if (!this.failsFilter(row) && clientFilters.every((test) => meets(row, test) !== false)) {
				this.fitting.set(key, row);
				this.others.delete(key);
			} else {
				this.fitting.delete(key);
				this.others.add(key);
			}
		}

		return this.seen - before;
	}

	/** Whether a filter does not ask for such a row, which shows, and is noted, that it is ignored. */
	failsFilter(row: JsonObject): boolean {
		const failed = (this.query.serverFilters ?? []).filter((filter) => !passes(row, filter));

		for (const { displayName } of failed) this.ignored.add(displayName);

		return failed.length > 0;
	}

	/** How many more fitting rows are wanted, which may be Infinity. */
	private get missing(): number {
		const { offset, limit = Infinity } = this.query;

		return Math.max(0, offset - this.start + limit - this.fitting.size);
	}

	/** Whether no further rows are needed. */
	get isDone(): boolean {
		return this.missing === 0 || this.mustStartOver || this.isPast;
	}

	/** Whether the rows that are yet to come are all too old. */
	get isPast(): boolean {
		return this.order?.isPast === true;
	}

	/** Offset counts fitting rows, and where a filter is ignored, those before `start` are unknown. */
	get mustStartOver(): boolean {
		return this.start > 0 && this.ignoresFilters;
	}

	/** How many rows hold no more than what is missing; Infinity where any number may be needed. */
	get maxUseful(): number {
		return (this.query.clientFilters ?? []).length === 0 && !this.ignoresFilters
			? this.missing
			: Infinity;
	}

	/** How many of the rows that are yet to come are needed for certain. */
	get guaranteedRemaining(): number {
		return this.order?.isBroken === false ? 1 : this.missing;
	}

	/**
	 * Ends a list whose server gives no other rows, whatever it is asked.
	 *
	 * @param total how many rows the server has; undefined: it does not tell
	 * @param start the number of rows before the first one that came
	 * @returns a Problem where rows are wanted that did not come
	 */
	endWithoutRest(total = 0, start = this.start): Problem | undefined {
		this.start = start;
		if (this.isDone || start + this.seen >= total) return undefined;

		return problem({
			tag: 'failed',
			message: `The server gives only ${this.seen} of its ${total} records and does not page by limit and offset`,
			description: 'Narrow the list by filters, so that it fits into one response.',
		});
	}

	/** Adds what came in another reading of the same list and did not come in this one. */
	adopt(other: RowCollector): void {
		for (const [key, row] of other.fitting) {
			if (!this.fitting.has(key) && !this.others.has(key)) this.fitting.set(key, row);
		}
	}

	/**
	 * Puts the rows into the order in which they came in another reading. What did not come there goes
	 * behind the last of those that are equal to it.
	 *
	 * @param order the order of that reading: a field of the rows, with `-` before it for the last first
	 */
	orderLike(other: RowCollector, order: string): void {
		const field = order.replace(/^-/, '');
		const valueOf = (key: string) => JSON.stringify(this.fitting.get(key)?.[field] ?? null);
		const known = [...other.fitting.keys()].filter((key) => this.fitting.has(key));
		const lastOf = new Map(known.map((key) => [valueOf(key), key]));

		const behind = new Map<string, string[]>();

		for (const key of this.fitting.keys()) {
			if (other.fitting.has(key)) continue;

			const last = lastOf.get(valueOf(key)) ?? known.at(-1) ?? '';
			const keys = behind.get(last) ?? [];

			keys.push(key);
			behind.set(last, keys);
		}

		const rows = new Map(this.fitting);

		this.fitting.clear();
		const ordered = known.flatMap((key) => [key, ...(behind.get(key) ?? [])]);

		for (const key of ordered.length === 0 ? rows.keys() : ordered) {
			const row = rows.get(key);
			if (row !== undefined) this.fitting.set(key, row);
		}
	}

	/** Whether the same rows came in another reading, in the same order. */
	isSameAs(other: RowCollector): boolean {
		const keys = ({ fitting, others }: RowCollector) =>
			JSON.stringify([...fitting.keys(), ...others]);

		return keys(this) === keys(other);
	}

	collected(doubt?: ListStatistics['doubt']): Collected {
		const { offset, limit = Infinity, clientFilters = [] } = this.query;
		const start = offset - this.start;
		const records = [...this.fitting.values()].slice(start, start + limit);
		const { seen, fitting } = this;
		const ignored = [...this.ignored];
		const isUnsaid = (row: JsonObject) =>
			clientFilters.some((test) => meets(row, test) === undefined);
		const unsaid = records.filter(isUnsaid).length;
		const own = clientFilters.map(({ displayName }) => displayName);
		const statistics = { seen, fitting: fitting.size, ignored, own, unsaid, doubt };

		return { records, statistics };
	}
}

/** Two rows are the same record if they have the same ID or, without one, the same content. */
export const identity = (record: JsonObject): string =>
	typeof record.id === 'string' || typeof record.id === 'number'
		? `id ${record.id}`
		: JSON.stringify(record);
