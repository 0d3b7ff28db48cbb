import { describe, expect, test } from '@jest/globals';

import { community, first, idsOf, listsOfServers, texts, useLists, workItemList } from './lists';
import { locator } from './samples';
import { jsonItems } from './startNode';

// Every combination of servers, limits and offsets is in the unit tests of lists; these show that
// each list comes through n8n whole from each kind of server, and what goes out for it.

const { use, get } = useLists();

describe.each(listsOfServers)('%s of %s', (_key, _server, { options, inOrder }, list) => {
	test('returns every record once and in order, or as many as Limit and Offset say', async () => {
		const state = await use(options);
		list.grow(state, 150);
		const ids = idsOf(inOrder(list.rows(state)));
		expect(ids.length).toBeGreaterThan(150);
		for (const [parameters, expected] of [
			[{ returnAll: true }, ids],
			[{ returnAll: true, options: { offset: 140 } }, ids.slice(140)],
			[{ limit: 2 }, ids.slice(0, 2)],
			[{ limit: 120 }, ids.slice(0, 120)],
			[{ limit: 110, options: { offset: 40 } }, ids.slice(40, 150)],
			[{ limit: ids.length, options: { offset: 1 } }, ids.slice(1)],
			[{ limit: 10, options: { offset: ids.length } }, []],
		] as const) {
			const { json, error, queries } = await get(list, parameters);
			expect(error).toBeUndefined();
			expect(idsOf(json)).toEqual(expected);
			// The smallest pages have 30 records; the end, the start and the offset may take one each.
			expect(queries.length).toBeLessThanOrEqual(Math.ceil(expected.length / 30) + 3);
		}
	});

	test('returns no item if it is empty', async () => {
		const state = await use(options);
		const path = list === workItemList ? { projectId: locator(state.projects) } : list.path(state);
		state.workItems = list === workItemList ? [] : state.workItems.slice(0, 1);
		state.attachments = [];
		state.customerRequests = [];
		state.teamspaceMembers = [];
		for (const parameters of [{ returnAll: true }, { limit: 5, options: { offset: 3 } }]) {
			const { outputs, error } = await get({ ...list, path: () => path }, parameters);
			expect(error).toBeUndefined();
			expect(outputs).toEqual([[]]);
		}
	});
});

describe('Return All', () => {
	test('asks for pages in the terms of both kinds of server, whatever Limit the node still has', async () => {
		for (const options of [{}, community.options]) {
			await use(options);
			const { queries } = await get(workItemList, { returnAll: true, limit: 7 });
			expect(texts(queries)).toEqual([
				'limit=100&offset=0&per_page=100',
				'limit=100&offset=100&per_page=100&cursor=100:1:0',
				'limit=100&offset=200&per_page=100&cursor=100:2:0',
			]);
		}
	});

	test('returns more records than a function call can have arguments', async () => {
		await use({ workItems: 130_000, paging: 'ignored' });
		const { json, error } = await get(workItemList, { returnAll: true });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(130_000);
	});
});

describe('The query', () => {
	test.each([
		['the limit of a new node', {}, ['limit=50&offset=0&per_page=50']],
		[
			'a limit of more than a page',
			{ limit: 150 },
			['limit=100&offset=0&per_page=100', 'limit=50&offset=100&per_page=100&cursor=100:1:0'],
		],
		[
			'an offset, with one more to find out whether the server heeds it',
			{ limit: 130, options: { offset: 40 } },
			[
				'limit=100&offset=40&per_page=100&cursor=100:0:0',
				'limit=1&offset=0&per_page=100',
				'limit=30&offset=140&per_page=100&cursor=100:1:0',
			],
		],
		[
			'no expansion without a relation',
			{ limit: 1, options: { expand: [] } },
			['limit=1&offset=0&per_page=1'],
		],
	])('has %s', async (_, parameters, expected) => {
		await use();
		const { queries, error } = await get(workItemList, parameters);
		expect(error).toBeUndefined();
		expect(texts(queries)).toEqual(expected);
	});

	const relations = ['type', 'module', 'labels', 'assignees', 'state', 'project'];
	test.each([
		['a choice of values', relations],
		[
			'labels by expression',
			'={{ ["Type", "Module", "Labels", "Assignees", "State", "Project"] }}',
		],
	])('has the relations to expand, given as %s, separated by commas', async (_, expand) => {
		const state = await use();
		const { json, queries } = await get(workItemList, { limit: 2, options: { expand } });
		expect(queries.map((query) => query.get('expand'))).toEqual([relations.join(',')]);
		expect(json).toMatchObject([
			{ state: state.states[0], project: { name: 'Launch' }, type: { name: 'Task' } },
			{ state: state.states[1], assignees: [state.users[1]] },
		]);
	});
});

describe('The output', () => {
	test.each(['specification', 'community'] as const)(
		'has whole records by default and at most ten fields with Simplify (face %s)',
		async (face) => {
			await use({ face });
			const whole = await get(workItemList, { limit: 3 });
			const simple = await get(workItemList, { limit: 3, simple: true });
			expect(simple.error).toBeUndefined();
			expect(simple.json).toHaveLength(3);
			for (const [index, record] of simple.json.entries()) {
				const fields = Object.keys(record);
				expect(fields.length).toBeLessThanOrEqual(10);
				expect(fields.slice(0, 5)).toEqual(['id', 'sequence_id', 'name', 'state', 'priority']);
				expect(Object.keys(whole.json[index] ?? {}).length).toBeGreaterThan(10);
				expect(whole.json[index]).toMatchObject(record);
			}
		},
	);

	test('is simplified only after filtering by fields that it leaves out', async () => {
		const state = await use(community.options);
		const assignee = first(state.workItems.flatMap(({ assignees }) => assignees));
		const parameters = { returnAll: true, filters: { assignee } };
		const whole = await get(workItemList, parameters);
		const simple = await get(workItemList, { ...parameters, simple: true });
		expect(whole.json.length).toBeGreaterThan(0);
		expect(idsOf(simple.json)).toEqual(idsOf(whole.json));
	});

	test('is paired with the input item that it belongs to, also behind one whose list is empty', async () => {
		const state = await use();
		const [launch, website] = state.projects;
		state.workItems = state.workItems.filter(({ project }) => project === launch?.id);
		const { outputs, error } = await get(
			workItemList,
			{ returnAll: true, projectId: '={{ $json.project }}' },
			jsonItems([launch, website, launch].map((project) => ({ project: project?.id }))),
		);
		expect(error).toBeUndefined();
		const paired = (item: number) =>
			state.workItems.map(({ id }) => ({ id, pairedItem: { item } }));
		expect(
			outputs.map((items) => items.map(({ json, pairedItem }) => ({ id: json.id, pairedItem }))),
		).toEqual([[...paired(0), ...paired(2)]]);
	});
});
