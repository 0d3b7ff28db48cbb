import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import type { Respond, Routes } from '../../unit/fakePlane';
import { jsonResponse, NO_PATH } from '../../unit/responses';
import type { NodeRun } from '../plane';
import { useAnswers } from '../useAnswers';

/** The UUID of a record with this number. */
export const uuid = (number: number) =>
	`0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;

export const PROJECT_ID = uuid(1);
export const OTHER_PROJECT_ID = uuid(2);
/** The ID of no record. */
export const UNKNOWN_ID = uuid(99);
/** The work item that is updated. */
export const WORK_ITEM_ID = uuid(70);
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

/** Creates a resource locator that chooses a record by its name, its key or its external ID. */
export const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

/** The rows of lists by path. Undefined: the server has no such path. */
export type Lists = Readonly<Record<string, JsonObject[] | undefined>>;

const LISTS: Lists = {
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
const answerList =
	(rows: readonly JsonObject[]): Respond =>
	({ query }) => {
		if (query.has('cycle_view')) return jsonResponse(rows.filter(({ isCurrent }) => isCurrent));

		const start = Number(query.get('offset'));

		return jsonResponse({ results: rows.slice(start, start + 100), total_count: rows.length });
	};

/** Answers like a server that creates and changes every record, and shows what was sent. */
const answerWrite: Respond = ({ route, body }) =>
	jsonResponse({ ...body, id: uuid(80) }, route.startsWith('POST') ? 201 : 200);

/**
 * A Plane with some lists, which finds LNCH-12 by its key and by a search (row 38), finds a work item by its
 * external ID (row 27), and saves any record. Records have only the fields by which names are looked up.
 *
 * @param changedLists replace the lists of the same paths
 */
function planeRoutes(changedLists: Lists): Routes {
	const lists = Object.entries({ ...LISTS, ...changedLists });
	const listRoutes = lists.map(
		([path, rows]) => [`GET ${path}`, rows === undefined ? NO_PATH : answerList(rows)] as const,
	);

	return {
		'GET *': NO_PATH,
		[PROJECT_ROUTE]: jsonResponse({ id: PROJECT_ID, identifier: 'LNCH', archived_at: null }),
		'GET work-items/*': NO_RECORD,
		'GET work-items/LNCH-12/': jsonResponse({ ...workItemWithKey, project: PROJECT_ID }),
		'GET work-items/search/': ({ query }) =>
			jsonResponse({ issues: query.get('search') === 'LNCH-12' ? [workItemWithKey] : [] }),
		[`GET ${PROJECT_PATH}/work-items/`]: ({ query }) =>
			query.get('external_id') === 'row-1' ? jsonResponse(importedWorkItem) : NO_PATH,
		[`GET ${PROJECT_PATH}/work-items/${WORK_ITEM_ID}/`]: jsonResponse({
			id: WORK_ITEM_ID,
			labels: [uuid(30), uuid(32)],
			assignees: [uuid(12), uuid(19)],
		}),
		'POST *': answerWrite,
		'PATCH *': answerWrite,
		...Object.fromEntries(listRoutes),
	};
}

/** The project is read to complete the records of the output, and to explain why a list is empty (row 73). */
const PROJECT_ROUTE = `GET ${PROJECT_PATH}/`;

/** Routes below the project are shortened: `GET states/`. */
const shorten = (route: string) => route.replace(`${PROJECT_PATH}/`, '');

/**
 * Lets each test of a file run nodes in the project Launch of a Plane with a few records of each list.
 *
 * @returns starts a server with other lists, or with other answers than those of `planeRoutes`
 */
export function useNames() {
	const startServer = useAnswers();

	return (changedLists: Lists = {}, changedRoutes: Routes | Respond = {}) => {
		const server = startServer(
			typeof changedRoutes === 'function'
				? changedRoutes
				: { ...planeRoutes(changedLists), ...changedRoutes },
		);
		const run = async (operation: string, parameters: INodeParameters, more?: NodeRun) =>
			await server.run(operation, { projectId: byId(PROJECT_ID), ...parameters }, more);

		return {
			requests: server.requests,
			run,
			/** The routes of the requests that are reads, but for those of the project itself. */
			reads: () =>
				server
					.routes()
					.filter((route) => route.startsWith('GET') && route !== PROJECT_ROUTE)
					.map(shorten),
			/** The routes and bodies of all other requests. */
			writes: () =>
				server.requests
					.filter(({ route }) => !route.startsWith('GET'))
					.map(({ route, body }) => ({ route: shorten(route), body })),
			/** Creates work items with these fields. */
			create: async (
				additionalFields: INodeParameters,
				options: INodeParameters = {},
				more?: NodeRun,
			) => await run('workItem.create', { name: 'Print', additionalFields, options }, more),
			/** Updates a work item with these fields. */
			update: async (updateFields: INodeParameters, options: INodeParameters = {}) =>
				await run('workItem.update', {
					workItemId: byId(WORK_ITEM_ID),
					updateFields,
					options,
				}),
		};
	};
}

/** The server of a test. */
export type NamesServer = ReturnType<ReturnType<typeof useNames>>;

export const createMissingLabels = { createMissingLabels: true };
export const continues: NodeRun = { onError: 'continueRegularOutput' };

/** The body that a create of a work item sends, with these fields. */
export const workItemCreation = (body: JsonObject) => ({
	route: 'POST work-items/',
	body: { name: 'Print', ...body },
});
