import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { Call, ServiceCall } from '../../../nodes/shared/model/call';
import {
	addWorkItemsToCycle,
	createWorkItem,
	getWorkItems,
	updateWorkItem,
} from '../../../nodes/shared/operations';
import { NameResolver } from '../../../nodes/shared/resolve/resolveNames';
import { plainly } from '../calls';
import { type Asked, executionOf } from '../execute/clientOf';
import { jsonResponse, textResponse } from '../responses';

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;
const [launch, other] = [uuid(1), uuid(2)];
const place = `projects/${launch}`;
const UNKNOWN = uuid(99);

const named = (first: number, ...names: string[]): JsonObject[] =>
	names.map((name, index) => ({ id: uuid(first + index), name }));
const user = (number: number, email: string, display_name: string, more: JsonObject = {}) => ({
	...{ id: uuid(number), email, display_name, ...more },
});

const lists: Readonly<Record<string, JsonObject[]>> = {
	'projects/': [
		{ id: other, identifier: 'OPS', name: 'Lnch' },
		{ id: launch, identifier: 'LNCH', name: 'Launch' },
	],
	[`${place}/members/`]: [
		user(11, 'bob@example.com', 'ada@example.com', { first_name: 'Bob', last_name: 'Day' }),
		user(12, 'ada@example.com', 'Ada'),
		user(13, 'sam@example.com', 'Sam'),
		user(14, 'sam@example.org', ' sam'),
	],
	[`${place}/states/`]: named(20, 'Todo', 'In Review', 'Done'),
	[`${place}/labels/`]: named(30, 'bug', 'Bug', 'text'),
	[`${place}/cycles/`]: named(50, 'Week 1', 'current'),
	[`projects/${other}/states/`]: named(60, 'Todo'),
};

const items: readonly JsonObject[] = [
	{ id: uuid(71), sequence_id: 12, project__identifier: 'LNCH' },
	{ id: uuid(72), external_source: 'sheet', external_id: 'row-1' },
];

type Lists = Readonly<Record<string, JsonObject[] | undefined>>;

/** Gives lists by pages, the work items by key or external ID, and takes new labels. */
const serverOf =
	(changed: Lists = {}) =>
	({ route, query, body }: Asked) => {
		const [method = '', path = ''] = route.split(' ');
		if (method === 'POST') return jsonResponse({ ...body, id: uuid(80) }, 201);
		if (path === 'work-items/search/') {
			const key = query.get('search')?.split('-');
			return jsonResponse(items.filter((item) => item.sequence_id === Number(key?.[1])));
		}
		if (query.has('external_id')) {
			const found = items.find((item) => item.external_id === query.get('external_id'));
			return found ? jsonResponse(found) : jsonResponse({ error: 'not found' }, 404);
		}
		const rows = { ...lists, ...changed }[path];
		if (rows === undefined) return jsonResponse({ error: 'Page not found.' }, 404);
		if (query.get('cycle_view') === 'current') return jsonResponse(rows.filter((row) => row.is));
		const start = Number(query.get('offset'));
		return jsonResponse({ results: rows.slice(start, start + 100), total_count: rows.length });
	};

const create = (body: JsonObject, more: Partial<Call<'create'>> = {}): Call<'create'> => ({
	...{ kind: 'create', operation: createWorkItem, itemIndex: 0, workspace: 'acme' },
	...{ ...plainly, path: { project_id: launch }, body, ...more },
});

const add = (ids: readonly string[], cycle_id = uuid(50), project_id = launch): Call<'add'> => ({
	...{ kind: 'add', operation: addWorkItemsToCycle, itemIndex: 0, workspace: 'acme' },
	...{ path: { project_id, cycle_id }, ids },
});

/** Resolves calls, and gives the first with what was asked and why others failed. */
async function resolve(given: readonly ServiceCall[], changed?: Lists, continueOnFail = false) {
	const { execution, asked, routes } = executionOf(serverOf(changed), { continueOnFail });
	const resolver = new NameResolver(execution);
	const calls = given.map((call, itemIndex) => ({ ...call, itemIndex }));
	const resolved = (await resolver.resolve(calls)) as ServiceCall[];
	const { failed } = resolver;
	return { resolved, asked, routes: routes(), failed, problem: failed.get(0) };
}

