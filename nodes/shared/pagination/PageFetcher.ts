import { isProblem, problem, type Result } from '../result/problem';
import type { ListPage } from './envelope';
import { buildPageQuery, type PageQuery } from './pageQuery';

/** How the pages of a list are requested. */
export interface Paging {
	/** Pages that are requested at the same time. */
	readonly concurrency: number;
	/** Requests one page. If it returns a Problem, no further page is requested. */
	readonly fetch: (page: PageQuery) => Promise<Result<ListPage>>;
	/** The `order_by` of all pages, which replaces the order in the query. */
	readonly order?: string | undefined;
	/** An `order_by` in which no two rows are equal, so that rows cannot change places between two pages. */
	readonly stableOrder?: string | undefined;
	/** Pauses for this many milliseconds. */
	readonly pause: (milliseconds: number) => Promise<unknown>;
}

/**
 * A list with more pages or more text than this either has no end, because of a fault of the server, or
 * does not fit into memory.
 */
const MAX_PAGES = 10_000;
const MAX_CHARACTERS = 2 ** 30;

const TOO_LONG = problem({
	cause: 'failed',
	message: 'This list does not end: after 10,000 pages or 1 GB, the server still has more of it',
	description: 'Set a limit or a filter, or choose fewer Fields.',
});

/** Fetches the pages of one list, up to a limit of pages and of text. */
export class PageFetcher {
	/** How many pages were requested in addition to the first one. */
	furtherPageCount = 0;
	private characterCount = 0;

	/** @param orderBy the order to request, or undefined for the server's default */
	constructor(
		private readonly request: Paging['fetch'],
		private readonly firstPage: PageQuery,
		private readonly orderBy: string | undefined,
	) {}

	async fetchFirst(): Promise<Result<ListPage>> {
		return await this.fetch(this.firstPage);
	}

	async fetchFurther(page: PageQuery): Promise<Result<ListPage>> {
		if (this.furtherPageCount >= MAX_PAGES - 1) return TOO_LONG;

		this.furtherPageCount++;

		return await this.fetch(page);
	}

	/** Fetches a page of the list once more. */
	async fetchAgain({ cursor }: ListPage): Promise<Result<ListPage>> {
		if (cursor === undefined || cursor.page === 0) return await this.fetchFirst();

		return await this.fetchFurther(buildPageQuery(cursor.size, cursor.page * cursor.size));
	}

	private async fetch(page: PageQuery): Promise<Result<ListPage>> {
		if (this.characterCount > MAX_CHARACTERS) return TOO_LONG;

		const { orderBy } = this;
		const received = await this.request(
			orderBy === undefined ? page : { ...page, order_by: orderBy },
		);
		if (!isProblem(received)) this.characterCount += received.textLength;

		return received;
	}
}
