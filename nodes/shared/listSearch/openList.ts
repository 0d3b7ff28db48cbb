import { type ILoadOptionsFunctions, sleep } from 'n8n-workflow';

import { Client } from '../client/client';
import { isUnsupported } from '../errors/notFound';
import { isEmpty, isObject } from '../fields/valueChecks';
import type { Field } from '../fields/kinds';
import { FIXED_ORIGIN } from '../fields/origin';
import { asText } from '../fields/text';
import { writeField } from '../fields/write';
import type { Picker } from '../lists/picker';
import type { RecordLocation } from '../model/call';
import { locatorsOfPath, workspace } from '../operations/shared/locators';
import { parseListPage, type ListPage } from '../pagination/envelope';
import { NameResolver } from '../resolve/NameResolver';
import { isProblem, problem, type Problem, type Result } from '../result/problem';
import { connect } from '../transport/connection';
import type { ServiceRequest } from '../transport/request';
import { sendWithKey } from '../transport/send';

/** Somebody waits in front of the editor, in milliseconds. */
const TIMEOUT = 15_000;

/** Why there is no list to show, although nothing failed: what a person reads in its place, without a full stop. */
export const emptyState = (sentence: string): Problem =>
	problem({ tag: 'empty', message: sentence, description: '' });

type Query = NonNullable<ServiceRequest['query']>;

/** A list whose place is known. */
export interface OpenList {
	/** The values of its path by their wire names. */
	readonly path: RecordLocation['path'];
	/** Asks for rows of the picker's own path, or of another one below the workspace. */
	readonly ask: (query: Query, path?: string) => Promise<Result<ListPage>>;
}

/** Finds out where the list of a picker is. A parent that is given by its key is looked up. */
export async function openList(
	context: ILoadOptionsFunctions,
	picker: Picker,
): Promise<Result<OpenList>> {
	const { path: pathOfList, records, edition } = picker;
	const connection = connect(await context.getCredentials('planeApi'));
	if (isProblem(connection)) return connection;

	const parents = locatorsOfPath(pathOfList);
	const location = placeOf(context, parents, connection.workspaceSlug);
	if (isProblem(location)) return location;

	const send = sendWithKey(context, connection, TIMEOUT);
	const client = new Client(connection, send, send);
	const paging = { concurrency: 1, pause: async (time: number) => await sleep(time) };
	const names = new NameResolver({ client, paging, continueOnFail: false });
	const target = await names.resolvePath({
		...location,
		operation: {
			action: `List the ${records}`,
			locators: parents,
			...(edition && { edition }),
		},
	});
	if (isProblem(target)) return target;

	return {
		path: target.path,
		ask: async (query, path = pathOfList) => {
			const response = await client.read(target, path, query);
			if (!isProblem(response)) return parseListPage(response);
			if (!isUnsupported(response.response, target)) return response;

			return emptyState(
				edition === 'commercial'
					? `Only the commercial editions of Plane have ${records}`
					: `This server has no list of ${records}: choose By ID`,
			);
		},
	};
}

/** Reads from the panel where a list is, or what has to be done first where it does not say it yet. */
function placeOf(context: ILoadOptionsFunctions, parents: readonly Field[], workspaceSlug: string) {
	const isUnnamed = isEmpty(context.getCurrentNodeParameter(workspace.parameter));
	const slug = isUnnamed ? workspaceSlug : chosen(context, workspace);
	if (typeof slug !== 'string') return slug;
	if (slug === '') return emptyState('Enter a Workspace Slug first, here or in the credential');

	const path: Record<string, string> = {};

	for (const field of parents) {
		const value = chosen(context, field);
		if (isProblem(value)) return value;

		path[field.wire] = value;
	}

	return { workspace: slug, path };
}

/** The value of a parameter as it is sent. */
function chosen(context: ILoadOptionsFunctions, field: Field): Result<string> {
	const { displayName, parameter } = field;
	const given = context.getCurrentNodeParameter(parameter);
	const value = isObject(given) && 'value' in given ? given.value : given;
	// The editor evaluates expressions before it asks, and gives nothing for those that fail.
	const isUnknown = value === null || (typeof value === 'string' && value.startsWith('='));
	if (isUnknown || (value === undefined && given !== undefined)) {
		return emptyState(`${displayName} has no value yet: run the nodes before this one first`);
	}
	if (isEmpty(value)) return emptyState(`Choose ${displayName} first`);

	const result = writeField(field, given, {
		timezone: context.getTimezone(),
		origin: FIXED_ORIGIN,
		whenEmpty: 'leave',
	});

	return isProblem(result)
		? emptyState(`${displayName}: ${result.message}. ${result.description}`)
		: (asText(result) ?? '');
}