describe('a name', () => {
	test.each<[title: string, given: JsonObject, body: JsonObject, lists: string[]]>([
		['whatever its case and its blanks', { state: ' in review' }, { state: uuid(21) }, ['states']],
		['in its own case first', { labels: ['Bug'] }, { labels: [uuid(31)] }, ['labels']],
		[
			'an address before a name',
			{ assignees: ['Ada@example.com'] },
			{ assignees: [uuid(12)] },
			['members'],
		],
		['a first and a last name', { assignees: ['bob day'] }, { assignees: [uuid(11)] }, ['members']],
		[
			'names and IDs mixed, each once',
			{ labels: ['text', uuid(32), 'bug'] },
			{ labels: [uuid(32), uuid(30)] },
			['labels'],
		],
		[
			'an ID in capitals, looked for because servers leave out others',
			{ labels: [uuid(32).toUpperCase()] },
			{ labels: [uuid(32)] },
			['labels'],
		],
		[
			'an ID that no list is needed for',
			{ state: UNKNOWN, parent: UNKNOWN },
			{ state: UNKNOWN, parent: UNKNOWN },
			[],
		],
		[
			'nothing in what is cleared or no reference',
			{ parent: null, labels: [], name: 'Done' },
			{ parent: null, labels: [], name: 'Done' },
			[],
		],
		['a key of a work item', { parent: 'LNCH-12' }, { parent: uuid(71) }, ['search']],
	])('becomes an ID: %s', async (_, given, body, names) => {
		const { resolved, routes, problem } = await resolve([create(given)]);
		expect(problem).toBeUndefined();
		expect(resolved).toMatchObject([{ body }]);
		expect(routes.map((route) => route.split('/').at(-2))).toEqual(names);
	});

	const many = named(200, ...Array.from({ length: 25 }, (_, index) => `L${String(index)}`));
	test.each<[title: string, given: JsonObject, words: (string | RegExp)[], changed?: Lists]>([
		[
			'several',
			{ assignees: ['SAM'] },
			[
				'Assignee Names or IDs: 2 project members are called "SAM"',
				`Use the ID of the one that you mean: ${uuid(13)} or ${uuid(14)}.`,
			],
		],
		['several, none in this case', { labels: ['BUG'] }, [/: 2 labels are called "BUG"$/, /or/]],
		[
			'none',
			{ state: 'Open' },
			[
				'State: Plane did not find Open',
				/^Check State first.* There are these states: Todo, In Review, Done\.$/,
			],
		],
		[
			'none of many',
			{ labels: ['x'] },
			[/did not find x$/, /: L0, .*, L19 and 5 more\.$/],
			{ [`${place}/labels/`]: many },
		],
		[
			'no member by this ID',
			{ assignees: [UNKNOWN] },
			[new RegExp(`find ${UNKNOWN}$`), /these project members: bob@example.com, /],
		],
		[
			'no work item by this key',
			{ parent: 'LNCH-13' },
			['Parent: Plane did not find LNCH-13', /^Check Parent first/],
		],
		[
			'a work item of another project',
			{ parent: 'OPS-12' },
			['Parent: OPS-12 is in another project (Lnch)', /^Choose that project in Project/],
		],
	])(
		'is a problem of its item where it fits %s',
		async (_, given, [message, description], changed = {}) => {
			const { resolved, problem } = await resolve([create(given)], changed);
			expect(resolved).toEqual([]);
			expect(problem?.message).toMatch(message ?? '');
			expect(problem?.description).toMatch(description ?? '');
		},
	);

	test('is looked up in one reading of each list, however many items have it', async () => {
		const body = { state: 'done', labels: ['bug', 'text'], assignees: ['Ada'] };
		const calls = Array.from({ length: 50 }, () => create(body));
		const { resolved, routes } = await resolve(calls);
		expect(resolved).toHaveLength(50);
		expect(routes.sort()).toEqual(
			['labels', 'members', 'states'].map((list) => `GET ${place}/${list}/`),
		);
	});

	test('is found on a later page of its list', async () => {
		const labels = named(100, ...Array.from({ length: 250 }, (_, index) => `L${String(index)}`));
		const changed = { [`${place}/labels/`]: labels };
		const { resolved, asked } = await resolve([create({ labels: ['l249'] })], changed);
		expect(resolved).toMatchObject([{ body: { labels: [labels[249]?.id] } }]);
		expect(asked.map(({ query }) => query.get('offset'))).toEqual(['0', '100', '200']);
	});

	test('is left to a server that has no such list', async () => {
		const changed = { [`${place}/states/`]: undefined };
		const { resolved, problem } = await resolve([create({ state: 'Done' })], changed);
		expect([resolved, problem]).toMatchObject([[{ body: { state: 'Done' } }], undefined]);
	});

	test('of what a list is filtered by becomes an ID in the address and for the rows', async () => {
		const filter = { displayName: 'State', rowField: 'state', values: ['done'] };
		const labels = 'Label Names or IDs';
		const tests = [{ displayName: labels, row: 'labels', test: 'is' as const, values: ['text'] }];
		const query = { search: { state: 'done' }, filters: [filter], tests, offset: 0 };
		const { resolved } = await resolve([
			{ ...create({}), kind: 'list', operation: getWorkItems, query },
		]);
		const state = uuid(22);
		expect(resolved).toMatchObject([
			{
				query: {
					search: { state },
					filters: [{ values: [state] }],
					tests: [{ values: [uuid(32)] }],
				},
			},
		]);
	});
});

