import type { JsonObject } from 'n8n-workflow';

import { createMissingLabels } from '../../../nodes/Plane/execute/createMissingLabels';
import type { Call, ServiceCall } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import { NameResolver } from '../../../nodes/shared/resolve/NameResolver';
import { createExecution } from '../execute/testExecution';
import type { Respond, Routes } from '../fakePlane';
import { jsonResponse, NO_PATH } from '../responses';

/** The UUID of a record with this number. */
export const uuid = (number: number) =>
	`0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;

export const PROJECT_ID = uuid(1);
export const OTHER_PROJECT_ID = uuid(2);
/** The ID of no record. */
export const UNKNOWN_ID = uuid(99);
export const PROJECT_PATH = `projects/${PROJECT_ID}`;

/** Records with these names, and with IDs that count from `firstNumber`. */
export const createRows = (firstNumber: number, ...names: string[]): JsonObject[] =>
	names.map((name, index) => ({ id: uuid(firstNumber + index), name }));

/** The names `L0`, `L1` … */
export const numberedNames = (count: number) =>
	Array.from({ length: count }, (_, index) => `L${index}`);

/** A user with the first name `A`. */
export const createUser = (
	number: number,
	email: string,
	display_name: string,
	last_name = '',
) => ({
	id: uuid(number),
	email,
	display_name,
	first_name: 'A',
	last_name,
});

/** The rows of lists by path. Undefined: the server has no such path. */
type Lists = Readonly<Record<string, JsonObject[] | undefined>>;

const LISTS = {
	'projects/': [
		{ id: OTHER_PROJECT_ID, identifier: 'OPS', name: 'Lnch' },
		{ id: PROJECT_ID, identifier: 'LNCH', name: 'Launch' },
	],
	[`${PROJECT_PATH}/members/`]: [
		createUser(11, 'bob@example.com', 'ada@example.com', 'Bee'),
		createUser(12, 'ada@example.com', 'Ada'),
		createUser(13, 'sam@example.com', 'Sam'),
		createUser(14, 'sam@example.org', ' sam'),
	],
	[`${PROJECT_PATH}/states/`]: createRows(20, 'Todo', 'In Review', 'Done'),
	[`${PROJECT_PATH}/labels/`]: createRows(30, 'bug', 'Bug', 'text'),
	[`${PROJECT_PATH}/cycles/`]: createRows(50, 'Week 1', 'current'),
	[`${PROJECT_PATH}/modules/`]: createRows(200, ...numberedNames(250)),
	[`projects/${OTHER_PROJECT_ID}/cycles/`]: createRows(60, 'Week 1'),
};

/** The work item LNCH-12. */
export const workItemWithKey: JsonObject = {
	id: uuid(71),
	sequence_id: 12,
	project__identifier: 'LNCH',
};

export const importedWorkItem: JsonObject = {
	id: uuid(72),
	external_source: 'sheet',
	external_id: 'row-1',
};

/** What the Community Edition answers if there is no such record (row 27). */
export const NO_RECORD = jsonResponse({ error: 'The requested resource does not exist.' }, 404);

/** Answers pages of a list in an envelope (row 5), or the cycles of today as an array (row 31). */
export const answerList =
	(rows: readonly JsonObject[]): Respond =>
	({ query }) => {
		if (query.has('cycle_view')) return jsonResponse(rows.filter(({ isCurrent }) => isCurrent));

		const start = Number(query.get('offset'));

		return jsonResponse({ results: rows.slice(start, start + 100), total_count: rows.length });
	};

/**
 * A Plane with some lists, which finds LNCH-12 by its key and by a search (row 38), finds a work item by its
 * external ID (row 27), and creates any record. Records have only the fields by which names are looked up.
 *
 * @param changedLists replace the lists of the same paths
 */
export function planeRoutes(changedLists: Lists = {}): Routes {
	const lists = Object.entries<JsonObject[] | undefined>({ ...LISTS, ...changedLists });
	const listRoutes = lists.map(
		([path, rows]) => [`GET ${path}`, rows === undefined ? NO_PATH : answerList(rows)] as const,
	);

	return {
		'GET *': NO_PATH,
		'GET work-items/*': NO_RECORD,
		'GET work-items/LNCH-12/': jsonResponse({ ...workItemWithKey, project: PROJECT_ID }),
		'GET work-items/search/': ({ query }) =>
			jsonResponse({ issues: query.get('search') === 'LNCH-12' ? [workItemWithKey] : [] }),
		[`GET ${PROJECT_PATH}/work-items/`]: ({ query }) =>
			query.get('external_id') === 'row-1' ? jsonResponse(importedWorkItem) : NO_PATH,
		'POST *': ({ body }) => jsonResponse({ ...body, id: uuid(80) }, 201),
		...Object.fromEntries(listRoutes),
	};
}

/** What all calls have in common. */
export const commonParts = { itemIndex: 0, workspace: 'acme', targets: {}, createsLabels: false };

/** A call that creates a work item, unless `overrides` name another operation. */
export const createCall = (
	body: JsonObject,
	overrides: Partial<Call<'create'>> = {},
): Call<'create'> => ({
	...commonParts,
	kind: 'create',
	operation: operations.createWorkItem,
	ifExists: 'fail',
	path: { project_id: PROJECT_ID },
	body,
	...overrides,
});

/** A call that adds work items to a cycle. */
export const addCall = (
	ids: readonly string[],
	cycle_id = uuid(50),
	project_id = PROJECT_ID,
): Call<'add'> => ({
	...commonParts,
	kind: 'add',
	operation: operations.addWorkItemsToCycle,
	path: { project_id, cycle_id },
	ids,
});

/** A call that updates a work item, unless `overrides` name another operation. */
export const updateCall = (
	body: JsonObject,
	overrides: Partial<Call<'update'>> = {},
): Call<'update'> => ({
	...commonParts,
	kind: 'update',
	operation: operations.updateWorkItem,
	path: { project_id: PROJECT_ID, work_item_id: uuid(71) },
	body,
	listActions: {},
	...overrides,
});

/** A call that reads a list of the project. */
export const listCall = (
	operation: Call<'list'>['operation'],
	query: Partial<Call<'list'>['query']>,
	path: Readonly<Record<string, string>> = {},
): Call<'list'> => ({
	kind: 'list',
	operation,
	itemIndex: 0,
	workspace: 'acme',
	path: { project_id: PROJECT_ID, ...path },
	query: { queryParameters: {}, offset: 0, ...query },
});

/** Resolves the names in calls, each of which becomes an item of its own. */
export async function resolveCalls(
	calls: readonly Call[],
	answers: Routes | Respond = planeRoutes(),
	continueOnFail = false,
) {
	const { execution, requests, routes } = createExecution(answers, { continueOnFail });
	const { client, paging } = execution;
	const resolver = new NameResolver({ client, paging, continueOnFail });

	const numberedCalls = calls.map((call, itemIndex) => ({ ...call, itemIndex }));
	const labels = await createMissingLabels(await resolver.resolve(numberedCalls), execution);
	const resolved = (await resolver.finish(labels)) as ServiceCall[];
	const { failed } = resolver;

	return {
		/** The calls whose names were found. */
		resolved,
		requests,
		routes: routes(),
		/** The problems of the other calls, by the index of their item. */
		failed,
		/** The problem of the first call. */
		problem: failed.get(0),
	};
}
