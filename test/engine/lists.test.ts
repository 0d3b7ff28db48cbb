import { beforeEach, describe, expect, it, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { titleCase } from '../../nodes/shared/text/letterCase';
import { stableId, type Row, type ServiceState, type WorkItem } from '../service/state';
import { causes } from '../nodeTexts';
import {
	communityServer,
	first,
	hasValue,
	getIds,
	type List,
	type ListServer,
	listsOfServers,
	requestList,
	decodeQueries,
	useLists,
	workItemList,
} from './lists';
import { byId, locateFirst } from './samples';
import { jsonItems } from './startNode';
import { useWorlds } from './useWorld';

// The unit tests of lists have every combination of servers, limits, offsets, filters and orders. These
// tests check the output of each list on each kind of server, and the queries that are sent.

const { startServer, runList, world } = useLists();

describe.each(listsOfServers)('%s of %s', (_key, _server, { options, inOrder }, list) => {
	test('returns every record once and in order, or the part that Limit and Offset select', async () => {
		const state = await startServer(options);

		list.addRecords(state, 150);
		const ids = getIds(inOrder(list.rows(state)));

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
			const { json, error, queries } = await runList(list, parameters);

			expect(error).toBeUndefined();
			expect(getIds(json)).toEqual(expected);
			// The smallest pages have 30 records; the end, the start and the offset may take one each.
			expect(queries.length).toBeLessThanOrEqual(Math.ceil(expected.length / 30) + 3);
		}
	});

	test('returns no items if the list is empty', async () => {
		const state = await startServer(options);
		const path =
			list === workItemList ? { projectId: locateFirst(state.projects) } : list.path(state);

		state.workItems = list === workItemList ? [] : state.workItems.slice(0, 1);
		state.attachments = [];
		state.customerRequests = [];

		for (const parameters of [{ returnAll: true }, { limit: 5, options: { offset: 3 } }]) {
			const { outputs, error } = await runList({ ...list, path: () => path }, parameters);

			expect(error).toBeUndefined();
			expect(outputs).toEqual([[]]);
		}
	});
});

describe('Return All', () => {
	test('requests pages by offset and by cursor, and ignores Limit', async () => {
		for (const options of [{}, communityServer.options]) {
			await startServer(options);
			const { json, queries } = await runList(workItemList, { returnAll: true, limit: 7 });

			expect(json).toHaveLength(250);
			expect(decodeQueries(queries)).toEqual([
				'limit=100&offset=0&per_page=100',
				'limit=100&offset=100&per_page=100&cursor=100:1:0',
				'limit=100&offset=200&per_page=100&cursor=100:2:0',
			]);
		}
	});

	test.each([
		['a server that pages', {}],
		['a server that pages by cursor', communityServer.options],
	])('takes one request per 100 of 10,000 work items on %s', async (_, options) => {
		await startServer({ ...options, workItems: 10_000 });

		const { json, queries, error } = await runList(workItemList, { returnAll: true });

		expect(error).toBeUndefined();
		expect(new Set(getIds(json)).size).toBe(10_000);
		expect(json).toHaveLength(10_000);
		expect(queries).toHaveLength(100);
	});

	test('returns more records than a function call can have arguments', async () => {
		await startServer({ workItems: 130_000, paging: 'ignored' });

		const { json, error } = await runList(workItemList, { returnAll: true });

		expect(error).toBeUndefined();
		expect(json).toHaveLength(130_000);
	});
});

