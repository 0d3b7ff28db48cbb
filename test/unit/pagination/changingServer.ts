import type { JsonObject } from 'n8n-workflow';

import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse, withHeaders } from '../responses';
import type { VirtualTime } from '../scheduler/virtualTime';
import { buildCursorPage, parseCursor } from './listServer';

/** What somebody else does to a list. */
export interface Change {
	/**
	 * `import` creates a record with a time in the past (row 68). `swap` exchanges two records that were created at the
	 * same time, and are in no order.
	 */
	readonly kind: 'create' | 'import' | 'delete' | 'modify' | 'swap';
	/** Milliseconds after the beginning. */
	readonly at: number;
	/** Chooses one of the records that exist then. */
	readonly choice: number;
}

/** How a server returns its list. */
export interface ChangingServerOptions {
	/** By cursor in an envelope (rows 5 to 7), or by offset, as specified. */
	readonly paging: 'cursor' | 'offset';
	/** The order, unless another one is requested; records with the same time come in any order. */
	readonly order: 'newest created' | 'oldest created' | 'newest updated';
	readonly pageSize: number;
	readonly reportsTotal: boolean;
	/** Whether it honors a filter for the records in state `a`. */
	readonly honorsFilter: boolean;
	/** Whether records that are equal in the order come differently in each request (row 341). */
	readonly shufflesEqualRecords: boolean;
	/** Milliseconds, used in turn: before it counts its rows, before it reads them, before it responds. */
	readonly delays: readonly number[];
}

interface StoredRecord {
	readonly id: string;
	/** UNIX milliseconds. */
	readonly created: number;
	updated: number;
	state: 'a' | 'b';
	/** Its place among the records with the same time. */
	rank: number;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** The orders that can be requested, by `order_by`. */
const REQUESTED_ORDERS: Readonly<Record<string, 'newest created' | 'number' | 'state'>> = {
	'-created_at': 'newest created',
	sequence_id: 'number',
	state: 'state',
};

/**
 * A list that others change while its pages are read, in virtual time. The total and the rows of a
 * page are read one after the other, as a database does, and something may happen in between.
 */
export class ChangingServer {
	requests = 0;
	private records: StoredRecord[];
	private readonly pendingChanges: Change[];
	private readonly startedAt: number;
	private createdCount = 0;
	/** The records that have existed from the beginning until now. */
	private readonly lasting: Map<string, StoredRecord>;
	/** Those that have also been in state `a` all the time. */
	private readonly lastingInStateA: Map<string, StoredRecord>;

	/** @param batches how many records were created at the same time, oldest first */
	constructor(
		private readonly time: VirtualTime,
		private readonly options: ChangingServerOptions,
		batches: readonly number[],
		changes: readonly Change[],
	) {
		this.startedAt = time.now();
		this.pendingChanges = [...changes].sort((a, b) => a.at - b.at);
		this.records = batches.flatMap((size, index) =>
			Array.from({ length: size }, () => this.createRecord(this.startedAt - HOUR + index * MINUTE)),
		);

		const inStateA = this.records.filter(({ state }) => state === 'a');

		this.lasting = new Map(this.records.map((record) => [record.id, record]));
		this.lastingInStateA = new Map(inStateA.map((record) => [record.id, record]));
	}

	/**
	 * The IDs of the records that have existed from the beginning until now.
	 *
	 * @param isFiltered whether they must have been in state `a` all the time
	 * @param createdAfter UNIX milliseconds
	 */
	lastingIds(isFiltered: boolean, createdAfter = -Infinity): string[] {
		this.applyDueChanges();
		const records = isFiltered ? this.lastingInStateA : this.lasting;

		return [...records.values()]
			.filter(({ created }) => created >= createdAfter)
			.map(({ id }) => id);
	}

	async fetch(page: PageQuery, isFiltered: boolean): Promise<HttpResponse> {
		const requestedAt = this.time.now();
		const request = this.requests++;
		if (request >= 500) throw new Error('The list is read without end');

		const pause = async (step: number) => {
			const { delays } = this.options;

			await this.time.sleep(delays[(request * 3 + step) % delays.length] ?? 0);
		};

		await pause(0);
		this.applyDueChanges();
		const total = this.sortedRecords(page, isFiltered).length;

		await pause(1);
		const results = this.readPage(page, isFiltered);

		await pause(2);
		const respondedAt = this.time.now();
		const json = { ...results, ...(this.options.reportsTotal ? { total_count: total } : {}) };
		const date = new Date(respondedAt).toUTCString();

		return { ...withHeaders(jsonResponse(json), { date }), durationMs: respondedAt - requestedAt };
	}

