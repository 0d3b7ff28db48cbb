import { isProblem, type Problem } from '../result/problem';
import type { ListPage } from './envelope';
import {
	fetchPages,
	MAX_PAGES_WITHOUT_NEW_ROWS,
	type PageSource,
	type ReadPages,
} from './fetchPages';
import { pageQuery } from './pageQuery';
import { identity, type RowCollector } from './RowCollector';

/**
 * Reads a list from a server that does not page by cursor. How each kind of server signals the end:
 * - It honors `limit` and `offset`: the next page starts after the rows received, so that pages
 *   smaller or larger than requested lose nothing. The end is the total, if the server gives one, or
 *   that it says there is no more, or a page without a new row.
 * - It ignores `offset`: another page starts with the same row. Then a single response is all that
 *   it returns, and it is cut here.
 */
export const readByOffset: ReadPages = async (rows, pages) =>
	await new OffsetReader(rows, pages).read();

/** The next pages to fetch. */
interface Plan {
	/** How many pages there seem to be. */
	readonly count: number;
	/** The number of rows from one page to the next. */
	readonly step: number;
}

class OffsetReader {
	/** The number of the row after the last one received. */
	private nextRow: number;
	private lastPage: ListPage;
	/** How many rows were requested for the last page. */
	private lastLimit: number;
	/** How many rows the page before the last one had. */
	private previousLength = 0;
	private pagesWithoutNewRows = 0;
	/** Whether the server is known to honor offsets: then rows that moved may bring the first one again. */
	private honorsOffset: boolean;
	/** Whether the server returns no further rows, whatever it is asked. */
	private hasStopped = false;

	constructor(
		private readonly rows: RowCollector,
		private readonly pages: PageSource,
	) {
		const { first, start } = rows;

		this.lastPage = first;
		this.lastLimit = this.limitAfter(0);
		this.nextRow = start + first.records.length;
		this.honorsOffset = start > 0;
	}

	async read(): Promise<Problem | undefined> {
		this.add(this.rows.first);

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
	 * If the list does not start with its first row, fetches that row as well: nothing else in a
	 * response distinguishes a server that skipped rows from one that ignores `offset`.
	 */
	private async verifyOffset(): Promise<Problem | undefined> {
		const { first, start, ignoresFilters, isNarrowed } = this.rows;
		const firstRow = firstRowOf(first);
		if (start === 0 || firstRow === undefined || ignoresFilters) return undefined;

		const { size } = this.pages;
		const top = await this.pages.fetch(pageQuery(size, 0, isNarrowed ? Math.min(size, start) : 1));
		if (isProblem(top)) return top;
		if (firstRowOf(top) === firstRow) return this.stop(first.total, 0);

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
				const ahead = index * step;

				return await this.pages.fetch(
					pageQuery(this.pages.size, start + ahead, this.limitAfter(ahead)),
				);
			},
			isLast: (page) => page.records.length === 0 || this.isFirstPageAgain(page),
		});

		this.lastLimit = this.limitAfter((pages.length - 1) * step);

		for (const [index, page] of pages.entries()) {
			if (isProblem(page)) return page;
			if (this.isFirstPageAgain(page)) return this.stopWithoutPaging(page);

			this.honorsOffset = true;

			const problem = await this.addPageAt(start + index * step, page);
			if (problem !== undefined) return problem;
		}

		return undefined;
	}

	private planPages(): Plan {
		const { records, total } = this.lastPage;
		// A short page may be the server's largest one; the next page shows whether it is.
		const isShort = records.length < this.lastLimit;
		const step = isShort ? records.length : this.pages.size;
		const hasSteadySize = !isShort || records.length === this.previousLength;
		if (total === undefined || !hasSteadySize) return { count: 1, step };

		const needed = Math.min(total - this.nextRow, this.rows.guaranteedRemaining);

		return { count: Math.ceil(needed / step), step };
	}

	/** Adds a page that starts at this row, and before it the rows that the previous page lacked. */
	private async addPageAt(start: number, page: ListPage): Promise<Problem | undefined> {
		if (page.records.length > 0) {
			const problem = await this.fillGapBefore(start);
			if (problem !== undefined) return problem;
		}

		this.add(page);
		this.nextRow = Math.max(this.nextRow, start + page.records.length);

		return undefined;
	}

	/** Fetches the rows up to this one, if the previous page was shorter than assumed. */
	private async fillGapBefore(start: number): Promise<Problem | undefined> {
		while (this.nextRow < start) {
			const gap = await this.pages.fetch(
				pageQuery(this.pages.size, this.nextRow, start - this.nextRow),
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
		const { first } = rows;
		// A page that is exactly full, or is said to have another one behind it, may be a part only.
		const mayBePart = first.records.length === this.pages.size || first.hasMore === true;
		const isComplete =
			(first.total !== undefined || !mayBePart) && rows.received === first.records.length;

		rows.unpagedResponse = isComplete ? 'complete' : 'unknown';

		return this.stop(total, 0);
	}

	/** How many rows to request that come after `ahead` others that were not received yet. */
	private limitAfter(ahead: number): number {
		return Math.max(1, Math.min(this.pages.size, this.rows.maxUseful - ahead));
	}

	private isFirstPageAgain(page: ListPage): boolean {
		return !this.honorsOffset && firstRowOf(page) === firstRowOf(this.rows.first);
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

/** The identity of the first row of a page, or undefined if the page is empty. */
const firstRowOf = ({ records: [first] }: ListPage): string | undefined => first && identity(first);