describe('The query of a list', () => {
	test.each([
		['the limit of a new node', {}, ['limit=50&offset=0&per_page=50']],
		[
			'a limit of more than one page',
			{ limit: 150 },
			['limit=100&offset=0&per_page=100', 'limit=50&offset=100&per_page=100&cursor=100:1:0'],
		],
		[
			'an offset, with one request more to see whether the server applies it',
			{ limit: 130, options: { offset: 40 } },
			[
				'limit=100&offset=40&per_page=100&cursor=100:0:0',
				'limit=1&offset=0&per_page=100',
				'limit=30&offset=140&per_page=100&cursor=100:1:0',
			],
		],
		[
			'no expand parameter without a relation',
			{ limit: 1, options: { expand: [] } },
			['limit=1&offset=0&per_page=1'],
		],
	])('has %s', async (_, parameters, expected) => {
		await startServer();

		const { queries, error } = await runList(workItemList, parameters);

		expect(error).toBeUndefined();
		expect(decodeQueries(queries)).toEqual(expected);
	});

	const relations = ['type', 'module', 'labels', 'assignees', 'state', 'project'];

	test.each([
		['a choice of values', relations],
		[
			'labels by expression',
			'={{ ["Type", "Module", "Labels", "Assignees", "State", "Project"] }}',
		],
	])('has the relations to expand, entered as %s, separated by commas', async (_, expand) => {
		const state = await startServer();

		const { json, queries } = await runList(workItemList, { limit: 2, options: { expand } });

		expect(queries.map((query) => query.get('expand'))).toEqual([relations.join(',')]);
		expect(json).toMatchObject([
			{ state: state.states[0], project: { name: 'Launch' }, type: { name: 'Task' } },
			{ state: state.states[1], assignees: [state.users[1]] },
		]);
	});
});

describe('The output of a list', () => {
	test('is one item per record, exactly as the server returns it', async () => {
		const state = await startServer();

		const { outputs } = await runList(requestList, { returnAll: true });

		expect(outputs).toEqual([
			requestList.rows(state).map((json) => ({ json, pairedItem: { item: 0 } })),
		]);
	});

	test.each(['specification', 'community'] as const)(
		'has complete records or, with Simplify, only the main fields (%s server)',
		async (serverKind) => {
			const { projects, states, users } = await startServer({ serverKind });

			const complete = await runList(workItemList, { limit: 3 });
			const simple = await runList(workItemList, { limit: 3, simple: true });

			expect(simple.error).toBeUndefined();
			expect(simple.json).toHaveLength(3);

			const nameOf = (id: unknown) => states.find((state) => state.id === id)?.name;
			const getNames = (ids: unknown) =>
				users.flatMap(({ id, display_name }) =>
					(ids as readonly string[]).includes(id) ? display_name : [],
				);

			for (const [index, record] of simple.json.entries()) {
				const { assignees, state, ...row } = complete.json[index] ?? {};
				const key = `${first(projects).identifier}-${(row as { sequence_id: number }).sequence_id}`;

				expect(record).toMatchObject({ key, name: row.name, state: nameOf(state) });
				expect(record).toMatchObject({ priority: row.priority, target_date: row.target_date });
				expect([...(record.assignees as string[])].sort()).toEqual(getNames(assignees).sort());
				expect(record.url).toBe(`${world.service.url}/acme/browse/${key}/`);
			}
		},
	);

	test('has the same records as Get, even with Simplify and Expand together', async () => {
		await startServer();
		const options = { expand: ['labels'] };

		const list = await runList(workItemList, { limit: 1, simple: true, options });
		const [card] = list.json;
		const { json } = await world.run('workItem.get', {
			projectId: byId(world.service.state.projects[0]?.id),
			workItemId: byId(card?.id),
			simple: true,
			options,
		});

		expect(json).toEqual([expect.objectContaining(card ?? {})]);
		expect(card).toMatchObject({ key: expect.stringMatching(/^LNCH-\d+$/) });
	});

	test('is simplified only after it was filtered by fields that Simplify removes', async () => {
		const state = await startServer(communityServer.options);
		const assignee = first(state.workItems.flatMap(({ assignees }) => assignees));
		const parameters = { returnAll: true, filters: { assignee } };

		const complete = await runList(workItemList, parameters);
		const simple = await runList(workItemList, { ...parameters, simple: true });

		expect(complete.json.length).toBeGreaterThan(0);
		expect(getIds(simple.json)).toEqual(getIds(complete.json));
	});

	test('is paired with the right input item, even after an item whose list is empty', async () => {
		const state = await startServer();
		const [launch, website] = state.projects;
		const emptyProject = {
			...first(state.projects),
			id: stableId('empty', 0),
			identifier: 'EMPTY',
		};

		state.projects.push(emptyProject);
		const projects = [launch, emptyProject, website, launch];

		const { outputs, error } = await runList(
			workItemList,
			{ returnAll: true, projectId: '={{ $json.project }}' },
			jsonItems(projects.map((project) => ({ project: project?.id }))),
		);

		expect(error).toBeUndefined();

		const expected = projects.flatMap((project, item) =>
			state.workItems
				.filter((row) => row.project === project?.id)
				.map(({ id }) => ({ id, pairedItem: { item } })),
		);

		expect(expected).toHaveLength(250 + 7 + 250);
		expect(
			outputs.map((items) => items.map(({ json, pairedItem }) => ({ id: json.id, pairedItem }))),
		).toEqual([expected]);
	});
});

