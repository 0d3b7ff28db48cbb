import { isProblem, type Problem, type Result } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import type { ListPage } from './envelope';
import { choosePager, type PagePosition, type Pager } from './pagers';
import { buildPageQuery, type PageQuery } from './pageQuery';
import type { RowCollector } from './RowCollector';
import { readFirstKey } from './rowKey';

/** How the pages after the first one are fetched. */
export interface PageSource {
	/** Rows of a page, as requested for the first one. */
	readonly size: number;
	/** Pages that are requested at the same time. */
	readonly concurrency: number;
	readonly fetch: (page: PageQuery) => Promise<Result<ListPage>>;
}

/**
 * After more consecutive pages without a new row than this, none is expected, even if the total is not
 * reached: rows have hardly moved by that many pages, and the list may have no end.
 */
const MAX_PAGES_WITHOUT_NEW_ROWS = 2;

/** How many pages each concurrent request fetches before the result is checked: a total may be wrong. */
const PAGES_PER_WORKER = 8;

/** A page, or why it could not be fetched, and where it is. */
type FetchedPage = readonly [position: PagePosition, page: Result<ListPage>];

/** Reads the pages of a list into its rows: the first one, and all further ones that are needed. */
export class PageReader {
	private readonly pager: Pager;
	/** Where the page with the first requested row is. */
	private readonly firstPosition: PagePosition;
	/** The page to read next, or undefined at the end of the list. */
	private next: PagePosition | undefined;
	private lastPage: ListPage;
	/** How many rows the page before the last one had. */
	private previousLength = 0;
	private pagesWithoutNewRows = 0;
	/** The key of the first row of the list, as long as the server may return it at any position. */
	private repeatedKey: string | undefined;

	constructor(
		private readonly rows: RowCollector,
		private readonly source: PageSource,
	) {
		const { firstPage, start } = rows;
		const { cursor } = firstPage;

		this.pager = choosePager(firstPage);
		this.firstPosition =
			cursor === undefined
				? { size: source.size, offset: start }
				: { size: cursor.size, offset: start - (start % cursor.size) };
		this.lastPage = firstPage;
		this.repeatedKey = start === 0 ? readFirstKey(firstPage) : undefined;
	}

	/** @returns a Problem if a page cannot be read, or if rows that are needed do not come */
	async read(): Promise<Problem | undefined> {
		const problem = (await this.openFirstPage()) ?? (await this.verifyStart());
		if (problem !== undefined) return problem;

		while (this.next !== undefined && !this.rows.isDone) {
			const nextProblem = await this.readNextPages(this.next);
			if (nextProblem !== undefined) return nextProblem;
		}

		return undefined;
	}

	/** Adds the page with the first requested row. It is fetched again if page sizes differ. */
	private async openFirstPage(): Promise<Problem | undefined> {
		const { firstPage, start } = this.rows;
		const { size } = this.firstPosition;

		// Servers interpret a cursor of another size differently, but all agree on the first page.
		const isRightPage =
			size === this.source.size ||
			start < Math.min(size, this.source.size) ||
			isOnlyPage(firstPage);
		const page = isRightPage ? firstPage : await this.fetch(this.firstPosition);
		if (isProblem(page)) return page;

		this.add(page, this.firstPosition);
		if (!this.pager.isAt(page, this.firstPosition)) return this.stop(page, 0);

		this.rows.start = this.firstPosition.offset;

		return undefined;
	}

	/**
	 * Reads the top of a list that was not read from its first row. It shows whether the server honored the offset:
	 * nothing else distinguishes one that skipped rows from one that ignores `offset`. And its rows can show that the
	 * server ignores a filter (`mustStartOver`).
	 */
	private async verifyStart(): Promise<Problem | undefined> {
		const { rows, lastPage } = this;
		const isFiltered = rows.isFilteredByServer;
		// A cursor says which page it came with.
		const isCertain = lastPage.cursor !== undefined && !isFiltered;
		const needsTop = rows.start > 0 && lastPage.records.length > 0;
		if (!needsTop || isCertain || rows.ignoresFilters) return undefined;

		const { size } = this.firstPosition;
		const limit = isFiltered ? Math.min(size, rows.start) : 1;
		const top = await this.source.fetch(buildPageQuery(size, 0, limit));
		if (isProblem(top)) return top;

		const isSkipped = this.pager.isAt(lastPage, this.firstPosition, readFirstKey(top));
		if (!isSkipped) return this.stop(lastPage, 0);

		rows.detectIgnoredFilters(top);

		return undefined;
	}

