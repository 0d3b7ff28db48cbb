import type { Client } from '../shared/client/client';
import { isJsonObject } from '../shared/fields/json';
import { asText } from '../shared/fields/text';
import type { Call } from '../shared/model/call';
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

/** A call that reads lists of a project, and that errors are about. */
const callFor = (list: ListName, slug: string, path: Call<'list'>['path']): Call<'list'> => ({
	kind: 'list',
	itemIndex: 0,
	operation: LISTS[list],
	workspace: slug,
	path,
	query: { search: {}, offset: 0 },
});

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
			const call = callFor(list, slug, {
				project_id,
				...(work_item_id !== undefined && { work_item_id }),
			});
			const asked = { ...query, ...pageQuery(size, offset) };
			const response = await asking.read(call, call.operation.request.path, asked);

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

	const call: Call<'get'> = {
		kind: 'get',
		itemIndex: 0,
		operation: getCurrentUser,
		workspace: slug,
		path: {},
		search: {},
		isSimple: false,
		filesInto: '',
	};
	const response = await client.read(call, '/users/me/');
	if (isProblem(response)) return response;

	const user = isJsonObject(response.json) ? asText(response.json.id) : undefined;

	return { user: user ?? '', access };
}
