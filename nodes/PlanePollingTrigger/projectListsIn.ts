import type { Client } from '../shared/client/client';
import { isJsonObject } from '../shared/fields/json';
import { asText } from '../shared/fields/text';
import {
	getActivities,
	getComments,
	getCurrentUser,
	getIntakeItems,
	getWorkItems,
} from '../shared/operations';
import type { Operation } from '../shared/operations/operation';
import { listIn } from '../shared/pagination/envelope';
import { pageQuery } from '../shared/pagination/pageQuery';
import type { Names } from './changes/mark';
import type { ListName, ProjectLists } from './changes/projectLists';
import { isProblem, type Result } from '../shared/result/problem';

/** The operations by whose words errors are reported, and where their lists are. */
const LISTS: Readonly<Record<ListName, Operation<'list'>>> = {
	workItems: getWorkItems,
	intakeItems: getIntakeItems,
	activities: getActivities,
	comments: getComments,
};

interface Asking extends Pick<ProjectLists, 'warn'> {
	readonly client: Client;
	readonly unlimited: Client;
}

/** The lists of a project, as a poll asks for them. */
export function projectListsIn(
	{ client, unlimited, warn }: Asking,
	slug: string,
	project_id: string,
): ProjectLists {
	const pageBy =
		(asking: Client): ProjectLists['page'] =>
		async (list, size, offset, query, work_item_id) => {
			const operation = LISTS[list];
			const target = {
				workspace: slug,
				operation,
				path: { project_id, ...(work_item_id !== undefined && { work_item_id }) },
			};
			const asked = { ...query, ...pageQuery(size, offset) };
			const response = await asking.read(target, operation.request.path, asked);

			return isProblem(response) ? response : listIn(response);
		};

	return { page: pageBy(client), pageAnyway: pageBy(unlimited), clock: () => Date.now(), warn };
}

/** The user of the key, who is asked for once for each key: a limit then would hold up all that has been found. */
export async function ownUser(
	client: Client,
	slug: string,
	known: Names['own'],
	access: string,
): Promise<Result<NonNullable<Names['own']>>> {
	if (known?.access === access) return known;

	const target = { workspace: slug, operation: getCurrentUser, path: {} };
	const response = await client.read(target, getCurrentUser.request.path);
	if (isProblem(response)) return response;

	const user = isJsonObject(response.json) ? asText(response.json.id) : undefined;

	return { user: user ?? '', access };
}
