import type { JsonObject } from 'n8n-workflow';

import { createByName } from '../../../nodes/Plane/execute/write/createRecord';
import type { Call, ServiceCall } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import type { LabelPlace } from '../../../nodes/shared/resolve/LabelCreator';
import { NameResolver } from '../../../nodes/shared/resolve/NameResolver';
import { type ReceivedRequest, createExecution } from '../execute/testExecution';
import { jsonResponse } from '../responses';

/** The ID of a record by its number. */
export const uuid = (number: number) =>
	`0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;
export const [launch, other, UNKNOWN] = [uuid(1), uuid(2), uuid(99)];
/** The path of the project that calls are about. */
export const place = `projects/${launch}`;

/** Records of these names, whose IDs are counted from the first one. */
export const named = (first: number, ...names: string[]): JsonObject[] =>
	names.map((name, index) => ({ id: uuid(first + index), name }));
export const numbered = (count: number) => Array.from({ length: count }, (_, index) => `L${index}`);
export const user = (number: number, email: string, display_name: string, last_name = '') => ({
	id: uuid(number),
	email,
	display_name,
	first_name: 'A',
	last_name,
});

/** The rows of lists by their paths; undefined: the server has no such list. */
type Lists = Readonly<Record<string, JsonObject[] | undefined>>;

export const lists: Lists = {
	'projects/': [
		{ id: other, identifier: 'OPS', name: 'Lnch' },
		{ id: launch, identifier: 'LNCH', name: 'Launch' },
	],
	[`${place}/members/`]: [
		user(11, 'bob@example.com', 'ada@example.com', 'Bee'),
		user(12, 'ada@example.com', 'Ada'),
		user(13, 'sam@example.com', 'Sam'),
		user(14, 'sam@example.org', ' sam'),
	],
	[`${place}/states/`]: named(20, 'Todo', 'In Review', 'Done'),
	[`${place}/labels/`]: named(30, 'bug', 'Bug', 'text'),
	[`${place}/cycles/`]: named(50, 'Week 1', 'current'),
	[`${place}/modules/`]: named(200, ...numbered(250)),
	[`projects/${other}/cycles/`]: named(60, 'Week 1'),
};

export const keyed: JsonObject = { id: uuid(71), sequence_id: 12, project__identifier: 'LNCH' };
export const imported: JsonObject = {
	id: uuid(72),
	external_source: 'sheet',
	external_id: 'row-1',
};

/**
 * Gives lists by pages in envelopes (row 5) and the cycle of today as an array (row 31), work items by key or
 * external ID (row 27) and by a search (row 38), and takes new labels. Records have the fields that names are
 * looked up by.
 */
export const serverOf =
	(changed: Lists = {}) =>
	({ route, query, body }: ReceivedRequest) => {
		const [method = '', path = ''] = route.split(' ');
		if (method === 'POST') return jsonResponse({ ...body, id: uuid(80) }, 201);

		const keyInPath = /^work-items\/([^/]+-\d+)\/$/.exec(decodeURIComponent(path))?.[1];
		if (keyInPath !== undefined) {
			const isKnown = keyInPath === 'LNCH-12';
			// What the Community Edition answers (row 27).
			const none = { error: 'The requested resource does not exist.' };

			return isKnown ? jsonResponse({ ...keyed, project: launch }) : jsonResponse(none, 404);
		}

		const key = query.get('search');
		if (key !== null) return jsonResponse({ issues: key === 'LNCH-12' ? [keyed] : [] });
		if (query.get('external_id') === 'row-1') return jsonResponse(imported);

		const rows = { ...lists, ...changed }[path];
		if (rows === undefined) return jsonResponse({ error: 'Page not found.' }, 404);
		if (query.has('cycle_view')) return jsonResponse(rows.filter(({ isCurrent }) => isCurrent));

		const start = Number(query.get('offset'));

		return jsonResponse({ results: rows.slice(start, start + 100), total_count: rows.length });
	};

/** What all calls have, but for those of no workspace. */
export const common = { itemIndex: 0, workspace: 'acme', targets: {}, createsLabels: false };

export const create = (body: JsonObject, more: Partial<Call<'create'>> = {}): Call<'create'> => ({
	...common,
	kind: 'create',
	operation: operations.createWorkItem,
	ifExists: 'fail',
	path: { project_id: launch },
	body,
	...more,
});

export const add = (
	ids: readonly string[],
	cycle_id = uuid(50),
	project_id = launch,
): Call<'add'> => ({
	...common,
	kind: 'add',
	operation: operations.addWorkItemsToCycle,
	path: { project_id, cycle_id },
	ids,
});

/** Resolves calls, and gives them with what was asked and why others failed. */
export async function resolve(
	given: readonly Call[],
	server: Parameters<typeof createExecution>[0] = serverOf(),
	continueOnFail = false,
) {
	const { execution, requests, routes } = createExecution(server, { continueOnFail });
	const { client, paging } = execution;
	const createLabel = async (place: LabelPlace, name: string) =>
		await createByName(operations.createLabel, place, name, execution);
	const names = new NameResolver({ client, paging, continueOnFail, createLabel });
	const calls = given.map((call, itemIndex) => ({ ...call, itemIndex }));
	const resolved = (await names.resolve(calls)) as ServiceCall[];
	const { failed } = names;

	return { resolved, requests, routes: routes(), failed, problem: failed.get(0) };
}
