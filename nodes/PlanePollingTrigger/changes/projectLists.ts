import type { Result } from '../../shared/result/problem';
import type { ListPage } from '../../shared/pagination/envelope';

/** A query besides that of a page. */
export type Asked = Readonly<Record<string, string>>;

/** Asks for pages of lists of one project. */
export interface ProjectLists {
	/** @param workItem whose activities or comments are meant */
	readonly page: (
		list: ListName,
		size: number,
		offset: number,
		query: Asked,
		workItem?: string,
	) => Promise<Result<ListPage>>;
	/** The same, even where the poll has sent all that it may. */
	readonly pageAnyway: ProjectLists['page'];
	/** The clock of this n8n, in UNIX milliseconds. */
	readonly clock: () => number;
	/** Writes to n8n's log. */
	readonly warn: (message: string) => void;
}

export type ListName = 'workItems' | 'intakeItems' | 'activities' | 'comments';
