import { describe, expect, test } from '@jest/globals';

import { titleCase } from '../../nodes/shared/fields/names';

import { idOf, type Row, type ServiceState } from '../service/state';
import {
	attachmentList,
	community,
	first,
	idsOf,
	useLister,
	requestList,
	servers,
	workItemList,
	type List,
	type ListServer,
} from './listing';

const { use, get } = useLister();

/** A filter of a list, with a value that some of the records have, and one that none has. */
interface Filter {
	readonly list: List;
	readonly name: string;
	readonly some: (state: ServiceState) => string;
	readonly fits: (row: Row, value: string) => boolean;
}

const has = (name: string) => (row: Row, value: string) =>
	Object.entries(row).some(([field, held]) => field === name && held === value);

const projectOf = (state: ServiceState) => first(state.projects).id;
const workspaceOf = (state: ServiceState) => state.workspace.id;

const isAssigned = (row: Row, user: string) =>
	'assignees' in row && Array.isArray(row.assignees) && row.assignees.includes(user);

const filters: readonly Filter[] = [
	{ list: workItemList, name: 'project', some: projectOf, fits: has('project') },
	{
		list: workItemList,
		name: 'state',
		some: (state) => first(state.states).id,
		fits: has('state'),
	},
	{
		list: workItemList,
		name: 'assignee',
		some: (state) => first(state.users.slice(1)).id,
		fits: isAssigned,
	},
	{
		list: attachmentList,
		name: 'issue',
		some: (state) => first(state.workItems).id,
		fits: has('issue'),
	},
	{ list: attachmentList, name: 'project', some: projectOf, fits: has('project') },
	{ list: attachmentList, name: 'workspace', some: workspaceOf, fits: has('workspace') },
	{
		list: requestList,
		name: 'customer',
		some: (state) => first(state.customers).id,
		fits: has('customer'),
	},
	{ list: requestList, name: 'workspace', some: workspaceOf, fits: has('workspace') },
];

/** Those that the path says already are named so that nobody takes them for its fields. */
const displayNames = new Map([
	['assignee', 'Assignee'],
	['state', 'State'],
	...['project', 'issue', 'workspace', 'customer'].map((name): [string, string] => [
		name,
		`Within ${titleCase(name)} (Server Filter)`,
	]),
]);

/** The lists that a kind of server has, with the filters of each. */
const cases = servers.flatMap(([name, server]) =>
	filters
		.filter(({ list }) => server.lists.includes(list))
		.map((filter) => [filter.name, filter.list.key, name, server, filter] as const),
);

describe.each(cases)(
	'The filter %s of %s, on %s,',
	(name, _key, _server, { options, inOrder, filters: heeded }, { list, some, fits }) => {
		test('goes into the query of every page and narrows the records', async () => {
			const state = await use(options);
			const value = some(state);
			const { json, queries, error, hints } = await get(list, {
				returnAll: true,
				filters: { [name]: value },
			});

			const expected = inOrder(list.rows(state)).filter((row) => fits(row, value));
			expect(error).toBeUndefined();
			expect(expected.length).toBeGreaterThan(0);
			expect(idsOf(json)).toEqual(idsOf(expected));
			for (const query of queries) {
				expect([...query.keys()].filter((key) => key !== 'cursor')).toEqual([
					name,
					'limit',
					'offset',
					'per_page',
				]);
				expect(query.get(name)).toBe(value);
			}
			const leftOut = list.rows(state).length - expected.length;
			const ofFilters = hints.filter(({ message }) => message.startsWith('Plane ignored'));
			expect(ofFilters).toHaveLength(heeded || leftOut === 0 ? 0 : 1);
		});

		test('gives no item where no record has the value', async () => {
			await use(options);
			const value = idOf('nobody', 0);
			const { json, error } = await get(list, { returnAll: true, filters: { [name]: value } });
			expect(error).toBeUndefined();
			expect(json).toEqual([]);
		});

		test('left empty is an error, and nothing is sent', async () => {
			await use(options);
			const { queries, error } = await get(list, { filters: { [name]: '' } });
			expect(error?.message).toBe(`${displayNames.get(name) ?? ''}: the value is empty [item 0]`);
			expect(error?.description).toContain('or remove it');
			expect(queries).toEqual([]);
		});
	},
);

