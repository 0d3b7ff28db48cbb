import type { ListPage } from '../../shared/pagination/envelope';
import type { Result } from '../../shared/result/problem';
import type { ListName } from './watchedLists';

export type QueryParameters = Readonly<Record<string, string>>;

/** One page of a list of a project. */
export interface PageRequest {
	readonly list: ListName;
	/** How many rows a page has at most. */
	readonly size: number;
	/** How many rows come before the page; a multiple of `size`. */
	readonly offset: number;
	/** Query parameters other than those for paging. */
	readonly query: QueryParameters;
	/** ID of the work item whose activities or comments are read. */
	readonly workItemId?: string;
}

/** What a poll uses to read a project. */
export interface ProjectApi {
	readonly fetchPage: (request: PageRequest) => Promise<Result<ListPage>>;
	/** The same, even if the poll has used up its requests or time. */
	readonly fetchPageIgnoringBudget: ProjectApi['fetchPage'];
	/** Whether the poll may still send so many requests. */
	readonly maySend: (requests: number) => boolean;
	/** n8n's clock, in UNIX milliseconds. */
	readonly now: () => number;
	/** Writes a warning to n8n's log. */
	readonly warn: (message: string) => void;
}
