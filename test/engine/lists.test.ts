import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Envelope } from '../service/paging';
import {
	community,
	first,
	idsOf,
	useLister,
	named,
	requestList,
	servers,
	texts,
	workItemList,
} from './listing';
import { locator } from './samples';

const envelopes: readonly Envelope[] = ['results', 'array', 'data', 'items', 'nested'];

const { use, get } = useLister();

describe('Return All', () => {
	const pages = [10, 50, 100, 1000];
	const honoured = pages.flatMap((largestPage) =>
		[true, false].flatMap((total) =>
			envelopes.map((envelope) => ({ largestPage, total, envelope })),
		),
	);

	test.each(honoured)(
		'gives 250 work items once each and in order: pages of $largestPage, total $total, $envelope',
		async (options) => {
			const state = await use(options);
			const { json, queries, error } = await get(workItemList, { returnAll: true });

			expect(error).toBeUndefined();
			expect(idsOf(json)).toEqual(idsOf(workItemList.rows(state)));
			expect(json).toHaveLength(250);
			// One request per page, and one that finds nothing more where no total is told.
			const told = options.total && options.envelope !== 'array';
			const full = Math.ceil(250 / Math.min(100, options.largestPage));
			expect(queries.length).toBeLessThanOrEqual(told ? full : full + 1);
			expect(new Set(texts(queries)).size).toBe(queries.length);
		},
	);

	const ignored = [true, false].flatMap((total) =>
		envelopes.map((envelope) => ({ total, envelope })),
	);

	test.each(ignored)(
		'ends where limit and offset are ignored: total $total, $envelope',
		async (options) => {
			const state = await use({ paging: 'ignored', ...options });
			const { json, queries, error } = await get(workItemList, { returnAll: true });

			expect(error).toBeUndefined();
			expect(idsOf(json)).toEqual(idsOf(workItemList.rows(state)));
			expect(queries.length).toBeLessThanOrEqual(2);
		},
	);

	describe.each(servers)('of %s', (_, { options, lists, inOrder }) => {
		test.each(named(lists))('gives 150 more records of %s', async (_key, list) => {
			const state = await use(options);
			list.grow(state, 150);
			const { json, error } = await get(list, { returnAll: true });

			expect(error).toBeUndefined();
			expect(idsOf(json)).toEqual(idsOf(inOrder(list.rows(state))));
			expect(json.length).toBeGreaterThan(150);
		});
	});

	test('asks for nothing but a page, in the words of both kinds of server', async () => {
		for (const options of [{}, community.options]) {
			await use(options);
			const { queries } = await get(workItemList, { returnAll: true });
			expect(texts(queries)).toEqual([
				'limit=100&offset=0&per_page=100',
				'limit=100&offset=100&per_page=100&cursor=100:1:0',
				'limit=100&offset=200&per_page=100&cursor=100:2:0',
			]);
		}
	});

	describe.each([
		['a server that pages', {}],
		['a server that pages by cursor', community.options],
	])('of %s', (_, options) => {
		test.each([250, 10_000])('takes a request for each 100 of %d work items', async (workItems) => {
			await use({ ...options, workItems });
			const { json, queries, error } = await get(workItemList, { returnAll: true });

			expect(error).toBeUndefined();
			expect(new Set(idsOf(json)).size).toBe(workItems);
			expect(json).toHaveLength(workItems);
			expect(queries).toHaveLength(Math.ceil(workItems / 100));
		});
	});

	test('takes one request more than that where no total is told', async () => {
		await use({ total: false });
		const { queries } = await get(workItemList, { returnAll: true });
		expect(queries).toHaveLength(4);
	});

	test('overrules a limit that the node still holds', async () => {
		await use();
		const { json } = await get(workItemList, { returnAll: true, limit: 7 });
		expect(json).toHaveLength(250);
	});

	test('gives more records than a call of a function can have arguments', async () => {
		await use({ workItems: 130_000, paging: 'ignored' });
		const { json, error } = await get(workItemList, { returnAll: true });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(130_000);
	});
});

