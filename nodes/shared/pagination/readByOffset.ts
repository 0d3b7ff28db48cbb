import { isProblem, type Problem } from '../result/problem';
import type { ListPage } from './envelope';
import {
	fetchPages,
	MAX_PAGES_WITHOUT_NEW_ROWS,
	type PageSource,
	type ReadPages,
} from './fetchPages';
import { buildPageQuery } from './pageQuery';
import { toRowKey, type RowCollector } from './RowCollector';

/**
 * Reads a list from a server that does not page by cursor.
 * - If it honors `limit` and `offset`, the next page starts after the rows received, so that no row is
 *   lost if pages are smaller or larger than requested. The list ends at the total, if the server reports
 *   one, or if the server says that there is no more, or after a page without a new row.
 * - If it ignores `offset`, another page starts with the same row. Then its single response is the list,
 *   and Limit and Offset are applied to it here.
 */
export const readByOffset: ReadPages = async (rows, pages) =>
	await new OffsetReader(rows, pages).read();

/** How many pages to fetch next, and where they start. */
interface PagePlan {
	/** How many pages there seem to be. */
	readonly count: number;
	/** How many rows after the start of a page the next one starts. */
	readonly step: number;
}

class OffsetReader {
	/** The position in the list after the last row received, from 0. */
	private nextRow: number;
	private lastPage: ListPage;
	/** How many rows were requested for the last page. */
	private lastLimit: number;
	/** How many rows the page before the last one had. */
	private previousLength = 0;
	private pagesWithoutNewRows = 0;
	/**
	 * Whether the server is known to honor offsets. Then another page that starts with the first row only
	 * means that rows have moved.
	 */
	private honorsOffset: boolean;
	/** Whether the reading ended because the server returns no further rows. */
	private hasStopped = false;

	constructor(
		private readonly rows: RowCollector,
		private readonly pages: PageSource,
	) {
		const { firstPage, start } = rows;

		this.lastPage = firstPage;
		this.lastLimit = this.limitBehind(0);
		this.nextRow = start + firstPage.records.length;
		this.honorsOffset = start > 0;
	}

	async read(): Promise<Problem | undefined> {
		this.add(this.rows.firstPage);

		const problem = await this.verifyOffset();
		if (problem !== undefined) return problem;

		while (!this.isFinished) {
			const nextProblem = await this.readNextPages();
			if (nextProblem !== undefined) return nextProblem;
		}

		return undefined;
	}

	private get isFinished(): boolean {
		const { records, total, hasMore } = this.lastPage;
		if (this.hasStopped || records.length === 0 || this.rows.isDone) return true;
		if (total !== undefined) return this.nextRow >= total;

		return hasMore === false || this.pagesWithoutNewRows > 0;
	}

	/**
	 * Checks that the server honored the offset, by fetching the first row of the list as well: nothing
	 * else distinguishes a server that skipped rows from one that ignores `offset`.
	 */
	private async verifyOffset(): Promise<Problem | undefined> {
		const { firstPage, start, ignoresFilters, isFilteredByServer } = this.rows;
		const firstKey = readFirstKey(firstPage);
		if (start === 0 || firstKey === undefined || ignoresFilters) return undefined;

		const { size } = this.pages;
		const top = await this.pages.fetch(
			buildPageQuery(size, 0, isFilteredByServer ? Math.min(size, start) : 1),
		);
		if (isProblem(top)) return top;
		if (readFirstKey(top) === firstKey) return this.stop(firstPage.total, 0);

		this.rows.detectIgnoredFilters(top);

		return undefined;
	}

	private async readNextPages(): Promise<Problem | undefined> {
		if (this.pagesWithoutNewRows > MAX_PAGES_WITHOUT_NEW_ROWS) {
			return this.stop(this.lastPage.total);
		}

		const { count, step } = this.planPages();

		this.previousLength = this.lastPage.records.length;

		const start = this.nextRow;
		const pages = await fetchPages({
			count,
			concurrency: this.pages.concurrency,
			fetch: async (index) => {
				const rowsAhead = index * step;

				return await this.pages.fetch(
					buildPageQuery(this.pages.size, start + rowsAhead, this.limitBehind(rowsAhead)),
				);
			},
			isLast: (page) => page.records.length === 0 || this.isFirstPageAgain(page),
		});

		this.lastLimit = this.limitBehind((pages.length - 1) * step);

		for (const [index, page] of pages.entries()) {
			if (isProblem(page)) return page;
			if (this.isFirstPageAgain(page)) return this.stopWithoutPaging(page);

			this.honorsOffset = true;

			const problem = await this.addPageAt(start + index * step, page);
			if (problem !== undefined) return problem;
		}

		return undefined;
	}

	private planPages(): PagePlan {
		const { records, total } = this.lastPage;
		// A short page may be as large as the server's pages get. The next page shows whether it is.
		const isShort = records.length < this.lastLimit;
		const step = isShort ? records.length : this.pages.size;
		const hasSteadySize = !isShort || records.length === this.previousLength;
		if (total === undefined || !hasSteadySize) return { count: 1, step };

		const needed = Math.min(total - this.nextRow, this.rows.minRemainingRows);

		return { count: Math.ceil(needed / step), step };
	}

	/** Adds a page that starts at this position, and before it the rows that the previous page lacked. */
	private async addPageAt(start: number, page: ListPage): Promise<Problem | undefined> {
		if (page.records.length > 0) {
			const problem = await this.fillGapBefore(start);
			if (problem !== undefined) return problem;
		}

		this.add(page);
		this.nextRow = Math.max(this.nextRow, start + page.records.length);

		return undefined;
	}

	/** Fetches the rows up to this position, if the previous page was shorter than assumed. */
	private async fillGapBefore(start: number): Promise<Problem | undefined> {
		while (this.nextRow < start) {
			const gap = await this.pages.fetch(
				buildPageQuery(this.pages.size, this.nextRow, start - this.nextRow),
			);
			if (isProblem(gap)) return gap;
			if (gap.records.length === 0) return undefined;

			this.rows.add(gap);
			this.nextRow += gap.records.length;
		}

		return undefined;
	}

	/** Ends a list whose server ignores `offset`. */
	private stopWithoutPaging({ total }: ListPage): Problem | undefined {
		const { rows } = this;
		const { firstPage } = rows;
		// The page may be only a part of the list if it is exactly full, or if the server says that there is more.
		const mayBePart = firstPage.records.length === this.pages.size || firstPage.hasMore === true;
		const isComplete =
			(firstPage.total !== undefined || !mayBePart) &&
			rows.receivedCount === firstPage.records.length;

		rows.unpagedResponse = isComplete ? 'complete' : 'unknown';

		return this.stop(total, 0);
	}

	/** How many rows to request behind `rowsAhead` others that are not received yet. */
	private limitBehind(rowsAhead: number): number {
		return Math.max(1, Math.min(this.pages.size, this.rows.maxUsefulRows - rowsAhead));
	}

	private isFirstPageAgain(page: ListPage): boolean {
		return !this.honorsOffset && readFirstKey(page) === readFirstKey(this.rows.firstPage);
	}

	private add(page: ListPage): void {
		const newRows = this.rows.add(page);

		this.pagesWithoutNewRows = newRows === 0 ? this.pagesWithoutNewRows + 1 : 0;
		this.lastPage = page;
	}

	private stop(total: number | undefined, start?: number): Problem | undefined {
		this.hasStopped = true;

		return this.rows.stopEarly(total, start);
	}
}

/** The key of the first row of a page, or undefined if the page is empty. */
const readFirstKey = ({ records: [first] }: ListPage): string | undefined =>
	first && toRowKey(first);