describe('in a path and in what is added', () => {
	test.each<[title: string, call: Call<'add'>, resolved: Partial<Call<'add'>>]>([
		[
			'a project goes by its identifier before a name',
			add([], uuid(50), 'lnch'),
			{ path: { project_id: launch, cycle_id: uuid(50) } },
		],
		[
			'a record is looked up in the project that is meant',
			add([], 'week 1', 'Launch'),
			{ path: { project_id: launch, cycle_id: uuid(50) } },
		],
		[
			'work items go by their keys and by source and ID',
			add(['LNCH-12', 'sheet: row-1', uuid(71)]),
			{ ids: [uuid(71), uuid(72)] },
		],
	])('%s', async (_, call, resolved) => {
		expect((await resolve([call])).resolved).toMatchObject([resolved]);
	});

	test('a work item that the server gives for another external ID is not taken for it', async () => {
		// A server that does not know external IDs gives its list.
		const { execution } = executionOf(() => jsonResponse([{ id: uuid(1), name: 'x' }, ...items]));
		const names = new NameResolver(execution);
		expect(await names.resolve([add(['sheet:my row-1'])])).toEqual([]);
		expect(names.failed.get(0)?.message).toMatch('Plane did not find sheet:my row-1');
	});

	test('targets are resolved with the body', async () => {
		const targets = { cycle: ['WEEK 1'] };
		const { resolved } = await resolve([create({}, { targets })]);
		expect(resolved).toMatchObject([{ targets: { cycle: [uuid(50)] } }]);
	});

	test.each<[title: string, current: number[], id: string | undefined, words: string]>([
		['is the only one of today', [50], uuid(50), ''],
		['is none where there is none today', [], undefined, 'Plane did not find Cycle current'],
		['is none where there are two', [50, 51], undefined, 'Cycle: 2 cycles are called "current"'],
	])('the current cycle %s, whatever cycles are called', async (_, current, id, words) => {
		const cycles = lists[`${place}/cycles/`] ?? [];
		const rows = cycles.map((row) => ({ ...row, is: current.some((n) => row.id === uuid(n)) }));
		const { resolved, problem } = await resolve([add([uuid(71)], 'current')], {
			[`${place}/cycles/`]: rows,
		});
		expect(resolved.map(({ path }) => path.cycle_id)).toEqual(id === undefined ? [] : [id]);
		expect(problem?.message ?? '').toBe(words);
	});
});

describe('a label that is missing', () => {
	const createsLabels = true;
	const posts = (routes: string[]) => routes.filter((route) => route.startsWith('POST'));

	test('is created once for all items, where that is wanted', async () => {
		const calls = [['New', 'bug'], ['new '], ['NEW']].map((labels) =>
			create({ labels }, { createsLabels }),
		);
		const { resolved, asked, routes } = await resolve(calls);
		expect(posts(routes)).toEqual([`POST ${place}/labels/`]);
		expect(asked.at(-1)?.body).toEqual({ name: 'New' });
		expect(resolved.map((call) => 'targets' in call && call.body.labels)).toEqual([
			[uuid(80), uuid(30)],
			[uuid(80)],
			[uuid(80)],
		]);
	});

	test('is the one that somebody else has just created', async () => {
		const { execution } = executionOf((asked) =>
			asked.body ? jsonResponse({ id: uuid(81) }, 409) : serverOf()(asked),
		);
		const [call] = await new NameResolver(execution).resolve([
			create({ labels: ['New'] }, { createsLabels }),
		]);
		expect(call).toMatchObject({ body: { labels: [uuid(81)] } });
	});

	test.each([
		[false, 0, 'while nothing goes on after a failure'],
		[true, 1, 'for those that are right where the others go on'],
	])(
		'with another item that has a problem (continue on fail %p) is created %i times, %s',
		async (continueOnFail, times) => {
			const calls = [create({ state: 'x' }), create({ labels: ['New'] }, { createsLabels })];
			const { routes, failed } = await resolve(calls, {}, continueOnFail);
			expect(posts(routes)).toHaveLength(times);
			expect([...failed.keys()]).toEqual([0]);
		},
	);

	test('is never created for an ID, nor for its item where another name of it is unknown', async () => {
		const unknown = [
			create({ labels: [UNKNOWN] }, { createsLabels }),
			create({ labels: ['New'], state: 'x' }, { createsLabels }),
		];
		const { routes, failed } = await resolve(unknown, {}, true);
		expect([posts(routes), [...failed.keys()]]).toEqual([[], [0, 1]]);
	});

	test('is a problem where the server refuses it', async () => {
		const { execution } = executionOf((asked) =>
			asked.body ? textResponse('', 403) : serverOf()(asked),
		);
		const names = new NameResolver(execution);
		const given = { ...create({ labels: ['New'] }, { createsLabels }), merged: {} };
		expect(
			await names.resolve([
				{
					...given,
					kind: 'update',
					operation: updateWorkItem,
					path: { ...given.path, work_item_id: uuid(71) },
				},
			]),
		).toEqual([]);
		expect(names.failed.get(0)).toMatchObject({ status: 403 });
	});
});