/** A filter of a list, and a record whose ID is the value of some rows. */
interface Filter {
	readonly list: List;
	readonly name: string;
	readonly getRecord: (state: ServiceState) => Row;
	readonly matches?: (row: Row, value: string) => boolean;
}

const secondUser = ({ users }: ServiceState) => first(users.slice(1));

const isAssigned = (row: Row, user: string) =>
	'assignees' in row && Array.isArray(row.assignees) && row.assignees.includes(user);

const filters: readonly Filter[] = [
	{ list: workItemList, name: 'state', getRecord: ({ states }) => first(states) },
	{ list: workItemList, name: 'assignee', getRecord: secondUser, matches: isAssigned },
];

const filterCases = listsOfServers.flatMap(([operation, name, server, list]) =>
	filters
		.filter((filter) => filter.list === list)
		.map((filter) => [filter.name, operation, name, server, filter] as const),
);

test.each(filterCases)(
	'The filter %s of %s on %s is sent with every page and narrows the records',
	async (
		name,
		_key,
		_server,
		{ options, inOrder, appliesFilters },
		{ list, getRecord, matches },
	) => {
		const state = await startServer(options);
		const { id: value } = getRecord(state);

		const { json, queries, error, hints } = await runList(list, {
			returnAll: true,
			filters: { [name]: value },
		});

		const rows = list.rows(state);
		const expected = inOrder(rows).filter((row) =>
			matches ? matches(row, value) : hasValue(row, name, value),
		);

		expect(error).toBeUndefined();
		expect(expected.length).toBeGreaterThan(0);
		expect(getIds(json)).toEqual(getIds(expected));

		for (const query of queries) {
			const names = [...query.keys()].filter((key) => key !== 'cursor');

			expect(names).toEqual([name, 'limit', 'offset', 'per_page']);
			expect(query.get(name)).toBe(value);
		}

		const hasHint = hints.some(({ message }) => message.startsWith(causes.notFiltered));

		expect(hasHint).toBe(!appliesFilters && expected.length < rows.length);

		const unmatchedParameters = { returnAll: true, filters: { [name]: stableId('nobody', 0) } };

		const unmatched = await runList(list, unmatchedParameters);

		expect(unmatched.json).toEqual([]);
	},
);

test.each(filters)(
	'The filter $name of $list.operation is refused if it is left empty',
	async ({ list, name }) => {
		await startServer();

		const { queries, error } = await runList(list, { filters: { [name]: '' } });

		expect(error?.message).toBe(`${titleCase(name)}: ${causes.empty} [item 0]`);
		expect(error?.description).toContain('or remove it');
		expect(queries).toEqual([]);
	},
);

describe.each<[string, Pick<ListServer, 'options' | 'inOrder'>]>([
	['that applies them', { options: {}, inOrder: (rows) => rows }],
	['that ignores them', communityServer],
])('All filters together on a server %s', (_, { options, inOrder }) => {
	test('are sent in one query', async () => {
		const state = await startServer(options);
		const values = {
			state: first(state.states.slice(1)).id,
			assignee: secondUser(state).id,
		};

		const { json, queries } = await runList(workItemList, { returnAll: true, filters: values });

		for (const query of queries) expect(Object.fromEntries(query)).toMatchObject(values);
		const expected = inOrder(state.workItems).filter(
			(row) =>
				row.project === first(state.projects).id &&
				row.state === values.state &&
				row.assignees.includes(values.assignee),
		);

		expect(expected.length).toBeGreaterThan(0);
		expect(getIds(json)).toEqual(getIds(expected));
	});
});

