import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { WorkItem } from '../service/state';
import { addOperations } from '../service/testing/addOperations';
import { expectProblem } from '../expectProblem';
import { causes } from '../nodeTexts';
import { byId, parametersFor } from './samples';
import { useWorld } from './useWorld';

const world = useWorld({ serverKind: 'specification', workItems: 40 }, true);

const SEARCH = 'workItem.searchAdvanced';

const only = <Entry>(entry: Entry | undefined): Entry => {
	if (entry === undefined) throw new Error('The service has no such record');

	return entry;
};

const project = (index = 0) => only(world.service.state.projects[index]);

const itemsOf = (projectId: string) =>
	world.service.state.workItems.filter((item) => item.project === projectId);

const search = async (parameters: INodeParameters) =>
	await world.run(SEARCH, { returnAll: true, ...parameters });

/** Searches the first project. */
const searchProject = async (filters: INodeParameters, more: INodeParameters = {}) =>
	await search({ projectScope: 'one', projectId: byId(project().id), filters, ...more });

/** The bodies of the searches that were sent. */
const sentBodies = (): IDataObject[] =>
	world.service.requests
		.filter(({ operation }) => operation === SEARCH)
		.map(({ body }) => body as IDataObject);

const idsOf = (rows: readonly IDataObject[] | readonly WorkItem[]): unknown[] =>
	rows.map(({ id }) => id).sort();

/** Puts work items of the second project into its own state Done, so that two projects have a state of that name. */
function prepareSecondProject(): { readonly items: readonly WorkItem[]; readonly state: string } {
	const { id } = project(1);
	const items = itemsOf(id).slice(0, 2);
	const done = only(
		world.service.state.states.find((row) => row.project === id && row.name === 'Done'),
	);

	for (const item of items) item.state = done.id;

	return { items, state: done.id };
}