const faces: readonly (readonly [string, Pick<ListServer, 'options' | 'inOrder'>])[] = [
	['that heeds filters', { options: {}, inOrder: (rows) => rows }],
	['that ignores them', community],
];

describe.each(faces)('On a server %s', (_, { options, inOrder }) => {
	test('all filters of work items go out together', async () => {
		const state = await use(options);
		const given = {
			project: projectOf(state),
			state: first(state.states.slice(1)).id,
			assignee: first(state.users.slice(1)).id,
		};
		const { json, queries } = await get(workItemList, { returnAll: true, filters: given });

		for (const query of queries) expect(Object.fromEntries(query)).toMatchObject(given);
		const expected = inOrder(state.workItems).filter(
			(row) =>
				row.project === given.project &&
				row.state === given.state &&
				row.assignees.includes(given.assignee),
		);
		expect(expected.length).toBeGreaterThan(0);
		expect(idsOf(json)).toEqual(idsOf(expected));
	});

	test('a filter by expression is read for each item', async () => {
		const state = await use(options);
		const [todo, doing] = state.states;
		const { json } = await get(
			workItemList,
			{ limit: 3, filters: { state: '={{ $json.state }}' } },
			[{ json: { state: todo?.id } }, { json: { state: doing?.id } }],
		);
		expect(json.map((row) => row.state)).toEqual(
			[todo, todo, todo, doing, doing, doing].map((row) => row?.id),
		);
	});

	test.each([
		[0, 1],
		[0, 30],
		[5, 40],
		[40, 100],
		[130, 50],
	])('Offset %d and Limit %d count the records that pass', async (offset, limit) => {
		const state = await use({ ...options, workItems: 700 });
		const assignee = first(state.users.slice(1)).id;
		const { json, error } = await get(workItemList, {
			limit,
			filters: { assignee },
			options: { offset, expand: ['assignees', 'state'] },
		});

		expect(error).toBeUndefined();
		const passing = inOrder(workItemList.rows(state)).filter((row) => isAssigned(row, assignee));
		expect(idsOf(json)).toEqual(idsOf(passing.slice(offset, offset + limit)));
	});
});

describe('What a filter that was ignored (observed row 8) left out', () => {
	test('is told under the output', async () => {
		const state = await use(community.options);
		const { json, hints } = await get(workItemList, {
			returnAll: true,
			filters: { state: first(state.states).id },
		});
		expect(json).toHaveLength(63);
		expect(hints).toEqual([
			{
				message: 'Plane ignored the State filter: the node filtered 250 work items to 63',
				type: 'info',
				location: 'outputPane',
			},
		]);
	});

	test('is told once for all input items', async () => {
		const state = await use(community.options);
		const { hints } = await get(
			workItemList,
			{ returnAll: true, filters: { state: '={{ $json.state }}' } },
			state.states.slice(0, 2).map(({ id }) => ({ json: { state: id } })),
		);
		expect(hints.map(({ message }) => message)).toEqual([
			'Plane ignored the State filter: the node filtered 500 work items to 126',
		]);
	});

	test('is nothing where the filter was heeded', async () => {
		const state = await use();
		const { hints } = await get(workItemList, {
			returnAll: true,
			filters: { state: first(state.states).id },
		});
		expect(hints).toEqual([]);
	});
});

test('pages are asked for until as many records pass as the limit says, and no further', async () => {
	const state = await use({ ...community.options, workItems: 10_000 });
	const { json, queries } = await get(workItemList, {
		limit: 60,
		filters: { state: first(state.states).id },
	});
	expect(json).toHaveLength(60);
	expect(queries).toHaveLength(3);
});
