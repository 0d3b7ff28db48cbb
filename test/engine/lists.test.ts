import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Envelope } from '../service/paging';
import { startService, type Service, type ServiceOptions } from '../service/service';
import { idOf, type Row, type ServiceState } from '../service/state';
import { Engine, type Outcome } from './engine';
import { locator, parametersFor } from './samples';
import type { InputItem } from './startNode';
import { credentialFor } from './world';

/** The four lists of the specification, each with the records that it has to give. */
interface List {
	readonly key: string;
	readonly path: (state: ServiceState) => INodeParameters;
	readonly rows: (state: ServiceState) => readonly Row[];
	/** Adds this many records that the list has to give too. */
	readonly grow: (state: ServiceState, count: number) => void;
}

const first = <Entry>(entries: readonly Entry[]): Entry => {
	const [entry] = entries;
	if (entry === undefined) throw new Error('The service has no such record');
	return entry;
};

/** Copies of a record with IDs of their own. */
const more = <Entry extends Row>(pattern: Entry, count: number): Entry[] =>
	Array.from({ length: count }, (_, index) => ({
		...pattern,
		id: idOf(`more like ${pattern.id}`, index),
	}));

const workItemList: List = {
	key: 'workItem.getAll',
	path: (state) => ({ projectId: locator(state.projects) }),
	rows: (state) => state.workItems.filter(({ project }) => project === first(state.projects).id),
	grow: (state, count) => state.workItems.push(...more(first(state.workItems), count)),
};

const attachmentList: List = {
	key: 'workItemAttachment.getAll',
	path: (state) => ({
		projectId: locator(state.projects),
		workItemId: locator(state.workItems),
	}),
	rows: (state) => state.attachments.filter(({ issue }) => issue === first(state.workItems).id),
	grow: (state, count) => state.attachments.push(...more(first(state.attachments), count)),
};

const requestList: List = {
	key: 'customerRequest.getAll',
	path: (state) => ({ customerId: locator(state.customers) }),
	rows: (state) =>
		state.customerRequests.filter(({ customer }) => customer === first(state.customers).id),
	grow: (state, count) =>
		state.customerRequests.push(...more(first(state.customerRequests), count)),
};

const memberList: List = {
	key: 'teamspaceMember.getAll',
	path: (state) => ({ teamspaceId: locator(state.teamspaces) }),
	rows: (state) =>
		state.teamspaceMembers.filter(({ teamspace }) => teamspace === first(state.teamspaces).id),
	grow: (state, count) =>
		state.teamspaceMembers.push(...more(first(state.teamspaceMembers), count)),
};

const lists = [workItemList, attachmentList, requestList, memberList].map(
	(list) => [list.key, list] as const,
);

const idsOf = (rows: readonly { readonly id?: unknown }[]) => rows.map(({ id }) => id);

/** Where limit and offset count, with pages smaller and larger than asked for, and where not. */
const servers: readonly (readonly [string, ServiceOptions])[] = [
	['a server that pages', {}],
	['a server that pages by 30 without a total', { largestPage: 30, total: false }],
	['a server that ignores limit and offset', { paging: 'ignored' }],
	['a server that ignores them and tells no total', { paging: 'ignored', total: false }],
];

const envelopes: readonly Envelope[] = ['results', 'array', 'data', 'items', 'nested'];

let engine: Engine;
let service: Service;

beforeAll(async () => {
	engine = await Engine.start();
});

async function use(options: ServiceOptions = {}): Promise<ServiceState> {
	service = await startService(options);
	return service.state;
}

afterEach(async () => {
	await service.close();
});

/** Runs a list and gives what came out and the queries that went out. */
async function get(
	list: List,
	parameters: INodeParameters,
	items: readonly InputItem[] = [{}],
): Promise<Outcome & { readonly queries: URLSearchParams[] }> {
	const before = service.requests.length;
	const outcome = await engine.run(
		{ parameters: parametersFor(list.key, { ...list.path(service.state), ...parameters }) },
		items,
		credentialFor(service),
	);
	const queries = service.requests
		.slice(before)
		.map(({ url }) => new URL(url, service.url).searchParams);
	return { ...outcome, queries };
}

const texts = (queries: readonly URLSearchParams[]) => queries.map((query) => query.toString());

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

	describe.each(servers)('of %s', (_, options) => {
		test.each(lists)('gives 150 more records of %s', async (_key, list) => {
			const state = await use(options);
			list.grow(state, 150);
			const { json, error } = await get(list, { returnAll: true });

			expect(error).toBeUndefined();
			expect(idsOf(json)).toEqual(idsOf(list.rows(state)));
			expect(json.length).toBeGreaterThan(150);
		});
	});

	test('asks for nothing but limit and offset', async () => {
		await use();
		const { queries } = await get(workItemList, { returnAll: true });
		expect(texts(queries)).toEqual([
			'limit=100&offset=0',
			'limit=100&offset=100',
			'limit=100&offset=200',
		]);
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
		expect(texts(queries)).toEqual(['limit=50&offset=0']);
	});

	test('of 150 takes a page of 100 and one of 50', async () => {
		await use();
		const { queries } = await get(workItemList, { limit: 150 });
		expect(texts(queries)).toEqual(['limit=100&offset=0', 'limit=50&offset=100']);
	});

	describe.each(servers)('of %s', (_, options) => {
		test.each([1, 99, 100, 101, 150, 250, 1000])('of %d gives no record more', async (limit) => {
			const state = await use(options);
			const { json, queries, error } = await get(workItemList, { limit });

			expect(error).toBeUndefined();
			expect(idsOf(json)).toEqual(idsOf(workItemList.rows(state).slice(0, limit)));
			expect(queries.length).toBeLessThanOrEqual(10);
		});

		test.each(lists)('holds for %s', async (_key, list) => {
			const state = await use(options);
			const { json } = await get(list, { limit: 2 });
			expect(idsOf(json)).toEqual(idsOf(list.rows(state).slice(0, 2)));
		});
	});
});

