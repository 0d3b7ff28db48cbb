import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject, JsonValue } from 'n8n-workflow';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import { jsonResponse } from '../../unit/responses';
import { useAnswers } from '../useAnswers';
import { listOf } from '../writes/lostCreate';
import { PROJECT, RECORD } from '../writes/useProject';

const startServer = useAnswers();

const WEB_APP = 'https://plane.example.com/acme';
const projectRoute = `GET projects/${PROJECT}/`;
const listRoute = `${projectRoute}work-items/`;

const inProject = { projectId: byId(PROJECT) };
const launch = jsonResponse({ id: PROJECT, identifier: 'LNCH', name: 'Launch' });
const denied = jsonResponse({ error: 'No' }, 403);

/** Reads the list of work items of a server that has only this one. */
async function readWorkItems(
	row: JsonObject,
	parameters: INodeParameters,
	project: Outcome = launch,
) {
	const server = startServer({ [listRoute]: listOf(row), [projectRoute]: project });
	const { json, error } = await server.run('workItem.getAll', { ...inProject, ...parameters });

	expect(error).toBeUndefined();

	return { json, routes: server.routes() };
}

describe('A work item in a list', () => {
	const started = { id: 's1', name: 'Started', group: 'started' };
	/** The project is expanded, so that it is not read. */
	const row = {
		id: 'w1',
		name: 'A',
		state: started,
		priority: null,
		project: { id: PROJECT, identifier: 'LNCH' },
	};
	const filters = { stateGroup: ['started'] };

	it.each<[title: string, parameters: INodeParameters, row: JsonObject, record: object]>([
		[
			'has the selected fields',
			{ simple: false, options: { fieldsToReturn: 'priority, name' } },
			row,
			{ priority: null, name: 'A' },
		],
		[
			'has the ID of a record that was expanded for a filter',
			{ simple: false, filters, options: { fieldsToReturn: 'state' } },
			row,
			{ state: 's1' },
		],
		[
			'has null for a record that was expanded for a filter and has no ID in it',
			{ simple: false, filters, options: { fieldsToReturn: 'state' } },
			{ ...row, state: { ...started, id: null } },
			{ state: null },
		],
		[
			'has a record that was expanded for a filter unchanged if it shows no ID',
			{ simple: false, filters, options: { fieldsToReturn: 'state' } },
			{ ...row, state: { group: 'started' } },
			{ state: { group: 'started' } },
		],
	])('%s', async (_, parameters, found, record) => {
		const { json } = await readWorkItems(found, parameters);

		expect(json).toEqual([record]);
	});
});

describe('A raw work item in a list', () => {
	const row = { id: 'w1', sequence_id: 12, project: PROJECT };
	const reference = { key: 'LNCH-12', url: `${WEB_APP}/browse/LNCH-12/` };

	it.each<[title: string, options: INodeParameters, project: Outcome, record: JsonObject]>([
		['has its key and its address', {}, launch, { ...row, ...reference }],
		[
			'has its key alone if only that is selected',
			{ fieldsToReturn: 'key' },
			launch,
			{ key: 'LNCH-12' },
		],
		[
			'has an address with its ID if the project cannot be read',
			{},
			denied,
			{ ...row, url: `${WEB_APP}/projects/${PROJECT}/issues/w1/` },
		],
	])('%s, with one more request', async (_, options, project, record) => {
		const { json, routes } = await readWorkItems(row, { options }, project);

		expect(json).toEqual([record]);
		expect(routes).toEqual([listRoute, projectRoute]);
	});

	it('has its key without another request if its project is expanded', async () => {
		const expanded = { ...row, project: { id: PROJECT, identifier: 'LNCH' } };

		const { json, routes } = await readWorkItems(expanded, { options: { expand: ['project'] } });

		expect(json).toEqual([{ ...expanded, ...reference }]);
		expect(routes).toEqual([listRoute]);
	});

	it.each<[title: string, entry: JsonValue, record: JsonObject]>([
		[
			'has an address in its own project if it is a relation',
			{ project_id: 'p2', issue_id: 'w2' },
			{ project_id: 'p2', issue_id: 'w2', url: `${WEB_APP}/projects/p2/issues/w2/` },
		],
		['has no address if it is a relation with its ID alone', 'w2', { issue_id: 'w2' }],
	])('%s, without another request', async (_, entry, record) => {
		const relations = `${listRoute}${RECORD}/relations/`;
		const server = startServer({
			[relations]: jsonResponse({ blocking: [entry], relates_to: [] }),
		});

		const { json } = await server.run('workItemRelation.getAll', {
			...inProject,
			workItemId: byId(RECORD),
		});

		expect(json).toEqual([{ relation_type: 'blocking', ...record }]);
		expect(server.routes()).toEqual([relations]);
	});
});

it('An intake item has its key, for one request for the project in a run', async () => {
	const row = { issue: 'w1', issue_detail: { sequence_id: 12 }, project: PROJECT, status: -2 };
	const server = startServer({
		[`${projectRoute}intake-issues/`]: listOf(row),
		[projectRoute]: launch,
	});

	const { json } = await server.run(
		'intakeItem.getAll',
		{ ...inProject, simple: true },
		{ items: [{}, {}] },
	);

	expect(json).toMatchObject([1, 2].map(() => ({ work_item_id: 'w1', key: 'LNCH-12' })));
	expect(server.routes().filter((route) => route === projectRoute)).toHaveLength(1);
});

describe('A single record', () => {
	const card = { id: RECORD, name: 'Week', owned_by: 'u1' };
	const record = { ...card, project: PROJECT, view_props: {} };
	const url = `${WEB_APP}/projects/${PROJECT}/cycles/${RECORD}/`;
	const cycleId = byId(RECORD);

	it.each<[title: string, operation: string, INodeParameters, json: JsonObject, query: string]>([
		['is returned unchanged', 'cycle.get', { cycleId }, record, ''],
		[
			'is simplified',
			'cycle.get',
			{ cycleId, simple: true },
			{ ...card, owned_by: 'ada', project: PROJECT, url },
			'',
		],
		[
			'is returned unchanged if it has no simplified form, with the query of the item',
			'project.getSummary',
			{ simple: true, options: { fields: ['issues'] } },
			record,
			'fields=issues',
		],
	])('%s', async (_, operation, parameters, json, query) => {
		const server = startServer(({ route }) =>
			jsonResponse(route === 'GET members/' ? [{ id: 'u1', display_name: 'ada' }] : record),
		);

		const output = await server.run(operation, { ...inProject, ...parameters });

		expect(output.json).toEqual([json]);
		expect(server.requests[0]?.query.toString()).toBe(query);
	});
});
