import { isProblem, type Problem, type Result } from '../result/problem';
import type { ListPage } from './envelope';
import {
	fetchPages,
	MAX_PAGES_WITHOUT_NEW_ROWS,
	type PageSource,
	type ReadPages,
} from './fetchPages';
import { buildPageQuery } from './pageQuery';
import type { RowCollector } from './RowCollector';

/**
 * Reads a list from a server that pages by cursor (rows 5 to 7). Its pages have numbers, so any page
 * can be requested; `next_page_results` alone says whether there is another one.
 */
export const readByCursor: ReadPages = async (rows, pages) =>
	await new CursorReader(rows, pages).read();

class CursorReader {
	/** Rows of a page. */
	private readonly size: number;
	/** The number of the last page that was read, from 0. */
	private pageNumber: number;
	private lastPage: ListPage;
	private pagesWithoutNewRows = 0;
	/** Whether the reading ended because the server does not return the pages that were requested. */
	private hasStopped = false;

	constructor(
		private readonly rows: RowCollector,
		private readonly pages: PageSource,
	) {
		const { firstPage, start } = rows;

		// A server with smaller pages says so in its cursors, and a cursor is valid for one size only.
		this.size = firstPage.cursor?.size ?? pages.size;
		this.pageNumber = Math.floor(start / this.size);
		this.lastPage = firstPage;
	}

	async read(): Promise<Problem | undefined> {
		const problem = (await this.openFirstPage()) ?? (await this.detectIgnoredFilters());
		if (problem !== undefined) return problem;

		while (!this.isFinished) {
			const nextProblem = await this.readNextPages();
			if (nextProblem !== undefined) return nextProblem;
		}

		return undefined;
	}

	private get isFinished(): boolean {
		return this.hasStopped || !isFollowed(this.lastPage) || this.rows.isDone;
	}

	/** Adds the page that contains the first requested row. It is fetched again if page sizes differ. */
	private async openFirstPage(): Promise<Problem | undefined> {
		const { firstPage, start } = this.rows;
		const requestedSize = this.pages.size;

		// Servers interpret a cursor of another size differently, but all agree on the first page.
		const isRightPage =
			this.size === requestedSize ||
			start < Math.min(this.size, requestedSize) ||
			isOnlyPage(firstPage);
		const page = isRightPage ? firstPage : await this.fetchPage(this.pageNumber);
		if (isProblem(page)) return page;

		this.add(page);
		if (isWrongPage(page, this.pageNumber)) return this.stop(page.total, 0);

		this.rows.start = this.pageNumber * this.size;

		return undefined;
	}

	/** Reads the first page as well: its rows can show that the server ignores a filter (`mustStartOver`). */
	private async detectIgnoredFilters(): Promise<Problem | undefined> {
		const { rows } = this;
		const isNeeded = rows.start > 0 && rows.isFilteredByServer && this.lastPage.records.length > 0;
		if (this.hasStopped || !isNeeded) return undefined;

		const top = await this.fetchPage(0);
		if (isProblem(top)) return top;

		rows.detectIgnoredFilters(top);

		return undefined;
	}

	private async readNextPages(): Promise<Problem | undefined> {
		const { total } = this.lastPage;
		const pagesLeft = Math.ceil((total ?? 0) / this.size) - this.pageNumber - 1;
		const allowedPages = pagesLeft > 0 ? MAX_PAGES_WITHOUT_NEW_ROWS : 0;
		if (this.pagesWithoutNewRows > allowedPages) return this.stop(total);

		const next = this.pageNumber + 1;
		const pages = await fetchPages({
			count: Math.min(pagesLeft, Math.ceil(this.rows.minRemainingRows / this.size)),
			concurrency: this.pages.concurrency,
			fetch: async (index) => await this.fetchPage(next + index),
			isLast: (page, index) => !isFollowed(page) || isWrongPage(page, next + index),
		});

		for (const page of pages) {
			if (isProblem(page)) return page;

			this.pageNumber++;
			if (isWrongPage(page, this.pageNumber)) return this.stop(page.total);

			this.add(page);
		}

		return undefined;
	}

	private async fetchPage(number: number): Promise<Result<ListPage>> {
		return await this.pages.fetch(buildPageQuery(this.size, number * this.size));
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

/** Whether there is another page. If the server does not say, there is one unless this page is empty. */
const isFollowed = ({ hasMore = true, records }: ListPage): boolean =>
	hasMore && records.length > 0;

/** Whether a page is both the first and the last one. */
const isOnlyPage = ({ cursor, hasMore }: ListPage): boolean =>
	hasMore === false && cursor?.page === 0;

/** Whether the server returned another page than the one that was requested. */
const isWrongPage = ({ cursor, records }: ListPage, number: number): boolean =>
	records.length > 0 && cursor?.page !== number;
