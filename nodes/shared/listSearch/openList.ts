import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { ServiceOperation } from '../operations/operation';
import { isFault } from '../transport/response';
import { ask, judge } from '../client/client';
import type { ServiceCall } from '../model/call';
import { connect } from '../transport/connection';
import { isLacking } from '../errors';
import { identifyAll } from '../resolve/resolveKeys';
import { listIn, type List } from '../pagination/envelope';
import type { PageQuery } from '../pagination/pageQuery';
import { isProblem, type Problem } from '../result/problem';
import { redirecting } from '../transport/followRedirects';
import { serviceRequest } from '../transport/request';
import { sendForList } from '../transport/send';
import { isMissing, type Missing } from './emptyState';
import type { Picker } from '../lists/picker';
import { parentsOf, placeOf, type Place } from './place';

/** Somebody waits in front of the editor, in milliseconds. */
const TIMEOUT = 15_000;

/** A list whose place is known. */
export interface OpenList {
	readonly picker: Picker;
	/** The values of its path by their wire names. */
	readonly path: Place['path'];
	/** Asks for rows of the picker's own path, or of another one below the workspace. */
	readonly ask: (
		query: Query,
		page?: PageQuery,
		path?: string,
	) => Promise<List | Missing | Problem>;
}

type Query = Readonly<Record<string, string>>;

/** Finds out where the list of a picker is. A parent that is given by its name is looked up. */
export async function openList(
	context: ILoadOptionsFunctions,
	picker: Picker,
): Promise<OpenList | Missing | Problem> {
	const connection = connect(await context.getCredentials('planeApi'));
	if (isProblem(connection)) return connection;
	const place = placeOf(context, picker, connection.workspaceSlug);
	if (isMissing(place)) return place;

	const send = redirecting(sendForList(context, connection, TIMEOUT));
	const given: ServiceCall = { itemIndex: 0, operation: operationOf(picker), ...place };
	const { calls, failed } = await identifyAll([given], {
		ask: async (call) => await ask(send, serviceRequest(call, connection), call),
		atOnce: 1,
		goesOn: false,
	});
	const [problem] = failed.values();
	if (problem !== undefined) return problem;
	const call = calls.find((each) => 'path' in each) ?? given;

	return {
		picker,
		path: call.path,
		ask: async (query, page, path = picker.path) => {
			const operation: ServiceOperation = { ...call.operation, request: { method: 'GET', path } };
			const wish = { ...call, operation, list: { query, offset: 0 } };
			const request = serviceRequest(wish, connection, page);
			const outcome = await send(request);
			if (!isFault(outcome) && isLacking(outcome, wish)) return lacking(picker);
			const answer = judge(outcome, request, wish);
			return isProblem(answer) ? answer : listIn(answer);
		},
	};
}

/** The list as an operation, which is what the errors tell of. */
const operationOf = ({ records, path, edition }: Picker): ServiceOperation => ({
	resource: 'picker',
	value: 'getAll',
	name: 'Get Many',
	action: `List the ${records}`,
	description: `Get the ${records} to choose from`,
	request: { method: 'GET', path },
	path: parentsOf(path),
	...(edition === undefined ? {} : { edition }),
});

const lacking = ({ records, edition }: Picker): Missing => ({
	sentence:
		edition === 'commercial'
			? `Only the commercial editions of Plane have ${records}`
			: `This server has no list of ${records}: choose By ID`,
});
