import { beforeEach, describe, expect, it, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { stableId, type Row, type ServiceState, type WorkItem } from '../service/state';
import { causes } from '../nodeTexts';
import {
	communityServer,
	first,
	hasValue,
	getIds,
	type List,
	listsOfServers,
	requestList,
	useLists,
	workItemList,
} from './lists';
import { byId, locateFirst } from './samples';
import { jsonItems } from './startNode';

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
	test('returns more records than a function call can have arguments', async () => {
		await startServer({ workItems: 130_000, paging: 'ignored' });

		const { json, error } = await runList(workItemList, { returnAll: true });

		expect(error).toBeUndefined();
		expect(json).toHaveLength(130_000);
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
