import type { Client } from '../shared/client/client';
import type { ReadTarget } from '../shared/model/call';
import { parseListPage } from '../shared/pagination/envelope';
import { buildPageQuery } from '../shared/pagination/pageQuery';
import { isProblem } from '../shared/result/problem';
import type { ProjectApi } from './changes/ProjectApi';
import { LISTS } from './changes/watchedLists';

interface Options {
	readonly workspace: string;
	readonly projectId: string;
	/** Sends as much as the budget of the poll allows. */
	readonly client: Client;
	readonly unmeteredClient: Client;
	readonly maySend: ProjectApi['maySend'];
	readonly warn: ProjectApi['warn'];
}

/** Creates the access of a poll to the lists of one project. */
export function createProjectApi({
	workspace,
	projectId,
	client,
	unmeteredClient,
	maySend,
	warn,
}: Options): ProjectApi {
	const fetchPageWith =
		(pageClient: Client): ProjectApi['fetchPage'] =>
		async (request) => {
			const { list, size, offset, query, workItemId } = request;
			const operation = LISTS[list];
			const path = {
				project_id: projectId,
				...(workItemId !== undefined && { work_item_id: workItemId }),
			};
			const target: ReadTarget = { kind: 'read', workspace, operation, path };
			const pagedQuery = { ...query, ...buildPageQuery(size, offset) };
			const response = await pageClient.read(target, operation.request.path, pagedQuery);

			return isProblem(response) ? response : parseListPage(response);
		};

	return {
		fetchPage: fetchPageWith(client),
		fetchPageIgnoringBudget: fetchPageWith(unmeteredClient),
		maySend,
		now: () => Date.now(),
		warn,
	};
}