	private createRecord(created: number, updated = created): StoredRecord {
		const number = this.createdCount++;
		const state = number % 3 === 0 ? 'b' : 'a';

		return { id: String(number), created, updated, state, rank: number };
	}

	/** Applies what others have done by now. @param areImportsLate whether nothing is done from the next import on */
	private applyDueChanges({ areImportsLate = false } = {}): void {
		for (;;) {
			const [next] = this.pendingChanges;
			if (next === undefined || this.startedAt + next.at > this.time.now()) return;
			if (areImportsLate && next.kind === 'import') return;

			this.pendingChanges.shift();
			this.apply(next);
		}
	}

	private apply({ kind, at, choice }: Change): void {
		const now = this.startedAt + at;
		if (kind === 'create' || kind === 'import') {
			const isPast = kind === 'import';
			const created = isPast ? this.startedAt - HOUR + (choice % 12) * MINUTE : now;

			this.records.push(this.createRecord(created, now));

			return;
		}

		const index = this.records.length === 0 ? -1 : choice % this.records.length;
		const record = this.records[index];
		if (record === undefined) return;

		switch (kind) {
			case 'delete':
				this.records.splice(index, 1);
				this.lasting.delete(record.id);
				this.lastingInStateA.delete(record.id);
				break;
			case 'modify':
				record.updated = now;
				record.state = choice % 2 === 0 ? 'a' : 'b';
				if (record.state === 'b') this.lastingInStateA.delete(record.id);

				break;
			case 'swap':
				this.swapWithSibling(record, choice);
				break;
		}
	}

	private swapWithSibling(record: StoredRecord, choice: number): void {
		const siblings = this.records.filter(({ created }) => created === record.created);
		const index = (siblings.indexOf(record) + 1 + (choice % 7)) % siblings.length;
		const sibling = siblings[index] ?? record;
		const { rank } = record;

		record.rank = sibling.rank;
		sibling.rank = rank;
	}

	private readPage(page: PageQuery, isFiltered: boolean): JsonObject {
		const { pageSize, paging, honorsFilter } = this.options;
		const isWhole = !isFiltered || !honorsFilter;

		// The node takes a modified row of the first page of all records for one that was there when they were counted.
		this.applyDueChanges({ areImportsLate: page.offset === 0 && isWhole });

		const rows = this.sortedRecords(page, isFiltered).map(toRow);
		if (paging === 'offset') {
			return { results: rows.slice(page.offset, page.offset + Math.min(page.limit, pageSize)) };
		}

		return buildCursorPage({
			rows,
			size: Math.min(page.per_page, pageSize),
			page: parseCursor(page.cursor)?.page ?? 0,
		});
	}

	private sortedRecords({ order_by: orderBy }: PageQuery, isFiltered: boolean): StoredRecord[] {
		const { order, honorsFilter } = this.options;
		const effectiveOrder = REQUESTED_ORDERS[orderBy ?? ''] ?? order;

		const sortKey = ({ id, created, updated, state }: StoredRecord) =>
			({
				number: Number(id),
				state: state === 'a' ? 0 : 1,
				'newest created': -created,
				'oldest created': created,
				'newest updated': -updated,
			})[effectiveOrder];

		return this.records
			.filter(({ state }) => !isFiltered || !honorsFilter || state === 'a')
			.sort((a, b) => sortKey(a) - sortKey(b) || this.rankOf(a) - this.rankOf(b));
	}

	/** The place of a record among those that are equal in the order. */
	private rankOf({ rank }: StoredRecord): number {
		return this.options.shufflesEqualRecords ? (rank * 31 + this.requests * 17) % 101 : rank;
	}
}

const toRow = ({ id, created, updated, state }: StoredRecord): JsonObject => ({
	id,
	created_at: new Date(created).toISOString(),
	updated_at: new Date(updated).toISOString(),
	state,
});
