import type { Client } from '../shared/client/client';
import { getActivities, getComments, getIntakeItems, getWorkItems } from '../shared/operations';
import type { Operation } from '../shared/operations/operation';
import { parseListPage } from '../shared/pagination/envelope';
import { buildPageQuery } from '../shared/pagination/pageQuery';
import { isProblem } from '../shared/result/problem';
import type { ListName, ProjectApi } from './changes/ProjectApi';

/** The operations that read the lists. */
const OPERATIONS: Readonly<Record<ListName, Operation<'list'>>> = {
	workItems: getWorkItems,
	intakeItems: getIntakeItems,
	activities: getActivities,
	comments: getComments,
};

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
			const operation = OPERATIONS[list];
			const path = {
				project_id: projectId,
				...(workItemId !== undefined && { work_item_id: workItemId }),
			};
			const target = { workspace, operation, path };
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