test('A filter accepts a name with a comma as one name', async () => {
	const state = await startServer(communityServer.options);
	const waitingState = first(state.states);
	const label = first(state.labels);
	const matchingItem = first(state.workItems);

	Object.assign(waitingState, { name: 'Waiting, blocked' });
	Object.assign(label, { name: 'press, print' });
	Object.assign(matchingItem, { state: waitingState.id, labels: [label.id] });
	const stateByName = { __rl: true, mode: 'name', value: 'Waiting, blocked' };

	const { json, error } = await runList(workItemList, {
		returnAll: true,
		filters: { state: stateByName, labels: '={{ ["press, print"] }}' },
	});

	expect(error).toBeUndefined();

	const expected = state.workItems.filter(
		(item) =>
			item.project === matchingItem.project &&
			item.state === waitingState.id &&
			item.labels.includes(label.id),
	);

	expect(expected).toContain(matchingItem);
	expect(getIds(json).sort()).toEqual(getIds(expected).sort());
});

test('One hint for all items lists the filters that the server ignored and the node applied', async () => {
	const state = await startServer(communityServer.options);

	const { json, hints } = await runList(
		workItemList,
		{ returnAll: true, filters: { state: '={{ $json.state }}' } },
		jsonItems(state.states.slice(0, 2).map(({ id }) => ({ state: id }))),
	);

	expect(json).toHaveLength(126);
	expect(hints).toEqual([
		{
			message: `${causes.notFiltered} State, so the node did: 126 of 500 work items match State`,
			type: 'info',
			location: 'outputPane',
		},
	]);
});

describe('Created After and Created Before', () => {
	test.each(listsOfServers)(
		'narrow %s on %s, with an inclusive start and an exclusive end',
		async (_key, _server, { options, inOrder }, list) => {
			const state = await startServer(options);
			const rows = [...list.rows(state)].sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
			const [, secondTime, ...laterTimes] = rows.map(({ created_at: at }) => at);

			const { json, queries, error } = await runList(list, {
				returnAll: true,
				filters: { createdAfter: secondTime ?? '', createdBefore: laterTimes.at(-1) ?? '' },
			});

			expect(error).toBeUndefined();
			expect(getIds(json)).toEqual(getIds(inOrder(rows.slice(1, -1))));

			for (const query of queries) {
				const paging = ['limit', 'offset', 'per_page', 'cursor', 'order_by'];

				expect(paging).toEqual(expect.arrayContaining([...query.keys()]));
				const order = list === workItemList ? '-created_at' : null;

				expect(query.get('order_by')).toBe(order);
			}
		},
	);

	test('take one request for the last hour of 10,000 work items, newest first', async () => {
		const state = await startServer({ ...communityServer.options, workItems: 10_000 });
		const newest = first(communityServer.inOrder(workItemList.rows(state)));
		const now = Date.parse(newest.created_at) + 20 * 60_000;

		const { json, queries, hints } = await runList(workItemList, {
			returnAll: true,
			filters: { createdAfter: `={{ DateTime.fromMillis(${String(now)}).minus({ hours: 1 }) }}` },
		});

		expect(getIds(json)).toEqual([newest.id]);
		expect(queries).toHaveLength(1);
		expect(hints).toEqual([]);
	});

	test('read a day as its start in the time zone of the workflow', async () => {
		const state = await startServer();

		const { json } = await runList(workItemList, {
			returnAll: true,
			filters: {
				createdAfter: '2026-01-08',
				createdBefore: '={{ new Date("2026-01-08T23:00Z") }}',
			},
		});
		// The workflow is in Berlin.
		const start = '2026-01-07T23:00:00.000Z';
		const end = '2026-01-08T23:00:00.000Z';
		const expected = workItemList
			.rows(state)
			.filter(({ created_at: at }) => at >= start && at < end);

		expect(expected.length).toBeGreaterThan(20);
		expect(getIds(json)).toEqual(getIds(expected));
	});

	test.each(['2026-01-09', '2026-01-08'])(
		'send nothing if the range from %s to 2026-01-08 is empty',
		async (createdAfter) => {
			await startServer();
			const filters = { createdAfter, createdBefore: '2026-01-08' };

			const { error, queries } = await runList(workItemList, { filters });

			expect(error?.message).toMatch(
				/^Created Before: 2026-01-07T23:00:00.000Z is not after Created After 2026-01-0\dT23:00:00.000Z \[item 0\]$/,
			);
			expect(queries).toEqual([]);
		},
	);
});

