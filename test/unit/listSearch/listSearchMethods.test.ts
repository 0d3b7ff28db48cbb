import { describe, expect, it, test } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { listSearch, loadOptions } from '../../../nodes/Plane/listSearchMethods';
import { triggerOptions } from '../../../nodes/PlanePollingTrigger/triggerOptions';
import { jsonResponse } from '../responses';
import { byId, editorOf, listing, numbered, type Respond } from './editor';

/** What n8n calls by the names that stand in the panels, each of which reads the list that it is called for. */

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
])('%s opens the list at %s', async (method, path) => {
	const { context, asked } = await editorOf(listing(numbered(1)), parameters);

	await listSearch[method]?.call(context);
	expect(asked.map((request) => request.path)).toEqual([path]);
});

describe('A search of a list', () => {
	const search = async (filter?: string, token?: string) => {
		const { context, asked } = await editorOf(listing(numbered(250)), parameters);
		const page = await listSearch.searchModules?.call(context, filter, token);

		return { offset: asked[0]?.query.offset, count: page?.results.length };
	};

	it('is for the text without the blanks around it, if there is more of it', async () => {
		const { context, asked } = await editorOf(listing([]), parameters);

		for (const filter of [' a b\n', ' \n', undefined]) {
			await listSearch.searchWorkItems?.call(context, filter);
		}

		expect(asked.map(({ query }) => query.search)).toEqual(['a b', undefined, undefined]);
	});

	it('goes on behind the page that is there', async () => {
		expect(await search('', '100:200:id m100')).toEqual({ offset: '200', count: 50 });
	});
});

test.each(['searchMembers', 'searchProjectMembers', 'searchLabels', 'searchModules'])(
	'%s loads the list that several records are chosen from',
	async (method) => {
		const { context } = await editorOf(listing(numbered(2)), parameters);
		const rows = await loadOptions[method]?.call(context);

		expect(rows?.map(({ value }) => value)).toEqual(['m0', 'm1']);
	},
);

describe('A list of a trigger', () => {
	/** The rows of a list of a trigger whose panel says this. */
	const load = async (method: string, panel: INodeParameters, respond: Respond) => {
		const { context, asked } = await editorOf(respond, panel);
		const rows = await triggerOptions[method]?.call(context);

		return { rows, paths: asked.map(({ path }) => path) };
	};

	test.each(['searchProjects', 'searchMembers'])(
		'has the rows of the workspace: %s',
		async (of) => {
			const { rows } = await load(of, {}, listing(numbered(2)));

			expect(rows?.map(({ value }) => value)).toEqual(['m0', 'm1']);
		},
	);

	/** An ID that ends with this number. */
	const project = (number: number) => `dea35cbb-1f93-48ff-8bfb-${String(number).padStart(12, '0')}`;
	const named = (...names: readonly string[]): JsonObject[] =>
		names.map((name, index) => ({ id: `s${index}`, name }));

	const of =
		(rows: Readonly<Record<number, JsonObject[]>>): Respond =>
		({ path }) => {
			const number = Object.keys(rows).find((each) => path.includes(project(Number(each))));

			return jsonResponse(rows[Number(number)] ?? []);
		};

	test.each([
		['searchStatesOfProjects', 'states'],
		['searchLabelsOfProjects', 'labels'],
	])('%s has each name of the %s of all chosen projects once', async (method, rows) => {
		const respond = of({ 1: named('Todo', 'Done'), 2: named('Done', 'Review'), 3: [] });
		const projects = [1, 2, 3].map(project);

		expect(await load(method, { projects }, respond)).toEqual({
			rows: ['Todo', 'Done', 'Review'].map((name) => ({ name, value: name })),
			paths: projects.map((id) => `workspaces/acme/projects/${id}/${rows}/`),
		});
	});

	it('leaves out what is no ID of a project, and all behind the tenth', async () => {
		const projects = ['LNCH', ...Array.from({ length: 11 }, (_, index) => project(index))];
		const panel = { projects: [5, ...projects] } as unknown as INodeParameters;
		const { paths } = await load('searchStatesOfProjects', panel, of({}));

		expect(paths).toHaveLength(10);
		expect(paths.at(-1)).toContain(project(9));
	});

	it.each([undefined, [], 'LNCH', ['LNCH']])(
		'asks for projects where there is none: %j',
		async (projects) => {
			const panel = projects === undefined ? {} : { projects };

			expect(await load('searchStatesOfProjects', panel, of({}))).toEqual({
				rows: [{ name: 'Choose the projects from the list first', value: '' }],
				paths: [],
			});
		},
	);
});
