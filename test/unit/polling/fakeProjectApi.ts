import type { JsonObject } from 'n8n-workflow';

import type {
	PageRequest,
	ProjectApi,
} from '../../../nodes/PlanePollingTrigger/changes/ProjectApi';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import type { Result } from '../../../nodes/shared/result/problem';

/** An instant of the day on which the tests of the trigger take place: `08:00` or `08:00:01`, as ISO 8601. */
export const isoTime = (time: string): string =>
	`2026-11-23T${time.length === 5 ? `${time}:00` : time}Z`;

/** The same in UNIX milliseconds. */
export const milliseconds = (time: string): number => Date.parse(isoTime(time));

/** A page, which is the last one of its list unless `overrides` say otherwise. */
export const pageOf = (
	records: readonly JsonObject[],
	overrides: Partial<ListPage> = {},
): ListPage => ({
	records,
	hasMore: false,
	total: undefined,
	cursor: undefined,
	readAt: undefined,
	isWholeList: false,
	textLength: 0,
	...overrides,
});

/** The part of a page that says when the server read its records. */
export const readAt = (time: string): Pick<ListPage, 'readAt'> => ({
	readAt: { from: milliseconds(time), to: milliseconds(time) },
});

/** Creates the API of a project whose answers a function computes, and records its requests and warnings. */
export function fakeProjectApi(
	answer: (request: PageRequest) => Result<ListPage>,
	now: () => number = () => milliseconds('12:00'),
) {
	const requests: PageRequest[] = [];
	/** The requested lists in short, e.g. `comments of i1`. */
	const requestedLists: string[] = [];
	const warnings: string[] = [];

	const fetchPageAs =
		(prefix: string): ProjectApi['fetchPage'] =>
		async (request) => {
			requests.push(request);
			requestedLists.push(`${prefix}${listName(request)}`);

			return await Promise.resolve(answer(request));
		};

	const api: ProjectApi = {
		fetchPage: fetchPageAs(''),
		fetchPageIgnoringBudget: fetchPageAs('ignoring the budget: '),
		maySend: () => true,
		now,
		warn: (message) => warnings.push(message),
	};

	return { api, requests, requestedLists, warnings };
}

/** The name of a list, e.g. `workItems` or `comments of i1`. */
export const listName = ({ list, workItemId }: PageRequest): string =>
	workItemId === undefined ? list : `${list} of ${workItemId}`;
