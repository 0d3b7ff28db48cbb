import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { Routes } from '../../unit/fakePlane';
import { jsonResponse, textResponse } from '../../unit/responses';
import { expectProblem } from '../../expectProblem';
import { advice, causes, outcomes } from '../../nodeTexts';
import {
	byName,
	continues,
	NO_RECORD,
	OTHER_PROJECT_ID,
	PROJECT_ID,
	PROJECT_PATH,
	useNames,
	uuid,
} from './useNames';

const startServer = useNames();

describe('A project', () => {
	// On a real server, a work item was created in the project with the identifier, not in the one with the name.
	const projects = [
		{ id: PROJECT_ID, identifier: 'WEBSITE', name: 'Web' },
		{ id: OTHER_PROJECT_ID, identifier: 'WEB', name: 'Site' },
	];

	/** Creates a label in a project. @returns the error, and the ID of the project in which it was created */
	async function createIn(projectId: INodeParameters, rows: JsonObject[] = projects) {
		const server = startServer({ 'projects/': rows });
		const { error } = await server.run('label.create', { projectId, name: 'Sails' });
		const [request] = server.requests.filter(({ route }) => route.startsWith('POST'));

		return { error, projectId: request?.route.split('/')[1] };
	}

	it('is not given by a text that is the name of one and the identifier of another', async () => {
		const { error, projectId } = await createIn(byName('web'));

		expect(projectId).toBeUndefined();
		expectProblem(error, {
			about: 'Project',
			cause: causes.sameName('2 projects', '"web"'),
			remedy: advice.useTheId(
				`${PROJECT_ID} for Web (WEBSITE) or ${OTHER_PROJECT_ID} for Site (WEB)`,
			),
		});
	});

	it.each([
		['its name in the same case', byName('Web'), PROJECT_ID],
		['its identifier in the same case', byName('WEB'), OTHER_PROJECT_ID],
		['its name alone', byName('site'), OTHER_PROJECT_ID],
		['its identifier alone', byName('website'), PROJECT_ID],
		['its ID', byId(PROJECT_ID), PROJECT_ID],
	])('is given by %s', async (_, locator, expectedId) => {
		const { projectId } = await createIn(locator);

		expect(projectId).toBe(expectedId);
	});

	it('is given by a text that is both its name and its identifier', async () => {
		const { projectId } = await createIn(byName('ops'), [
			{ id: PROJECT_ID, identifier: 'OPS', name: 'Ops' },
			{ id: OTHER_PROJECT_ID, identifier: 'LNCH', name: 'Launch' },
		]);

		expect(projectId).toBe(PROJECT_ID);
	});

	it.each([
		['names and identifiers', 'Wbe', ''],
		['the closest of both', 'Websit', ' The closest name to "Websit" is "WEBSITE".'],
	])('that does not exist is an error with %s of those that do', async (_, text, closest) => {
		const { error } = await createIn(byName(text));

		expect(error?.message).toContain(`There is no project "${text}" in workspace acme`);
		expect(error?.description).toBe(
			`The projects are: Web (WEBSITE), Site (WEB).${closest}<br>${outcomes.nothingChanged}`,
		);
	});

	it('that does not exist is the only name that is looked up', async () => {
		const server = startServer();

		await server.run('cycle.addWorkItems', {
			projectId: byName('Nowhere'),
			cycleId: byName('Week 1'),
			workItemIds: 'LNCH-12',
		});

		expect(server.reads()).toEqual(['GET projects/']);
	});
});

describe('A key of another project', () => {
	/** Adds the work item with the key OPS-1 to a cycle, on a server with other answers. */
	const add = async (routes: Routes) =>
		await startServer({}, routes).run('cycle.addWorkItems', {
			cycleId: byId(uuid(50)),
			workItemIds: 'OPS-1',
		});

	const keysOfOthers = (...rows: [key: string, workspace: string][]) =>
		jsonItems(rows.map(([key, workspace]) => ({ key, workspace })));

	it('is an error with that project, and the projects of each workspace are read once', async () => {
		const server = startServer(
			{},
			{
				'GET /workspaces/other/work-items/*': NO_RECORD,
				'GET /workspaces/other/projects/': jsonResponse([
					{ id: uuid(3), identifier: 'OPS', name: 'Other ops' },
				]),
			},
		);

		const { json } = await server.run(
			'cycle.addWorkItems',
			{
				cycleId: byId(uuid(50)),
				workItemIds: '={{ $json.key }}',
				workspaceSlug: '={{ $json.workspace }}',
			},
			{
				...continues,
				items: keysOfOthers(
					['OPS-1', 'acme'],
					['OPS-2', 'acme'],
					['OPS-3', 'other'],
					['OPS-4', 'other'],
				),
			},
		);

		expect(json.map(({ error }) => error)).toEqual([
			expect.stringContaining(`Work Item IDs: ${causes.inAnother('OPS-1', 'project (Lnch)')}`),
			expect.stringContaining(`Work Item IDs: ${causes.inAnother('OPS-2', 'project (Lnch)')}`),
			expect.stringContaining(`Work Item IDs: ${causes.inAnother('OPS-3', 'project (Other ops)')}`),
			expect.stringContaining(`Work Item IDs: ${causes.inAnother('OPS-4', 'project (Other ops)')}`),
		]);
		expect(server.reads().filter((route) => route.endsWith('projects/'))).toHaveLength(2);
	});

	it('is not found if the projects cannot be read', async () => {
		const unreadable = textResponse('', 500);
		const { error } = await add({
			'GET projects/': unreadable,
			[`GET ${PROJECT_PATH}/`]: unreadable,
		});

		expectProblem(error, { about: 'Work Item IDs', cause: causes.notFound('OPS-1') });
	});

	it('shows that the workspace is the cause if its projects are refused, too (row 18)', async () => {
		const refused = jsonResponse({ detail: 'You do not have permission' }, 403);

		const { error } = await add({ 'GET projects/': refused });

		expectProblem(error, { cause: `${causes.noAccess} this project in workspace acme: ` });
	});
});