describe('Offset', () => {
	describe.each(servers)('of %s', (_, options) => {
		test.each([0, 1, 40, 100, 240, 249, 250, 1000])(
			'of %d skips that many of all records',
			async (offset) => {
				const state = await use(options);
				const { json, queries, error } = await get(workItemList, {
					returnAll: true,
					options: { offset },
				});

				expect(error).toBeUndefined();
				expect(idsOf(json)).toEqual(idsOf(workItemList.rows(state).slice(offset)));
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
			expect(idsOf(json)).toEqual(idsOf(workItemList.rows(state).slice(offset, offset + limit)));
		});

		test.each(lists)('and a limit hold for the few records of %s', async (_key, list) => {
			const state = await use(options);
			const { json } = await get(list, { limit: 2, options: { offset: 1 } });
			expect(idsOf(json)).toEqual(idsOf(list.rows(state).slice(1, 3)));
		});

		test.each(lists)(
			'skips also where the limit is the number of the records of %s',
			async (_key, list) => {
				const state = await use({ ...options, workItems: 65 });
				const rows = list.rows(state);
				const { json } = await get(list, { limit: rows.length, options: { offset: 1 } });
				expect(idsOf(json)).toEqual(idsOf(rows.slice(1)));
			},
		);
	});

	test('is sent as it is, and one request more finds out whether the server heeds it', async () => {
		await use();
		const { queries } = await get(workItemList, { limit: 130, options: { offset: 40 } });
		expect(texts(queries)).toEqual([
			'limit=100&offset=40',
			'limit=1&offset=0',
			'limit=30&offset=140',
		]);
	});
});

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
		fits: (row, value) =>
			'assignees' in row && Array.isArray(row.assignees) && row.assignees.includes(value),
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

describe.each(filters.map((filter) => [filter.name, filter.list.key, filter] as const))(
	'The filter %s of %s',
	(name, _key, { list, some, fits }) => {
		test('goes into the query of every page and narrows the records', async () => {
			const state = await use({ largestPage: 20 });
			const value = some(state);
			const { json, queries, error } = await get(list, {
				returnAll: true,
				filters: { [name]: value },
			});

			const expected = list.rows(state).filter((row) => fits(row, value));
			expect(error).toBeUndefined();
			expect(expected.length).toBeGreaterThan(0);
			expect(idsOf(json)).toEqual(idsOf(expected));
			for (const query of queries) {
				expect([...query.keys()]).toEqual([name, 'limit', 'offset']);
				expect(query.get(name)).toBe(value);
			}
		});

		test('gives no item where no record has the value', async () => {
			await use();
			const value = idOf('nobody', 0);
			const { json, error } = await get(list, { returnAll: true, filters: { [name]: value } });
			expect(error).toBeUndefined();
			expect(json).toEqual([]);
		});

		test('left empty is an error, and nothing is sent', async () => {
			await use();
			const { queries, error } = await get(list, { filters: { [name]: '' } });
			expect(error?.message).toBe(
				`${name.charAt(0).toUpperCase()}${name.slice(1)}: the value is empty [item 0]`,
			);
			expect(error?.description).toContain('or remove it');
			expect(queries).toEqual([]);
		});
	},
);

test('all filters of work items go out together', async () => {
	const state = await use();
	const given = {
		project: projectOf(state),
		state: first(state.states.slice(1)).id,
		assignee: first(state.users.slice(1)).id,
	};
	const { json, queries } = await get(workItemList, { returnAll: true, filters: given });

	expect(queries.map((query) => Object.fromEntries(query))).toEqual([
		{ ...given, limit: '100', offset: '0' },
	]);
	const expected = state.workItems.filter(
		(row) =>
			row.project === given.project &&
			row.state === given.state &&
			row.assignees.includes(given.assignee),
	);
	expect(expected.length).toBeGreaterThan(0);
	expect(idsOf(json)).toEqual(idsOf(expected));
});

test('a filter by expression is read for each item', async () => {
	const state = await use();
	const [todo, doing] = state.states;
	const { json, queries } = await get(
		workItemList,
		{ limit: 3, filters: { state: '={{ $json.state }}' } },
		[{ json: { state: todo?.id } }, { json: { state: doing?.id } }],
	);

	expect(queries.map((query) => query.get('state'))).toEqual([todo?.id, doing?.id]);
	expect(json.map((row) => row.state)).toEqual(
		[todo, todo, todo, doing, doing, doing].map((row) => row?.id),
	);
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
		expect(texts(queries)).toEqual(['limit=1&offset=0']);
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

	describe.each(servers)('of %s', (_, options) => {
		test.each(lists)('has no item for an empty list of %s', async (_key, list) => {
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
