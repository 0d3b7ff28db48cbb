import type { JsonObject } from 'n8n-workflow';

import type { ListPage } from '../../shared/pagination/envelope';
import { PAGE_SIZE } from '../../shared/pagination/pageQuery';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';

/** A list that is sorted by a number in each row (a time or a sequence number), the newest row first. */
export interface RowSource {
	/**
	 * @param offset a multiple of `size`
	 * @param fields whether to read whole rows, or only the fields that show their order
	 */
	readonly fetchPage: (
		size: number,
		offset: number,
		fields: 'all' | 'order',
	) => Promise<Result<ListPage>>;
	/** The number that the list is sorted by, or undefined if the row does not have it. */
	readonly readOrder: (row: JsonObject) => number | undefined;
	/** Rows ordered before this are not of interest. */
	readonly oldestRelevant: number;
	/** About how many rows are newer than `oldestRelevant`, if an earlier read got that far. */
	readonly newerRows?: number;
	/** Whether a row, in its present version, has not been processed yet. */
	readonly isNew: (row: JsonObject) => boolean;
	/** Whether another request may be sent; default: always. */
	readonly mayFetch?: () => boolean;
}

/** How far a list has been read. */
export interface ReadPosition {
	/** The order of the last row read, or undefined if none was. */
	readonly order?: number;
	/** About how many rows are newer than that one. */
	readonly newerRows?: number;
}

/** A page of a list, and how many rows come before it. */
export interface PageAtOffset {
	readonly page: ListPage;
	readonly offset: number;
}

/** Reads the new rows of a list, oldest first, and keeps track of how far it got. */
export class NewRowReader {
	/** Whether all rows up to the newest one have been read. */
	isComplete = false;
	/** How far the caller has got. Does not include a row at which the caller stops. */
	position: ReadPosition = {};
	private currentPage: readonly JsonObject[] = [];
	/** How many rows of the current page the caller has not got past. */
	private rowsLeft = 0;
	/** Why reading ended before the newest row, unless the caller ended it. */
	problem?: Problem;

	constructor(private readonly source: RowSource) {}

	/** The rows of the page at which the caller stopped, without those before that. */
	get unreadRows(): readonly JsonObject[] {
		return this.currentPage.slice(0, this.rowsLeft);
	}

	/**
	 * Yields the new rows, oldest first.
	 *
	 * If nothing is new, no request is sent. Rows that all fit on one page are read with one request.
	 * Otherwise the list is read page by page from the oldest row towards the newest: whatever happens to
	 * a row in the meantime moves it to the top of the list, which is read last, so none is missed.
	 *
	 * @param head the first page, with the fields that show the order
	 */
	async *newRows(head: ListPage): AsyncGenerator<JsonObject, void> {
		if (reachesBack(this.source, head)) {
			if (!head.records.some((row) => this.isDue(row))) {
				this.isComplete = true;

				return;
			}

			const page = await this.fetch(PAGE_SIZE, 0);
			if (page === undefined) return;

			if (reachesBack(this.source, page)) {
				yield* this.readPage({ page, offset: 0 });

				return;
			}
		}

		// A server with smaller pages says so in its cursors, and a cursor is only valid with its own size.
		yield* this.newRowsByPages(head.cursor?.size ?? PAGE_SIZE);
	}

	/**
	 * Yields the new rows page by page, from the oldest relevant one towards the newest.
	 *
	 * @param first a page that may have the oldest relevant row
	 */
	async *newRowsByPages(pageSize: number, first?: PageAtOffset): AsyncGenerator<JsonObject, void> {
		const isFound = first !== undefined && reachesBack(this.source, first.page);
		let current = isFound ? first : await this.findOldestPage(pageSize);

		while (current !== undefined) {
			yield* this.readPage(current);
			if (this.isComplete) return;

			current = await this.fetchNewerPage(pageSize, current.offset);
		}
	}

	/** Yields the new rows of a page, oldest first, and moves `position` past each row. */
	private *readPage({ page, offset }: PageAtOffset): Generator<JsonObject, void> {
		const { readOrder, oldestRelevant } = this.source;

		this.currentPage = page.records;

		for (const [index, row] of [...page.records.entries()].reverse()) {
			this.rowsLeft = index + 1;
			if (this.isDue(row)) yield row;

			this.position = { order: readOrder(row) ?? oldestRelevant, newerRows: offset + index };
		}

		this.rowsLeft = 0;
		this.isComplete = offset === 0;
	}