describe('Limit', () => {
	test('is 50 in a new node', async () => {
		const state = await use();
		const { json, queries } = await get(workItemList, {});
		expect(idsOf(json)).toEqual(idsOf(workItemList.rows(state).slice(0, 50)));
		expect(texts(queries)).toEqual(['limit=50&offset=0&per_page=50']);
	});

	test('of 150 takes a page of 100 and one of 50', async () => {
		await use();
		const { queries } = await get(workItemList, { limit: 150 });
		expect(texts(queries)).toEqual([
			'limit=100&offset=0&per_page=100',
			'limit=50&offset=100&per_page=100&cursor=100:1:0',
		]);
	});

	test('of 150 takes two pages of one size where they go by cursor (observed row 7)', async () => {
		await use(community.options);
		const { json, queries } = await get(workItemList, { limit: 150 });
		expect(json).toHaveLength(150);
		expect(queries.map((query) => [query.get('per_page'), query.get('cursor')])).toEqual([
			['100', null],
			['100', '100:1:0'],
		]);
	});

	describe.each(servers)('of %s', (_, { options, lists, inOrder }) => {
		test.each([1, 99, 100, 101, 150, 250, 1000])('of %d gives no record more', async (limit) => {
			const state = await use(options);
			const { json, queries, error } = await get(workItemList, { limit });

			expect(error).toBeUndefined();
			expect(idsOf(json)).toEqual(idsOf(inOrder(workItemList.rows(state)).slice(0, limit)));
			expect(queries.length).toBeLessThanOrEqual(10);
		});

		test.each(named(lists))('holds for %s', async (_key, list) => {
			const state = await use(options);
			const { json } = await get(list, { limit: 2 });
			expect(idsOf(json)).toEqual(idsOf(inOrder(list.rows(state)).slice(0, 2)));
		});
	});
});

describe('Offset', () => {
	describe.each(servers)('of %s', (_, { options, lists, inOrder }) => {
		test.each([0, 1, 40, 100, 240, 249, 250, 1000])(
			'of %d skips that many of all records',
			async (offset) => {
				const state = await use(options);
				const { json, queries, error } = await get(workItemList, {
					returnAll: true,
					options: { offset },
				});

				expect(error).toBeUndefined();
				expect(idsOf(json)).toEqual(idsOf(inOrder(workItemList.rows(state)).slice(offset)));
				// 9 pages of 30, one that finds nothing more, one that tells what kind of server it is.
				expect(queries.length).toBeLessThanOrEqual(11);
			},
		);

		test.each([
			[1, 1],
			[40, 50],
			[40, 100],
			[40, 150],
			[100, 100],
			[200, 100],
			[250, 10],
		])('of %d goes together with a limit', async (offset, limit) => {
			const state = await use(options);
			const { json, error } = await get(workItemList, { limit, options: { offset } });

			expect(error).toBeUndefined();
			expect(idsOf(json)).toEqual(
				idsOf(inOrder(workItemList.rows(state)).slice(offset, offset + limit)),
			);
		});

		test.each(named(lists))('and a limit hold for the few records of %s', async (_key, list) => {
			const state = await use(options);
			const { json } = await get(list, { limit: 2, options: { offset: 1 } });
			expect(idsOf(json)).toEqual(idsOf(inOrder(list.rows(state)).slice(1, 3)));
		});

		test.each(named(lists))(
			'skips also where the limit is the number of the records of %s',
			async (_key, list) => {
				const state = await use({ ...options, workItems: 65 });
				const rows = inOrder(list.rows(state));
				const { json } = await get(list, { limit: rows.length, options: { offset: 1 } });
				expect(idsOf(json)).toEqual(idsOf(rows.slice(1)));
			},
		);
	});

	test('is sent as it is, and one request more finds out whether the server heeds it', async () => {
		await use();
		const { queries } = await get(workItemList, { limit: 130, options: { offset: 40 } });
		expect(texts(queries)).toEqual([
			'limit=100&offset=40&per_page=100&cursor=100:0:0',
			'limit=1&offset=0&per_page=100',
			'limit=30&offset=140&per_page=100&cursor=100:1:0',
		]);
	});

	test('leads to the page that holds it, where pages go by cursor (observed row 7)', async () => {
		const state = await use({ ...community.options, workItems: 950 });
		const { json, queries } = await get(workItemList, { limit: 100, options: { offset: 740 } });
		const rows = community.inOrder(workItemList.rows(state));
		expect(idsOf(json)).toEqual(idsOf(rows.slice(740, 840)));
		expect(queries.map((query) => query.get('cursor'))).toEqual(['100:7:0', '100:8:0']);
	});
});

