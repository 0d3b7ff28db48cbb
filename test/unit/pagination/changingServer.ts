import type { JsonObject } from 'n8n-workflow';

import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse, withHeaders } from '../responses';
import type { VirtualTime } from '../scheduler/virtualTime';

/** What somebody else does to a list; `place` chooses a record among those that are there. */
export interface Change {
	readonly kind: 'create' | 'delete' | 'touch' | 'swap';
	/** Milliseconds after the beginning. */
	readonly at: number;
	readonly place: number;
}

/** How a server gives its list: by cursor in an envelope (rows 5 to 7), or by offset, as specified. */
export interface ChangingServerOptions {
	readonly follows: 'cursor' | 'offset';
	/** By what it sorts, unless it is asked for another order: records of one moment in any order. */
	readonly sorts: 'newest created' | 'oldest created' | 'newest updated';
	/** Rows of a page. */
	readonly page: number;
	readonly tells: boolean;
	/** Whether it leaves out the records that are not in state `a`, where a filter asks for that. */
	readonly filters: boolean;
	/** How long it takes to look at the total, then at the rows, and to respond, in milliseconds. */
	readonly takes: readonly number[];
}

interface Stored {
	readonly id: string;
	readonly created: number;
	updated: number;
	state: 'a' | 'b';
	/** Its place among the records of one moment. */
	rank: number;
}

/**
 * A list that others work on while its pages are read, in virtual time. The total and the rows of a
 * page are looked at one after the other, as a database does, and something may happen in between.
 */
export class ChangingServer {
	requests = 0;
	private records: Stored[];
	private readonly pending: Change[];
	private readonly begin: number;
	private count = 0;
	/** The records that were there, and in state `a`, from the beginning until now. */
	private readonly steady: Map<string, Stored>;
	private readonly steadyInA: Map<string, Stored>;

	/** @param sizes how many records were made in the same moment, the oldest first */
	constructor(
		private readonly time: VirtualTime,
		private readonly options: ChangingServerOptions,
		sizes: readonly number[],
		changes: readonly Change[],
	) {
		this.begin = time.now();
		this.pending = [...changes].sort((a, b) => a.at - b.at);
		const hour = 3_600_000;

		this.records = sizes.flatMap((size, index) =>
			Array.from({ length: size }, () => this.stored(this.begin - hour + index * 60_000)),
		);
		this.steady = new Map(this.records.map((record) => [record.id, record]));
		this.steadyInA = new Map(
			this.records.filter(({ state }) => state === 'a').map((record) => [record.id, record]),
		);
	}

	private stored(created: number): Stored {
		const number = this.count++;
		const state = number % 3 === 0 ? 'b' : 'a';

		return { id: String(number), created, updated: created, state, rank: number };
	}

	/** The IDs of the records that were there all the time until now, in state `a` if that is wanted. */
	throughout(isFiltered: boolean, after = -Infinity): string[] {
		this.settle();
		const those = isFiltered ? this.steadyInA : this.steady;

		return [...those.values()].filter(({ created }) => created >= after).map(({ id }) => id);
	}

	/** Carries out what others have done by now. */
	private settle(): void {
		for (;;) {
			const [next] = this.pending;
			if (next === undefined || this.begin + next.at > this.time.now()) return;

			this.pending.shift();
			this.change(next);
		}
	}

	private change({ kind, at, place }: Change): void {
		const moment = this.begin + at;
		if (kind === 'create') {
			this.records.push(this.stored(moment));

			return;
		}

		const index = this.records.length === 0 ? -1 : place % this.records.length;
		const record = this.records[index];
		if (record === undefined) return;

		if (kind === 'delete') {
			this.records.splice(index, 1);
			this.steady.delete(record.id);
			this.steadyInA.delete(record.id);
		} else if (kind === 'touch') {
			record.updated = moment;
			record.state = place % 2 === 0 ? 'a' : 'b';
			if (record.state === 'b') this.steadyInA.delete(record.id);
		} else {
			const same = this.records.filter(({ created }) => created === record.created);
			const other = same[(same.indexOf(record) + 1 + (place % 7)) % same.length] ?? record;

			[record.rank, other.rank] = [other.rank, record.rank];
		}
	}

	async fetch(page: PageQuery, isFiltered: boolean): Promise<HttpResponse> {
		const began = this.time.now();
		const pauses = [0, 1, 2].map(
			(step) => this.options.takes[(this.requests * 3 + step) % this.options.takes.length] ?? 0,
		);

		this.requests++;
		if (this.requests > 500) throw new Error('asked without end');

		const [before = 0, between = 0, after = 0] = pauses;

		await this.time.sleep(before);
		const total = this.sorted(page, isFiltered).length;

		await this.time.sleep(between);
		const given = this.given(page, isFiltered);

		await this.time.sleep(after);
		const now = this.time.now();
		const json = { ...given, ...(this.options.tells ? { total_count: total } : {}) };
		const date = new Date(now).toUTCString();

		return { ...withHeaders(jsonResponse(json), { date }), took: now - began };
	}

	private given(page: PageQuery, isFiltered: boolean): JsonObject {
		const rows = this.sorted(page, isFiltered).map(rowOf);
		const { page: size, follows } = this.options;
		if (follows === 'offset') {
			return { results: rows.slice(page.offset, page.offset + Math.min(page.limit, size)) };
		}

		const number = Number(/:(\d+):/.exec(page.cursor ?? '0:0:0')?.[1]);
		const of = Math.min(page.per_page, size);

		return {
			next_cursor: `${String(of)}:${String(number + 1)}:0`,
			next_page_results: (number + 1) * of < rows.length,
			results: rows.slice(number * of, (number + 1) * of),
		};
	}

	private sorted({ order_by: order }: PageQuery, isFiltered: boolean): Stored[] {
		this.settle();
		const { sorts, filters } = this.options;
		const by = order === undefined ? sorts : 'newest created';
		const place = ({ created, updated }: Stored) =>
			({
				'newest created': -created,
				'oldest created': created,
				'newest updated': -updated,
			})[by];

		return this.records
			.filter(({ state }) => !isFiltered || !filters || state === 'a')
			.sort((a, b) => place(a) - place(b) || a.rank - b.rank);
	}
}

const rowOf = ({ id, created, updated, state }: Stored): JsonObject => ({
	id,
	created_at: new Date(created).toISOString(),
	updated_at: new Date(updated).toISOString(),
	state,
});
