import { describe, expect, it, test } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { listSearch, loadOptions } from '../../../nodes/Plane/listSearchMethods';
import { triggerOptions } from '../../../nodes/shared/listSearch/triggerOptions';
import { jsonResponse } from '../responses';
import { byId, createEditor, servePages, createModules, type Respond } from './editor';

const ID = 'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8';
const parameters = { projectId: byId(ID), workItemId: byId(ID) };

const inProject = `workspaces/acme/projects/${ID}/`;
const ofWorkItem = `${inProject}work-items/${ID}/`;

test.each([
	['searchProjects', 'workspaces/acme/projects/'],
	['searchWorkItems', `${inProject}work-items/`],
	['searchArchivedModules', `${inProject}archived-modules/`],
	['searchCycles', `${inProject}cycles/`],
	['searchComments', `${ofWorkItem}comments/`],
	['searchCustomerProperties', 'workspaces/acme/customer-properties/'],
])('%s reads the list at %s', async (method, path) => {
	const { context, requests } = await createEditor(servePages(createModules(1)), parameters);

	await listSearch[method]?.call(context);
	expect(requests.map((request) => request.path)).toEqual([path]);
});

describe('a search of a list', () => {
	const search = async (filter?: string, token?: string) => {
		const { context, requests } = await createEditor(servePages(createModules(250)), parameters);
		const page = await listSearch.searchModules?.call(context, filter, token);

		return { offset: requests[0]?.query.offset, count: page?.results.length };
	};

	it('ignores the blanks around its text', async () => {
		const { context, requests } = await createEditor(servePages([]), parameters);

		for (const filter of [' a b\n', ' \n', undefined]) {
			await listSearch.searchWorkItems?.call(context, filter);
		}

		expect(requests.map(({ query }) => query.search)).toEqual(['a b', undefined, undefined]);
	});

	it('continues with the page that its token describes', async () => {
		expect(await search('', '100:200:id m100')).toEqual({ offset: '200', count: 50 });
	});
});

test.each(['searchMembers', 'searchProjectMembers', 'searchLabels', 'searchModules'])(
	'%s loads the rows of a list that allows several choices',
	async (method) => {
		const { context } = await createEditor(servePages(createModules(2)), parameters);
		const rows = await loadOptions[method]?.call(context);

		expect(rows?.map(({ value }) => value)).toEqual(['m0', 'm1']);
	},
);

test('a list that allows several choices is empty, without a request, until a credential is chosen', async () => {
	const { context, requests } = await createEditor(servePages(createModules(2)), parameters);

	const node = context.getNode();

	delete node.credentials;
	context.getNode = () => node;

	expect(await loadOptions.searchLabels?.call(context)).toEqual([]);
	expect(requests).toEqual([]);
});

describe('a list of a trigger', () => {
	/** Loads the rows of a list with these values in the panel. */
	const load = async (method: string, panel: INodeParameters, respond: Respond) => {
		const { context, requests } = await createEditor(respond, panel);
		const rows = await triggerOptions[method]?.call(context);

		return { rows, paths: requests.map(({ path }) => path) };
	};

	test.each(['searchProjects', 'searchMembers'])(
		'has the rows of the workspace (%s)',
		async (of) => {
			const { rows } = await load(of, {}, servePages(createModules(2)));

			expect(rows?.map(({ value }) => value)).toEqual(['m0', 'm1']);
		},
	);

	/** A UUID that ends with this number. */
	const projectId = (number: number) =>
		`dea35cbb-1f93-48ff-8bfb-${String(number).padStart(12, '0')}`;
	const createRows = (...names: readonly string[]): JsonObject[] =>
		names.map((name, index) => ({ id: `s${index}`, name }));

	const serveProjects =
		(rows: Readonly<Record<number, JsonObject[]>>): Respond =>
		({ path }) => {
			const number = Object.keys(rows).find((key) => path.includes(projectId(Number(key))));

			return jsonResponse(rows[Number(number)] ?? []);
		};

	test.each([
		['searchStatesOfProjects', 'states'],
		['searchLabelsOfProjects', 'labels'],
	])('%s has each name of the %s of all selected projects once', async (method, rows) => {
		const respond = serveProjects({
			1: createRows('Todo', 'Done'),
			2: createRows('Done', 'Review'),
			3: [],
		});
		const projects = [1, 2, 3].map(projectId);

		expect(await load(method, { projects }, respond)).toEqual({
			rows: ['Todo', 'Done', 'Review'].map((name) => ({ name, value: name })),
			paths: projects.map((id) => `workspaces/acme/projects/${id}/${rows}/`),
		});
	});

	it('ignores values that are not IDs of projects, and projects after the tenth', async () => {
		const projects = ['LNCH', ...Array.from({ length: 11 }, (_, index) => projectId(index))];
		const panel = { projects: [5, ...projects] } as unknown as INodeParameters;
		const { paths } = await load('searchStatesOfProjects', panel, serveProjects({}));

		expect(paths).toHaveLength(10);
		expect(paths.at(-1)).toContain(projectId(9));
	});

	it.each([undefined, [], 'LNCH', ['LNCH']])(
		'has the names of all projects that the user may use if the value is %j',
		async (projects) => {
			const panel = projects === undefined ? {} : { projects };
			const respond: Respond = (request, count) =>
				request.path === 'workspaces/acme/projects/'
					? jsonResponse([
							{ id: projectId(1), name: 'Closed', is_member: false },
							{ id: projectId(2), name: 'Launch', is_member: true },
						])
					: serveProjects({ 2: createRows('Todo') })(request, count);

			expect(await load('searchStatesOfProjects', panel, respond)).toEqual({
				rows: [{ name: 'Todo', value: 'Todo' }],
				paths: ['workspaces/acme/projects/', `workspaces/acme/projects/${projectId(2)}/states/`],
			});
		},
	);

	it.each(['searchProjects', 'searchLabelsOfProjects'])(
		'says that a credential is needed if none is chosen (%s)',
		async (method) => {
			const { context } = await createEditor(servePages([]));
			const node = context.getNode();

			delete node.credentials;
			context.getNode = () => node;

			await expect(triggerOptions[method]?.call(context)).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringMatching(/^Choose a credential for Plane's API/),
			});
		},
	);
});