describe('A list whose rows with equal values change their order from page to page', () => {
	const { start } = useWorlds();

	/** Reads the work items of a project with only two priorities. */
	async function readWorkItems(options: Record<string, string>) {
		const world = await start({
			serverKind: 'community',
			differences: { shufflesEqualRows: true },
			workItems: 290,
		});
		const [project] = world.service.state.projects;
		const items = world.service.state.workItems.filter((row) => row.project === project?.id);

		for (const [index, item] of items.entries()) {
			item.priority = index % 29 === 0 ? 'urgent' : 'low';
		}

		const outcome = await world.run('workItem.getAll', {
			projectId: locateFirst(world.service.state.projects),
			returnAll: true,
			options,
		});

		return { ...outcome, items, requests: world.service.requests.length };
	}

	it('is complete and sorted, without a hint', async () => {
		const { json, hints, items } = await readWorkItems({ orderBy: 'priority' });
		const ids = json.map(({ id }) => id);
		const priorities = json.map(({ priority }) => priority);

		expect(new Set(ids)).toEqual(new Set(items.map(({ id }) => id)));
		expect(ids).toHaveLength(items.length);
		expect(priorities.lastIndexOf('urgent')).toBe(9);
		expect(hints).toEqual([]);
	});

	it('takes no extra request if all rows differ', async () => {
		const { json, requests } = await readWorkItems({ orderBy: 'sequence_id' });

		expect(json).toHaveLength(290);
		// Three pages, and the project for the keys.
		expect(requests).toBe(4);
	});
});

describe('Work Item → Get Many filters', () => {
	beforeEach(async () => {
		await startServer({ serverKind: 'community' });
	});

	const titles = async (filters: INodeParameters) => {
		const { json } = await runList(workItemList, { returnAll: true, filters });

		return json.map(({ sequence_id: number }) => number).sort();
	};

	const numbersOf = (isWanted: (item: WorkItem) => boolean) =>
		world.service.state.workItems
			.filter(({ project }) => project === world.service.state.projects[0]?.id)
			.filter(isWanted)
			.map(({ sequence_id: number }) => number)
			.sort();

	it('work items without an assignee, or those with one', async () => {
		const unassigned = numbersOf(({ assignees }) => assignees.length === 0);
		const assigned = numbersOf(({ assignees }) => assignees.length > 0);

		expect(unassigned.length).toBeGreaterThan(0);
		expect(await titles({ unassigned: true })).toEqual(unassigned);
		expect(await titles({ unassigned: false })).toEqual(assigned);
	});

	it('work items of several assignees, given by name, and by their creator', async () => {
		const [ada, bob, cyd] = world.service.state.users;
		const isOf = (ids: readonly string[]) => ids.some((id) => id === bob?.id || id === cyd?.id);

		expect(await titles({ assignees: [bob?.email ?? '', cyd?.display_name ?? ''] })).toEqual(
			numbersOf(({ assignees }) => isOf(assignees)),
		);

		const { json } = await runList(workItemList, { returnAll: true });
		const createdByAda = json.filter(({ created_by: id }) => id === ada?.id);

		expect(createdByAda).not.toEqual([]);
		expect(await titles({ createdBy: [ada?.email ?? ''] })).toHaveLength(createdByAda.length);
		expect(await titles({ createdBy: [bob?.email ?? ''] })).toEqual([]);
	});

	it('work items by a part of their title, in any case', async () => {
		expect(await titles({ nameContains: 'THE PRICE' })).toEqual(
			numbersOf(({ name }) => name.includes('the price')),
		);
	});
});

test('Search finds the work items of one project', async () => {
	await startServer({ serverKind: 'community' });
	const [, second] = world.service.state.projects;
	const search = async (parameters: INodeParameters) =>
		(await world.run('workItem.search', { search: 'the', returnAll: true, ...parameters })).json;

	const all = await search({});
	const inSecondProject = await search({ project: { mode: 'name', value: second?.name ?? '' } });

	expect(inSecondProject.length).toBeGreaterThan(0);
	expect(all.length).toBeGreaterThan(inSecondProject.length);
	expect(inSecondProject.map(({ project_id: id }) => id)).toEqual(
		inSecondProject.map(() => second?.id),
	);
});
