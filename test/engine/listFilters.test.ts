import { describe, expect, test } from '@jest/globals';

import { idOf, type Row, type ServiceState } from '../service/state';
import {
	attachmentList,
	community,
	first,
	holds,
	idsOf,
	listsOfServers,
	requestList,
	useLists,
	workItemList,
	type List,
	type ListServer,
} from './lists';
import { jsonItems } from './startNode';

// How filters go together with limits, offsets and orders is in the unit tests of lists.

const { use, get } = useLists();

/** A filter of a list, with a value that some of the records have. */
interface Filter {
	readonly list: List;
	readonly name: string;
	readonly some: (state: ServiceState) => Row;
	readonly fits?: (row: Row, value: string) => boolean;
}

const aProject = ({ projects }: ServiceState) => first(projects);
const theWorkspace = ({ workspace }: ServiceState) => workspace;
const aUser = ({ users }: ServiceState) => first(users.slice(1));

const isAssigned = (row: Row, user: string) =>
	'assignees' in row && Array.isArray(row.assignees) && row.assignees.includes(user);

const filters: readonly Filter[] = [
	{ list: workItemList, name: 'project', some: aProject },
	{ list: workItemList, name: 'state', some: ({ states }) => first(states) },
	{ list: workItemList, name: 'assignee', some: aUser, fits: isAssigned },
	{ list: attachmentList, name: 'issue', some: ({ workItems }) => first(workItems) },
	{ list: attachmentList, name: 'project', some: aProject },
	{ list: attachmentList, name: 'workspace', some: theWorkspace },
	{ list: requestList, name: 'customer', some: ({ customers }) => first(customers) },
	{ list: requestList, name: 'workspace', some: theWorkspace },
];

const cases = listsOfServers.flatMap(([key, name, server, list]) =>
	filters
		.filter((filter) => filter.list === list)
		.map((filter) => [filter.name, key, name, server, filter] as const),
);

test.each(cases)(
	'The filter %s of %s, on %s, is sent with every page and narrows the records',
	async (name, _key, _server, { options, inOrder, filters: heeded }, { list, some, fits }) => {
		const state = await use(options);
		const { id: value } = some(state);
		const { json, queries, error, hints } = await get(list, {
			returnAll: true,
			filters: { [name]: value },
		});

		const rows = list.rows(state);
		const expected = inOrder(rows).filter((row) =>
			fits ? fits(row, value) : holds(row, name, value),
		);
		expect(error).toBeUndefined();
		expect(expected.length).toBeGreaterThan(0);
		expect(idsOf(json)).toEqual(idsOf(expected));
		for (const query of queries) {
			const names = [...query.keys()].filter((key) => key !== 'cursor');
			expect(names).toEqual([name, 'limit', 'offset', 'per_page']);
			expect(query.get(name)).toBe(value);
		}
		const isTold = hints.some(({ message }) => message.startsWith('Plane ignored'));
		expect(isTold).toBe(!heeded && expected.length < rows.length);

		const nobody = { returnAll: true, filters: { [name]: idOf('nobody', 0) } };
		expect((await get(list, nobody)).json).toEqual([]);
	},
);

test.each<[string, Pick<ListServer, 'options' | 'inOrder'>]>([
	['heeds them', { options: {}, inOrder: (rows) => rows }],
	['ignores them', community],
])('Several filters are sent together to a server that %s', async (_, { options, inOrder }) => {
	const state = await use(options);
	const given = {
		project: first(state.projects).id,
		state: first(state.states.slice(1)).id,
		assignee: aUser(state).id,
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

test('A hint says once for all items what the node filtered because the server ignored a filter', async () => {
	const state = await use(community.options);
	const { json, hints } = await get(
		workItemList,
		{ returnAll: true, filters: { state: '={{ $json.state }}' } },
		jsonItems(state.states.slice(0, 2).map(({ id }) => ({ state: id }))),
	);
	expect(json).toHaveLength(126);
	expect(hints).toEqual([
		{
			message: 'Plane ignored the State filter: the node filtered 500 work items to 126',
			type: 'info',
			location: 'outputPane',
		},
	]);
});

describe('Created After and Created Before', () => {
	test.each(listsOfServers)(
		'narrow %s on %s, the first inclusive, the second exclusive',
		async (_key, _server, { options, inOrder }, list) => {
			const state = await use(options);
			const rows = [...list.rows(state)].sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
			const [, after, ...others] = rows.map(({ created_at: at }) => at);
			const { json, queries, error } = await get(list, {
				returnAll: true,
				filters: { createdAfter: after ?? '', createdBefore: others.at(-1) ?? '' },
			});
			expect(error).toBeUndefined();
			expect(idsOf(json)).toEqual(idsOf(inOrder(rows.slice(1, -1))));
			for (const query of queries) {
				const paging = ['limit', 'offset', 'per_page', 'cursor', 'order_by'];
				expect(paging).toEqual(expect.arrayContaining([...query.keys()]));
				const order = list === workItemList ? '-created_at' : null;
				expect(query.get('order_by')).toBe(order);
			}
		},
	);

	test('take a day as its start in the time zone of the workflow', async () => {
		const state = await use();
		const { json } = await get(workItemList, {
			returnAll: true,
			filters: {
				createdAfter: '2026-01-08',
				createdBefore: '={{ new Date("2026-01-08T23:00Z") }}',
			},
		});
		// The workflow is in Berlin.
		const [start, end] = ['2026-01-07T23:00:00.000Z', '2026-01-08T23:00:00.000Z'];
		const within = workItemList.rows(state).filter(({ created_at: at }) => at >= start && at < end);
		expect(within.length).toBeGreaterThan(20);
		expect(idsOf(json)).toEqual(idsOf(within));
	});

	test.each(['2026-01-09', '2026-01-08'])(
		'send nothing if the range from %s to 2026-01-08 is empty',
		async (createdAfter) => {
			await use();
			const filters = { createdAfter, createdBefore: '2026-01-08' };
			const { error, queries } = await get(workItemList, { filters });
			expect(error?.message).toMatch(
				/^Created Before: 2026-01-07T23:00:00.000Z is not after Created After 2026-01-0\dT23:00:00.000Z \[item 0\]$/,
			);
			expect(queries).toEqual([]);
		},
	);
});