	private async readNextPages(next: PagePosition): Promise<Problem | undefined> {
		const isExpected = next.offset < (this.lastPage.total ?? 0);
		const allowedPages = isExpected ? MAX_PAGES_WITHOUT_NEW_ROWS : 0;
		if (this.pagesWithoutNewRows > allowedPages) return this.stop(this.lastPage);

		const pages = await this.fetchPages(this.planPages(next));

		for (const [position, page] of pages) {
			if (isProblem(page)) return page;
			if (!this.pager.isAt(page, position, this.repeatedKey)) return this.stopAtWrongPage(page);

			this.repeatedKey = undefined;

			const problem = await this.fillGapBefore(page, position);
			if (problem !== undefined) return problem;

			this.add(page, position);
		}

		return undefined;
	}

	/** Where the next pages are. After a short page, and without a total, only the first of them is known. */
	private planPages(next: PagePosition): readonly PagePosition[] {
		const { total = 0, cursor, records } = this.lastPage;
		const { size, offset } = next;
		const isFull = cursor !== undefined || records.length >= size;
		const step = isFull ? size : records.length;
		// A short page may be as large as the server's pages get. The next page shows whether it is.
		const isSteady = isFull || records.length === this.previousLength;
		const needed = isSteady ? Math.min(total - offset, this.rows.minRemainingRows) : 0;
		const most = PAGES_PER_WORKER * this.source.concurrency;
		const count = Math.max(1, Math.min(Math.ceil(needed / step), most));

		this.previousLength = records.length;

		return Array.from({ length: count }, (_, index) => ({ size, offset: offset + index * step }));
	}

	/** Fetches pages, several at the same time. @returns them in their order, with their positions */
	private async fetchPages(positions: readonly PagePosition[]): Promise<readonly FetchedPage[]> {
		const start = positions[0]?.offset ?? 0;
		const pages = await mapConcurrently<PagePosition, FetchedPage>(
			positions,
			{
				concurrency: this.source.concurrency,
				shouldStop: ([position, page]) => isProblem(page) || this.isLast(page, position),
			},
			async (position) => [position, await this.fetch(position, position.offset - start)],
		);

		return pages.filter((page) => page !== undefined);
	}

	/** Whether a page shows that no further one is to be requested. */
	private isLast(page: ListPage, position: PagePosition): boolean {
		return (
			this.pager.findNext(page, position) === undefined ||
			!this.pager.isAt(page, position, this.repeatedKey)
		);
	}

	/** Reads the rows before a page, if the page before it was shorter than expected. */
	private async fillGapBefore(
		{ records }: ListPage,
		{ offset: end }: PagePosition,
	): Promise<Problem | undefined> {
		// The list ends before an empty page.
		if (records.length === 0) return undefined;

		while (this.next !== undefined && this.next.offset < end) {
			const { size, offset } = this.next;
			const page = await this.source.fetch(buildPageQuery(size, offset, end - offset));
			if (isProblem(page)) return page;

			this.add(page, this.next);
		}

		return undefined;
	}

	/** @param rowsAhead how many rows are requested before this page, but not received yet */
	private async fetch({ size, offset }: PagePosition, rowsAhead = 0): Promise<Result<ListPage>> {
		const useful = Math.max(1, Math.min(size, this.rows.maxUsefulRows - rowsAhead));
		// All pages of a cursor have the same size.
		const limit = this.rows.firstPage.cursor === undefined ? useful : size;

		return await this.source.fetch(buildPageQuery(size, offset, limit));
	}

	private add(page: ListPage, position: PagePosition): void {
		const newRows = this.rows.add(page);

		this.pagesWithoutNewRows = newRows === 0 ? this.pagesWithoutNewRows + 1 : 0;
		this.lastPage = page;
		this.next = this.pager.findNext(page, position);
	}

	/** Ends a list whose server does not return the page that was requested. */
	private stopAtWrongPage(page: ListPage): Problem | undefined {
		const { rows } = this;
		const { cursor, records, total, hasMore } = rows.firstPage;

		if (cursor === undefined) {
			// The page may be only a part of the list if it is exactly full, or if the server says that there is more.
			const mayBePart = records.length === this.source.size || hasMore === true;
			const isComplete =
				(total !== undefined || !mayBePart) && rows.receivedCount === records.length;

			rows.unpagedResponse = isComplete ? 'complete' : 'unknown';
		}

		return this.stop(page);
	}

	/**
	 * Ends a list whose server returns no further rows.
	 *
	 * @param start how many rows of the list are before the first one that was received
	 */
	private stop({ total }: ListPage, start?: number): Problem | undefined {
		this.next = undefined;

		return this.rows.stopEarly(total, start);
	}
}

/** Whether a page is both the first and the last one. */
const isOnlyPage = ({ cursor, hasMore }: ListPage): boolean =>
	hasMore === false && cursor?.page === 0;
