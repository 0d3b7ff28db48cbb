import { isProblem, problem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { type ListPage, parseListPage } from './envelope';
import type { PageQuery } from './pageQuery';

/** What reading a list takes. */
export interface Paging {
	/** Pages that are requested at the same time. */
	readonly concurrency: number;
	/** Requests one page; a Problem ends the reading. */
	readonly fetch: (page: PageQuery) => Promise<Result<HttpResponse>>;
	/** An `order_by` by which no two rows are equal, so that each page begins where the one before ended. */
	readonly steadyOrder?: string | undefined;
	/** Pauses for this many milliseconds. */
	readonly pause: (milliseconds: number) => Promise<unknown>;
}

/** No list of Plane has this many pages, or this much text: it has no end, or fits no machine. */
const MAX_PAGES = 10_000;
const MAX_CHARACTERS = 2 ** 30;

const TOO_LONG = problem({
	tag: 'failed',
	message: 'This list does not end: after 10,000 pages or 1 GB, the server still has more of it',
	description: 'Set a limit or a filter, or choose fewer Fields.',
});

/** Fetches the pages of one list, up to the size that no list has. */
export class PageFetcher {
	/** How many pages were requested besides the first one. */
	furtherPages = 0;
	private characters = 0;

	/** @param orderBy the order to request, or undefined for the server's own */
	constructor(
		private readonly request: Paging['fetch'],
		private readonly firstPage: PageQuery,
		private readonly orderBy: string | undefined,
	) {}

	async fetchFirst(): Promise<Result<ListPage>> {
		return await this.fetch(this.firstPage);
	}

	async fetchFurther(page: PageQuery): Promise<Result<ListPage>> {
		if (this.furtherPages >= MAX_PAGES - 1) return TOO_LONG;

		this.furtherPages++;

		return await this.fetch(page);
	}

	private async fetch(page: PageQuery): Promise<Result<ListPage>> {
		if (this.characters > MAX_CHARACTERS) return TOO_LONG;

		const { orderBy } = this;
		const response = await this.request(
			orderBy === undefined ? page : { ...page, order_by: orderBy },
		);
		if (isProblem(response)) return response;

		this.characters += response.text.length;

		// The text of a page is not kept, only its rows.
		return parseListPage(response);
	}
}