describe('Expand', () => {
	const forms: readonly (readonly [string, INodeParameters[string]])[] = [
		['a choice of values', ['state', 'assignees', 'module']],
		['labels in a list by expression', '={{ ["State", "Assignees", "Module"] }}'],
		['text by expression', '={{ "state, assignees,module" }}'],
		['text with doubles', '={{ "state, State, assignees, module, module" }}'],
	];

	test.each(forms)('as %s goes out separated by commas', async (_, expand) => {
		const state = await use();
		const { json, queries, error } = await get(workItemList, { limit: 2, options: { expand } });

		expect(error).toBeUndefined();
		expect(queries.map((query) => query.get('expand'))).toEqual(['state,assignees,module']);
		expect(json.map((row) => row.state)).toEqual(state.states.slice(0, 2));
		expect(json.map((row) => row.assignees)).toEqual([[], [first(state.users.slice(1))]]);
	});

	test('of all relations is possible', async () => {
		await use();
		const all = ['type', 'module', 'labels', 'assignees', 'state', 'project'];
		const { json, queries } = await get(workItemList, { limit: 1, options: { expand: all } });
		expect(queries.map((query) => query.get('expand'))).toEqual([all.join(',')]);
		expect(json).toMatchObject([{ project: { name: 'Launch' }, type: { name: 'Task' } }]);
	});

	test('without a choice is not sent', async () => {
		await use();
		const { queries } = await get(workItemList, { limit: 1, options: { expand: [] } });
		expect(texts(queries)).toEqual(['limit=1&offset=0&per_page=1']);
	});

	test('of an unknown relation is an error that lists the known ones, and nothing is sent', async () => {
		await use();
		const expand = '={{ "state, comments" }}';
		const { queries, error } = await get(workItemList, { options: { expand } });
		expect(error?.message).toBe('Expand: "comments" is not one of its values [item 0]');
		expect(error?.description).toContain('type, module, labels, assignees, state, project');
		expect(queries).toEqual([]);
	});
});

describe('Output', () => {
	test('is one item per record, as the server gives it', async () => {
		const state = await use();
		const { outputs } = await get(requestList, { returnAll: true });
		expect(outputs).toEqual([
			requestList.rows(state).map((json) => ({ json, pairedItem: { item: 0 } })),
		]);
	});

	test('is whole where Simplify is off, as in a new node, and at most ten fields where it is on', async () => {
		for (const server of ['specification', 'community'] as const) {
			await use({ face: server });
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
		}
	});

	test('is simplified after filters and times were applied to what it leaves out', async () => {
		const state = await use({ face: 'community' });
		const [assignee] = first(
			state.workItems.filter(({ assignees }) => assignees.length > 0),
		).assignees;
		const parameters = { returnAll: true, filters: { assignee: assignee ?? '' } };
		const whole = await get(workItemList, parameters);
		const simple = await get(workItemList, { ...parameters, simple: true });
		expect(whole.json.length).toBeGreaterThan(0);
		expect(idsOf(simple.json)).toEqual(idsOf(whole.json));
	});

	test('is paired with the input item that it was asked for', async () => {
		const state = await use();
		const { outputs, error } = await get(
			workItemList,
			{ returnAll: true, projectId: '={{ $json.project }}' },
			[...state.projects, first(state.projects)].map(({ id }) => ({ json: { project: id } })),
		);

		expect(error).toBeUndefined();
		const expected = [0, 1, 2].flatMap((item) =>
			state.workItems
				.filter(({ project }) => project === state.projects[item % 2]?.id)
				.map(({ id }) => ({ id, pairedItem: { item } })),
		);
		expect(expected).toHaveLength(250 + 7 + 250);
		expect(
			outputs.map((items) => items.map(({ json, pairedItem }) => ({ id: json.id, pairedItem }))),
		).toEqual([expected]);
	});

	describe.each(servers)('of %s', (_, { options, lists }) => {
		test.each(named(lists))('has no item for an empty list of %s', async (_key, list) => {
			const state = await use(options);
			state.workItems = state.workItems.slice(0, 1);
			state.attachments = [];
			state.customerRequests = [];
			state.teamspaceMembers = [];
			if (list === workItemList) state.workItems = [];
			for (const parameters of [{ returnAll: true }, { limit: 5, options: { offset: 3 } }]) {
				const path =
					list === workItemList ? { projectId: locator(state.projects) } : list.path(state);
				const { outputs, error } = await get(list, { ...path, ...parameters });
				expect(error).toBeUndefined();
				expect(outputs).toEqual([[]]);
			}
		});
	});

	test('goes on after an input item whose list is empty', async () => {
		const state = await use();
		const owner = first(state.customers).id;
		state.customerRequests = state.customerRequests.filter(({ customer }) => customer !== owner);
		const { outputs } = await get(
			requestList,
			{ customerId: '={{ $json.customer }}', returnAll: true },
			state.customers.slice(0, 2).map(({ id }) => ({ json: { customer: id } })),
		);
		expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 1 }, { item: 1 }],
		]);
	});
});