	/**
	 * Finds the page that has the oldest relevant row, beginning where an earlier read got to. If a request
	 * fails, the next read resumes from `position`.
	 */
	private async findOldestPage(pageSize: number): Promise<PageAtOffset | undefined> {
		const { newerRows } = this.source;
		const search = new PageSearch(Math.floor((newerRows ?? 0) / pageSize));
		let fields: 'all' | 'order' = newerRows === undefined ? 'order' : 'all';

		for (let index = search.next(); index !== undefined; index = search.next()) {
			const page = await this.fetch(pageSize, index * pageSize, fields);

			if (page === undefined) {
				if (search.tooNew > 0) this.position = { newerRows: search.tooNew * pageSize };

				return undefined;
			}

			const reaches = reachesBack(this.source, page);
			const isWhole = fields === 'all';

			if (reaches && isWhole && this.beginsWithRelevantRow(page)) {
				return { page, offset: index * pageSize };
			}

			search.record(index, reaches);
			fields = 'order';
		}

		// Rows may have moved since the search. An empty page is past the end of the list.
		for (let index = search.reaching; ; index++) {
			const page = await this.fetch(pageSize, index * pageSize);

			if (page === undefined) {
				this.position = { newerRows: index * pageSize };

				return undefined;
			}
			if (reachesBack(this.source, page)) return { page, offset: index * pageSize };
		}
	}

	/**
	 * The next page towards the newest row. It overlaps with the one before, because rows may
	 * move between the two requests; if rows moved too far, it is read again from farther back.
	 */
	private async fetchNewerPage(
		pageSize: number,
		offset: number,
	): Promise<PageAtOffset | undefined> {
		const { readOrder, oldestRelevant, isNew } = this.source;
		const lastRead = this.position.order ?? oldestRelevant;

		for (let position = offset; ; position += pageSize) {
			const { size, start } = choosePage(position, pageSize);
			const page = await this.fetch(size, start);
			if (page === undefined) return undefined;

			const oldest = page.records.at(-1);
			const order = oldest && readOrder(oldest);
			const isLastRead = order === lastRead && oldest !== undefined && !isNew(oldest);
			const isOlder = order === undefined || order < Math.max(lastRead, oldestRelevant);
			const overlaps = isOlder || isLastRead || page.hasMore === false;
			if (overlaps) return { page, offset: start };
		}
	}

	/** A page, or undefined if none may be requested, or the request failed: then `problem` says why. */
	private async fetch(
		size: number,
		offset: number,
		fields: 'all' | 'order' = 'all',
	): Promise<ListPage | undefined> {
		if (this.source.mayFetch?.() === false) return undefined;

		const page = await this.source.fetchPage(size, offset, fields);
		if (!isProblem(page)) return page;

		this.problem = page;

		return undefined;
	}

	private isDue(row: JsonObject): boolean {
		const { readOrder, oldestRelevant, isNew } = this.source;

		return (readOrder(row) ?? Infinity) >= oldestRelevant && isNew(row);
	}

	private beginsWithRelevantRow(page: ListPage): boolean {
		return (readFirstOrder(this.source, page) ?? 0) >= this.source.oldestRelevant;
	}
}

/**
 * Searches for the first page that reaches back far enough: in steps that double until one does, then by
 * halves.
 */
class PageSearch {
	/** The last page known not to reach back far enough. */
	tooNew = 0;
	/** The first page known to reach back far enough. */
	reaching = Infinity;
	private step = 1;
	private nextIndex: number;

	constructor(start: number) {
		this.nextIndex = Math.max(1, start);
	}

	/** The index of the page to look at, or undefined once `reaching` is the page. */
	next(): number | undefined {
		return this.reaching - this.tooNew > 1 ? this.nextIndex : undefined;
	}

	record(index: number, reaches: boolean): void {
		if (reaches) {
			this.reaching = index;
		} else {
			this.tooNew = index;
		}

		this.nextIndex =
			this.reaching === Infinity
				? this.tooNew + this.step
				: Math.floor((this.tooNew + this.reaching) / 2);
		this.step *= 2;
	}
}

/**
 * Chooses the page that contains a row and as many newer rows as possible. Pages begin at multiples of
 * their size, and a server accepts any size up to its largest.
 *
 * @param position how many rows are newer than the row
 * @returns the size of the page, and how many rows come before it
 */
export function choosePage(
	position: number,
	largest = PAGE_SIZE,
): { readonly size: number; readonly start: number } {
	let best = { size: largest, start: position - (position % largest) };

	for (let size = largest - 1; size > 1; size--) {
		const start = position - (position % size);
		if (start < best.start) best = { size, start };
	}

	return best;
}

/** The order of the first row of a page, or undefined if there is none. */
export const readFirstOrder = (
	{ readOrder }: Pick<RowSource, 'readOrder'>,
	{ records: [first] }: ListPage,
): number | undefined => first && readOrder(first);

/** Whether a page has a row that is too old to be relevant, or is the last page of its list. */
export function reachesBack(
	{ readOrder, oldestRelevant }: Pick<RowSource, 'readOrder' | 'oldestRelevant'>,
	{ records, hasMore, total }: ListPage,
): boolean {
	const oldest = records.at(-1);
	if (oldest === undefined || hasMore === false) return true;
	if (hasMore === undefined && total !== undefined && total <= records.length) return true;

	return (readOrder(oldest) ?? Infinity) < oldestRelevant;
}

/** Whether a page is sorted as requested: some servers ignore `order_by`. */
export function isSorted(
	{ readOrder }: Pick<RowSource, 'readOrder'>,
	{ records }: ListPage,
): boolean {
	const orders = records.map(readOrder);

	return orders.every((order, index) => {
		const before = orders[index - 1];

		return order !== undefined && (before === undefined || order <= before);
	});
}