describe('The search by conditions', () => {
	it('returns the key, the address and the most useful fields of what it finds', async () => {
		const [item] = itemsOf(project().id);
		const { id, name, sequence_id: number, state, type, priority } = only(item);

		const { json } = await searchProject({}, { searchTerm: name, simple: true });

		expect(json.find((row) => row.id === id)).toMatchObject({
			key: `${project().identifier}-${number}`,
			name,
			state,
			type,
			priority,
			project: project().id,
			url: expect.stringContaining(`/browse/${project().identifier}-${number}/`),
		});
	});

	it('finds states, labels, people, cycles and modules by name', async () => {
		const { state, labels, assignees, module } = only(
			itemsOf(project().id).find((item) => item.labels.length > 0 && item.assignees.length > 0),
		);
		const { states, labels: allLabels, users } = world.service.state;
		const nameOf = (rows: readonly { id: string; name: string }[], id: unknown) =>
			only(rows.find((row) => row.id === id)).name;
		const person = only(users.find(({ id }) => id === assignees[0]));

		const { error, json } = await searchProject({
			states: `={{ ['${nameOf(states, state)}'] }}`,
			labels: `={{ ['${nameOf(allLabels, labels[0]).toUpperCase()}'] }}`,
			assignees: `={{ ['${person.email}'] }}`,
		});

		expect(error).toBeUndefined();
		expect(module === null || module !== '').toBe(true);
		expect(sentBodies()).toMatchObject([
			{
				project_id: project().id,
				filters: {
					and: expect.arrayContaining([
						{ state_id: state },
						{ label_id: labels[0] },
						{ assignee_id: person.id },
					]),
				},
			},
		]);
		expect(idsOf(json)).toEqual(
			idsOf(
				itemsOf(project().id).filter(
					(item) =>
						item.state === state &&
						item.labels.includes(only(labels[0])) &&
						item.assignees.includes(person.id),
				),
			),
		);
	});

	it('joins several values of a filter by "or", and the ends of a period in one range', async () => {
		const { error } = await searchProject({
			priority: ['urgent', 'high'],
			targetFrom: '2026-03-01',
			targetTo: '2026-03-31',
			startTo: '2026-02-01',
			createdBefore: '2026-04-01T00:00:00Z',
		});

		expect(error).toBeUndefined();
		expect(sentBodies()[0]?.filters).toEqual({
			and: [
				{ or: [{ priority: 'urgent' }, { priority: 'high' }] },
				{ start_date__range: '0001-01-01,2026-02-01' },
				{ target_date__range: '2026-03-01,2026-03-31' },
				{ created_at__range: '0001-01-01,2026-03-31T23:59:59.999999Z' },
			],
		});
	});

	it('searches all projects by one request, with the state that each of them has by the name', async () => {
		const second = prepareSecondProject();
		const done = world.service.state.states.filter(({ name }) => name === 'Done');

		const { error, json } = await search({
			projectScope: 'all',
			filters: { states: "={{ ['done'] }}" },
		});

		expect(error).toBeUndefined();
		expect(sentBodies()).toHaveLength(1);
		expect(sentBodies()[0]).toMatchObject({ workspace_search: true });
		expect(idsOf(json)).toEqual(
			idsOf(
				world.service.state.workItems.filter(({ state }) => done.some(({ id }) => id === state)),
			),
		);
		expect(idsOf(json)).toEqual(expect.arrayContaining(idsOf(second.items)));
	});

	it.each([5, 100])(
		'leaves out what is in projects that the user is not a member of, with a limit of %i',
		async (limit) => {
			const { state } = world.service;
			const { launch: closed, website, operations } = addOperations(state);

			Object.assign(closed, { is_member: false });
			for (const item of itemsOf(website.id).slice(0, 2)) item.project = operations.id;

			const { json } = await search({
				projectScope: 'all',
				returnAll: false,
				limit,
				filters: { priority: ['urgent', 'high', 'medium', 'low', 'none'] },
			});
			const openItems = state.workItems.filter(({ project: id }) => id !== closed.id);

			expect(sentBodies()).not.toEqual([]);
			expect(sentBodies().every((body) => body.workspace_search === true)).toBe(true);
			expect(idsOf(json)).toEqual(idsOf(openItems.slice(0, limit)));
			expect(openItems.length).toBeGreaterThan(5);
		},
	);

	it('searches several projects by one request with a condition for them', async () => {
		const { error, json } = await search({
			projectScope: 'several',
			projects: [project(0).id, project(1).id],
			searchTerm: 'a',
		});

		expect(error).toBeUndefined();
		expect(sentBodies()).toEqual([
			{
				query: 'a',
				filters: { or: [{ project_id: project(0).id }, { project_id: project(1).id }] },
				limit: 100,
				workspace_search: true,
			},
		]);
		expect(json.length).toBeGreaterThan(0);
	});

	it('filters by type itself, and returns as many as Limit says if there are so many', async () => {
		const { type } = only(itemsOf(project().id)[0]);
		const ofType = itemsOf(project().id).filter((item) => item.type === type);
		const { name } = only(world.service.state.types.find(({ id }) => id === type));

		const { error, json } = await searchProject(
			{ types: `={{ ['${name}'] }}` },
			{ returnAll: false, limit: 3 },
		);

		expect(error).toBeUndefined();
		expect(json).toHaveLength(Math.min(3, ofType.length));
		expect(json.every((row) => row.type_id === type)).toBe(true);
	});

	it('sends conditions as JSON beside the other filters, and ranges as the text that servers take', async () => {
		const { error } = await searchProject({
			priority: ['high'],
			conditions:
				'{"and": [{"not": {"state_group": "completed"}}, {"target_date__range": ["2026-01-01", "2026-02-01"]}]}',
		});

		expect(error).toBeUndefined();
		expect(sentBodies()[0]?.filters).toEqual({
			and: [
				{ priority: 'high' },
				{ not: { state_group: 'completed' } },
				{ target_date__range: '2026-01-01,2026-02-01' },
			],
		});
	});

	it("shows the server's message about a key that it does not know", async () => {
		const { error } = await searchProject({ conditions: '{"colour": "red"}' });

		expect(error?.message).toContain("Filtering on field 'colour' is not allowed");
	});

	it.each<[what: string, conditions: unknown, message: RegExp]>([
		['no JSON', '{"priority": }', /the JSON is invalid at line 1/],
		['a list', '[{"priority": "high"}]', /is not an object/],
		['nothing', '{}', /is not a condition/],
		[
			'an operator without a list',
			'{"or": {"priority": "high"}}',
			/or is not a list of conditions/,
		],
		['an empty list', '{"and": []}', /and is not a list of conditions/],
		['a text as a condition', '{"and": ["high"]}', /and\[0\] is not a condition/],
		[
			'two operators',
			'{"and": [{"priority": "low"}], "or": [{"priority": "high"}]}',
			/beside other keys/,
		],
		[
			'an operator beside a key',
			'{"not": {"priority": "low"}, "priority": "high"}',
			/beside other keys/,
		],
		['an object as a value', '{"priority": {"is": "high"}}', /the value of priority is not a text/],
		['an empty list as a value', '{"priority__in": []}', /the value of priority__in is not a text/],
		[
			'a name as an ID',
			'{"and": [{"state_id": "Done"}]}',
			/and\[0\]\.state_id is Done, which is not an ID|"Done", which is not an ID/,
		],
		[
			'one end of a range',
			'{"target_date__range": "2026-01-01"}',
			/target_date__range is not a range/,
		],
		[
			'too many levels',
			'{"not": {"not": {"not": {"not": {"not": {"priority": "high"}}}}}}',
			/more than 5 objects are nested/,
		],
	])('refuses %s in the conditions before it sends anything', async (_, conditions, message) => {
		const { error } = await searchProject({ conditions: conditions as string });

		expect(error?.message).toMatch(/^Conditions \(JSON\): /);
		expect(error?.message).toMatch(message);
		expect(world.service.requests).toEqual([]);
	});

	it('refuses conditions that are too deep once they are joined with the other filters', async () => {
		const conditions = '{"not": {"not": {"not": {"not": {"priority": "high"}}}}}';
		const joined = await searchProject({ conditions, priority: ['low'] });

		expect(joined.error?.message).toMatch(/beside other filters, 4 objects at most/);
		expect(world.service.requests).toEqual([]);

		const { error } = await searchProject({ conditions });

		expect(error).toBeUndefined();
	});

	it.each<[what: string, parameters: INodeParameters, message: string | RegExp]>([
		['nothing to look for', {}, /^Search Term: there is nothing to look for/],
		[
			'a period that ends before it starts',
			{ filters: { targetFrom: '2026-03-31', targetTo: '2026-03-01' } },
			/^Due Date Until: 2026-03-01 is before/,
		],
		[
			'an expression without a value',
			{ filters: { targetFrom: '={{ $json.none }}' } },
			`Due Date From: ${causes.noResult}`,
		],
		['a list with an empty entry', { filters: { states: "={{ ['Done', ''] }}" } }, /^State/],
	])('refuses %s before it sends anything', async (_, parameters, message) => {
		const { error } = await search({
			projectScope: 'one',
			projectId: byId(project().id),
			...parameters,
		});

		expectProblem(error, { cause: message });
		expect(world.service.requests).toEqual([]);
	});

	it('leaves out what a model leaves empty, in a tool', async () => {
		const parameters = parametersFor(SEARCH, {
			projectScope: 'all',
			returnAll: true,
			searchTerm: "={{ $fromAI('term', '', 'string') }}",
			filters: { conditions: "={{ $fromAI('conditions', '', 'string') }}" },
		});

		const { text } = await world.engine.runTool(
			{ parameters },
			{ term: 'a', conditions: '{}' },
			world.credential,
			{ version: 3 },
		);

		expect(text).toContain('"key":"LNCH-');
		expect(sentBodies()).toEqual([{ query: 'a', limit: 100, workspace_search: true }]);
	});
});
