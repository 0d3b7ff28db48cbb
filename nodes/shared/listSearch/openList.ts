import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { Client, judge } from '../client/client';
import { isLacking } from '../errors/notFound';
import type { Picker } from '../lists/picker';
import type { Call, Located } from '../model/call';
import type { Operation } from '../operations/operation';
import { listIn, type ListPage } from '../pagination/envelope';
import { resolveKeys } from '../resolve/resolveKeys';
import { isProblem, type Problem, type Result } from '../result/problem';
import { connect } from '../transport/connection';
import type { ServiceRequest } from '../transport/request';
import { isFault } from '../transport/response';
import { sendForList } from '../transport/send';
import { emptyState } from './emptyState';
import { parentsOf, placeOf } from './place';

/** Somebody waits in front of the editor, in milliseconds. */
const TIMEOUT = 15_000;

/** A list whose place is known. */
export interface OpenList {
	readonly picker: Picker;
	/** The values of its path by their wire names. */
	readonly path: Located['path'];
	/** Asks for rows of the picker's own path, or of another one below the workspace. */
	readonly ask: (query: ServiceRequest['query'], path?: string) => Promise<Result<ListPage>>;
}

/** Finds out where the list of a picker is. A parent that is given by its key is looked up. */
export async function openList(
	context: ILoadOptionsFunctions,
	picker: Picker,
): Promise<Result<OpenList>> {
	const connection = connect(await context.getCredentials('planeApi'));
	if (isProblem(connection)) return connection;
	const place = placeOf(context, picker, connection.workspaceSlug);
	if (isProblem(place)) return place;

	const send = sendForList(context, connection, TIMEOUT);
	const client = new Client(connection, send, send);
	const given: Call<'list'> = {
		...{ kind: 'list', itemIndex: 0, operation: operationOf(picker), ...place },
		query: { search: {}, offset: 0 },
	};
	const { calls, failed } = await resolveKeys([given], {
		...{ client, concurrency: 1, continueOnFail: false },
	});
	const [problem] = failed.values();
	if (problem !== undefined) return problem;
	const call = calls.find((each) => each.kind === 'list') ?? given;

	return {
		picker,
		path: call.path,
		ask: async (query, path = picker.path) => {
			const request = client.build(call, { path, ...(query && { query }) });
			const outcome = await client.send(request);
			if (!isFault(outcome) && isLacking(outcome, call)) return lacking(picker);
			const response = judge(outcome, request, call);
			return isProblem(response) ? response : listIn(response);
		},
	};
}

/** The list as an operation, which is what the errors tell of. */
const operationOf = ({ records, path, edition }: Picker): Operation<'list'> => ({
	kind: 'list',
	resource: 'picker',
	value: 'getAll',
	name: 'Get Many',
	action: `List the ${records}`,
	description: `Get the ${records} to choose from`,
	request: { method: 'GET', path },
	path: parentsOf(path),
	list: { records },
	...(edition === undefined ? {} : { edition }),
});

const lacking = ({ records, edition }: Picker): Problem =>
	emptyState(
		edition === 'commercial'
			? `Only the commercial editions of Plane have ${records}`
			: `This server has no list of ${records}: choose By ID`,
	);
