import type { JsonObject } from 'n8n-workflow';

import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import type {
	Asked,
	ListName,
	ProjectLists,
} from '../../../nodes/PlanePollingTrigger/changes/projectLists';
import type { Result } from '../../../nodes/shared/result/problem';

/** A time of the day on which all of it happens: `08:00` or `08:00:01`, in ISO 8601. */
export const at = (time: string): string =>
	`2026-11-23T${time.length === 5 ? `${time}:00` : time}Z`;

/** The same in UNIX milliseconds. */
export const moment = (time: string): number => Date.parse(at(time));

/** A page that is the last one, unless it says otherwise. */
export const pageOf = (records: readonly JsonObject[], more: Partial<ListPage> = {}): ListPage => ({
	records,
	more: false,
	total: undefined,
	cursor: undefined,
	looked: undefined,
	...more,
});

/** The server looked at its records at this moment. */
export const lookedAt = (time: string): Pick<ListPage, 'looked'> => ({
	looked: { from: moment(time), to: moment(time) },
});

/** A request for a page, as a test gets it. */
export interface PageAsked {
	readonly list: ListName;
	readonly size: number;
	readonly offset: number;
	readonly query: Asked;
	readonly workItem: string;
}

/** The lists of a project that answer like this; what was asked, in short; and what was warned of. */
export function listsThat(
	answer: (request: PageAsked) => Result<ListPage>,
	clock: () => number = () => moment('12:00'),
) {
	const asked: string[] = [];
	const requests: PageAsked[] = [];
	const warnings: string[] = [];

	const pageBy =
		(name: string): ProjectLists['page'] =>
		async (list, size, offset, query, workItem = '') => {
			const request = { list, size, offset, query, workItem };

			requests.push(request);
			asked.push([`${name}${list}`, workItem].filter(Boolean).join(' of '));

			return await Promise.resolve(answer(request));
		};

	const lists: ProjectLists = {
		page: pageBy(''),
		pageAnyway: pageBy('anyway '),
		clock,
		warn: (message) => warnings.push(message),
	};

	return { lists, asked, requests, warnings };
}
