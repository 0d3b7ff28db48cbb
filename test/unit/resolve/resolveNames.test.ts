import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonValue } from 'n8n-workflow';

import type { Call, ServiceCall } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import type { ReceivedRequest } from '../execute/testExecution';
import { runs } from '../random';
import { jsonResponse, textResponse } from '../responses';
import {
	add,
	common,
	create,
	imported,
	keyed,
	launch,
	lists,
	named,
	numbered,
	place,
	resolve,
	serverOf,
	UNKNOWN,
	uuid,
} from './resolving';

describe('a name', () => {
	const text = [uuid(32)];

	test.each<[title: string, wire: string, given: JsonValue, id: JsonValue, list?: string]>([
		['whatever its case and its blanks', 'state', ' in review', uuid(21), 'states'],
		['in its own case first', 'labels', ['Bug'], [uuid(31)], 'labels'],
		['an address before a name', 'assignees', ['Ada@example.com'], [uuid(12)], 'members'],
		['a first and a last name', 'assignees', ['a bee'], [uuid(11)], 'members'],
		['names and IDs mixed, each once', 'labels', ['text', uuid(32)], text, 'labels'],
		['a key of a work item', 'parent', 'LNCH-12', uuid(71), 'LNCH-12'],
		['an ID where IDs are checked', 'assignees', [uuid(12)], [uuid(12)], 'members'],
		['an ID where they are not', 'state', UNKNOWN, UNKNOWN],
		['nothing', 'parent', null, null],
		['no records', 'labels', [], []],
		['no reference', 'name', 'Done', 'Done'],
	])('becomes an ID: %s', async (_, wire, given, id, list = '') => {
		const { resolved, routes, problem } = await resolve([create({ [wire]: given })]);

		expect(problem).toBeUndefined();
		expect(resolved).toMatchObject([{ body: { [wire]: id } }]);
		const read = routes.map((route) => route.split('/').at(-2) ?? '');
		// Who is to be assigned is looked for in the lists that may show guests, too (row 220).
		const roles = list === 'members' ? ['project-members-lite', 'GET members'] : [];

		expect(read).toEqual(list ? [list, ...roles] : []);
	});

	/** The flag of a region: its letters follow as characters that nobody sees. */
	const flag = (region: string) => {
		const letters = Array.from(Buffer.from(region), (code) => 0xe0000 + code);

		return `🏴${String.fromCodePoint(...letters, 0xe007f)}`;
	};

	const seen = named(100, 'Größe', 'می\u200cخواهم', 'میخواهم', `Team ${flag('gbeng')}`, '⭐');

	test.each<[title: string, given: string, at: number | undefined]>([
		['marks of direction around it', '\u202agröße\u202c', 0],
		['something unseen in it', 'Grö\u200bße', 0],
		['accents apart from their letters', 'Gro\u0308ße', 0],
		['accents apart, with something unseen between', 'Gro\u200b\u0308ße', 0],
		['a joiner, where another one has none', 'می\u200cخواهم', 1],
		['no joiner, where another one has one', 'میخواهم', 2],
		['the sign for emoji', '⭐\ufe0f', 4],
		['the flag of another region', `Team ${flag('gbsct')}`, undefined],
	])('is found as people see it: with %s', async (_, given, at) => {
		const server = serverOf({ [`${place}/labels/`]: seen });
		const { resolved } = await resolve([create({ labels: [given] })], server);
		const ids = at === undefined ? [] : [{ body: { labels: [uuid(100 + at)] } }];

		expect(resolved).toMatchObject(ids);
		expect(resolved).toHaveLength(ids.length);
	});

	const either = new RegExp(
		`mean: ${uuid(13)} for A \\(sam@example\\.com\\) or ${uuid(14)} for A \\(sam@example\\.org\\)\\.$`,
	);
	const all = /^Check State first.* There are these states: Todo, In Review, Done\.$/;
	const some = /these labels: L0, .*, L19 and 5 more\.$/;

	test.each<[title: string, wire: string, given: JsonValue, words: RegExp, way: RegExp]>([
		['several', 'assignees', ['SAM'], /^Assignee.*: 2 project members are called "SAM"$/, either],
		['several, none in its case', 'labels', ['BUG'], /: 2 labels are called "BUG"$/, / or /],
		['none', 'state', 'Open', /^State: Plane did not find Open$/, all],
		['none of many', 'labels', ['x'], /did not find x$/, some],
		['none by its ID', 'assignees', [UNKNOWN], /find 0c7da278-.*99$/, /members: bob@example.com, /],
		['none by its key', 'parent', 'LNCH-13', /^Parent: Plane did not find LNCH-13$/, /^Check Par/],
		['one elsewhere', 'parent', 'OPS-12', /^Parent: OPS-12 is in another .*\(Lnch\)$/, /^Choose/],
	])('is a problem where it fits %s', async (_, wire, given, words, way) => {
		const labels = named(100, ...numbered(25));
		const server = serverOf(way === some ? { [`${place}/labels/`]: labels } : {});
		const { resolved, problem } = await resolve([create({ [wire]: given })], server);

		expect(resolved).toEqual([]);
		expect(problem?.message).toMatch(words);
		expect(problem?.description).toMatch(way);
	});

	test('is looked up in one reading of each list, however many items have it', async () => {
		const body = { state: 'done', labels: ['bug', 'text'], assignees: ['Ada'] };
		const { resolved, routes } = await resolve(Array.from({ length: 50 }, () => create(body)));

		expect(resolved).toHaveLength(50);
		const inProject = ['labels', 'members', 'project-members-lite', 'states'];
		const due = inProject.map((list) => `GET ${place}/${list}/`);

		expect(routes.sort()).toEqual(['GET members/', ...due]);
	});

	test('is found on a later page of its list, of what is added, too', async () => {
		const { resolved, requests } = await resolve([create({}, { targets: { modules: ['l249'] } })]);

		expect(resolved).toMatchObject([{ targets: { modules: [uuid(449)] } }]);
		expect(requests.map(({ query }) => query.get('offset'))).toEqual(['0', '100', '200']);
	});

	test('is left to a server that has no such list', async () => {
		const server = serverOf({ [`${place}/states/`]: undefined });
		const { resolved, problem } = await resolve([create({ state: 'Done' })], server);

		expect([resolved, problem]).toMatchObject([[{ body: { state: 'Done' } }], undefined]);
	});

	test('of what a list is filtered by becomes an ID in the address and for the rows', async () => {
		const filters = [{ displayName: 'State', rowPath: 'state', values: ['done'] }];
		const test = { displayName: 'Label Names or IDs', rowPath: 'labels', test: 'is' } as const;
		const tests = [{ ...test, values: ['text'] }];
		const query = {
			queryParameters: { state: 'done' },
			serverFilters: filters,
			clientFilters: tests,
			offset: 0,
		};
		const operation = operations.getWorkItems;
		const { resolved } = await resolve([{ ...create({}), kind: 'list', operation, query }]);
		const values = [uuid(22)];

		expect(resolved).toMatchObject([
			{
				query: {
					queryParameters: { state: uuid(22) },
					serverFilters: [{ values }],
					clientFilters: [{ values: text }],
				},
			},
		]);
	});
});

describe('in a path and in what is added', () => {
	const path = { project_id: launch, cycle_id: uuid(50) };

	test.each<[title: string, call: Call<'add'>, resolved: Partial<Call<'add'>>]>([
		['a project goes by its identifier first', add([], uuid(50), 'lnch'), { path }],
		['a record is looked up in its project', add([], 'week 1', 'Launch'), { path }],
		['keys and external IDs are', add(['LNCH-12', 'sheet: row-1']), { ids: [uuid(71), uuid(72)] }],
	])('%s', async (_, call, resolved) => {
		expect((await resolve([call])).resolved).toMatchObject([resolved]);
	});

	test('no other work item is taken for one with an external ID', async () => {
		// A server that does not know external IDs gives its list.
		const server = () => jsonResponse([keyed, imported]);
		const { resolved, problem } = await resolve([add(['sheet:my row-1'])], server);

		expect(resolved).toEqual([]);
		expect(problem?.message).toMatch('Plane did not find "sheet:my row-1"');
	});

	test.each<[count: number, ids: string[], words: string | undefined]>([
		[0, [], `Cycle: none of the cycles of Project ${launch} is current`],
		[1, [uuid(50)], undefined],
		[2, [], 'Cycle: 2 cycles are called "Current"'],
	])('the cycle "Current" is the one of today, if there is one: %i', async (count, ids, words) => {
		const cycles = lists[`${place}/cycles/`] ?? [];
		const rows = cycles.map((row, index) => ({ ...row, isCurrent: index < count }));
		const server = serverOf({ [`${place}/cycles/`]: rows });
		const { resolved, problem } = await resolve([add([], 'Current')], server);

		expect(resolved.map((call) => call.path.cycle_id)).toEqual(ids);
		expect(problem?.message).toBe(words);
	});
});

test('two current cycles are told apart by their names and days', async () => {
	const row = (number: number, name: string, day: string) => ({
		id: uuid(number),
		name,
		start_date: `${day}T00:00:00Z`,
		end_date: `${day}T23:59:00Z`,
		isCurrent: true,
	});
	const cycles = [row(50, 'Week 1', '2026-11-23'), row(51, 'Sprint', '2026-11-24')];
	const server = serverOf({ [`${place}/cycles/`]: cycles });
	const { problem } = await resolve([add([], 'current')], server);

	expect(problem?.description).toBe(
		`Use the ID of the one that you mean: ${uuid(50)} for Week 1 (2026-11-23 to 2026-11-23) or ${uuid(51)} for Sprint (2026-11-24 to 2026-11-24).`,
	);
});

test.each([
	[
		'cycle',
		add([], 'Week 0'),
		`${place}/archived-cycles/`,
		'Week 0',
		'Cycle: "Week 0" is archived',
	],
	[
		'module',
		create({}, { targets: { modules: ['beta'] } }),
		`${place}/archived-modules/`,
		'Beta',
		'Module Names or IDs: "beta" is archived',
	],
])('an archived %s is told apart from a missing one', async (_, call, list, name, message) => {
	const { resolved, problem } = await resolve([call], serverOf({ [list]: named(90, name) }));

	expect(resolved).toEqual([]);
	expect(problem?.message).toBe(message);

	const missing = await resolve([call], serverOf({ [list]: named(90, 'Another') }));

	expect(missing.problem?.message).toMatch(/did not find/);
});

test('a call knows what the user called each record, for the words of its errors', async () => {
	const { resolved } = await resolve([add(['LNCH-12', uuid(73)], 'week 1', 'Launch')]);
	const displayNames = { [launch]: 'Launch', [uuid(50)]: 'week 1', [uuid(71)]: 'LNCH-12' };

	expect(resolved).toMatchObject([{ displayNames }]);
});

describe('a record cannot refer to itself', () => {
	const path = { project_id: launch, work_item_id: 'LNCH-12' };
	const update = (parent: string): Call<'update'> => ({
		...common,
		kind: 'update',
		operation: operations.updateWorkItem,
		path,
		body: { parent },
		listActions: {},
	});
	const inCycle = { project_id: launch, cycle_id: uuid(50) };

	test.each<[title: string, call: ServiceCall, message: string]>([
		['as its parent', update('LNCH-12'), 'Parent: LNCH-12 is the work item itself'],
		[
			'as what it is related to',
			create({ issues: [uuid(71)] }, { operation: operations.createRelation, path }),
			'Work Item IDs: LNCH-12 is the work item itself',
		],
		[
			'as where its work items go',
			{
				...common,
				kind: 'action',
				operation: operations.transferWorkItems,
				path: inCycle,
				body: { new_cycle_id: 'Week 1' },
				ignoreMissing: false,
			},
			'New Cycle: "Week 1" is the cycle itself',
		],
	])('%s', async (_, call, message) => {
		const { resolved, problem } = await resolve([call]);

		expect(resolved).toEqual([]);
		expect(problem).toMatchObject({ message, description: 'Choose another one.' });
	});

	test('but to any other', async () => {
		expect((await resolve([update('sheet:row-1')])).problem).toBeUndefined();
	});
});

describe('a label that is missing', () => {
	const labeled = (...labels: string[]) => create({ labels }, { createsLabels: true });
	const posts = (routes: string[]) => routes.filter((route) => route.startsWith('POST'));

	test('is created once for all items, where that is wanted', async () => {
		const calls = [labeled('New', 'bug'), labeled('new '), labeled('NEW')];
		const { resolved, requests, routes } = await resolve(calls);

		expect(posts(routes)).toEqual([`POST ${place}/labels/`]);
		expect(requests.at(-1)?.body).toEqual({ name: 'New' });
		const created = [uuid(80)];
		const due = [[uuid(80), uuid(30)], created, created];

		expect(resolved).toMatchObject(due.map((labels) => ({ body: { labels } })));
	});

	test('is the one that somebody else has just created, and a problem where it is refused', async () => {
		const refusing = (refusal: ReturnType<typeof textResponse>) => (request: ReceivedRequest) =>
			request.body ? refusal : serverOf()(request);
		const by = { id: uuid(81), name: 'New' };
		const taken = refusing(
			jsonResponse({ error: 'Label with the same name already exists', id: by.id }, 409),
		);
		const server = (request: ReceivedRequest) =>
			request.route.endsWith(`/${by.id}/`) ? jsonResponse(by) : taken(request);
		const { resolved } = await resolve([labeled('New')], server);

		expect(resolved).toMatchObject([{ body: { labels: [uuid(81)] } }]);
		const { problem } = await resolve([labeled('New')], refusing(textResponse('', 403)));

		expect(problem).toMatchObject({ status: 403 });
	});

	test('is a problem of the items that do not create labels, in whatever order', async () => {
		const calls = [labeled('New'), create({ labels: ['New'] }), labeled('New')];

		for (const given of [calls, [...calls].reverse()]) {
			const { resolved, routes, failed } = await resolve(given, serverOf(), true);

			expect(resolved.map(({ itemIndex }) => itemIndex)).toEqual([0, 2]);
			expect([...failed.keys()]).toEqual([1]);
			expect(posts(routes)).toHaveLength(1);
		}
	});

	test('is a problem where the server does not say what it has made', async () => {
		const server = (request: ReceivedRequest) =>
			request.body ? textResponse('', 201) : serverOf()(request);
		const { resolved, problem } = await resolve([labeled('New')], server);

		expect(resolved).toEqual([]);
		expect(problem).toMatchObject({
			message: 'Plane saved "New", but did not return its ID',
			description: 'Run the item again; it will be found by its name.',
		});
	});

	test.each([
		['no other one is created where the run is to stop', false, ['one']],
		['those of other items are created where they go on', true, ['one', 'three']],
	])('is refused: %s', async (_, continueOnFail, due) => {
		const server = (request: ReceivedRequest) =>
			request.body?.name === 'one' ? textResponse('', 403) : serverOf()(request);
		const calls = [labeled('one', 'two'), labeled('three'), labeled('bug')];
		const { resolved, requests, failed } = await resolve(calls, server, continueOnFail);

		expect(requests.flatMap(({ body }) => body?.name ?? [])).toEqual(due);
		expect([...failed.keys()]).toEqual([0]);
		expect(resolved.map(({ itemIndex }) => itemIndex)).toEqual(continueOnFail ? [1, 2] : [2]);
	});

	test.each([
		[false, 0],
		[true, 1],
	])('is not created for an item that refers to itself (going on: %j)', async (goesOn, times) => {
		const itself: Call<'update'> = {
			...common,
			kind: 'update',
			operation: operations.updateWorkItem,
			path: { project_id: launch, work_item_id: 'LNCH-12' },
			body: { parent: 'LNCH-12', labels: ['Other'] },
			listActions: {},
			createsLabels: true,
		};
		const { routes, failed } = await resolve([labeled('New'), itself], serverOf(), goesOn);

		expect(posts(routes)).toHaveLength(times);
		expect(failed.get(1)?.message).toBe('Parent: LNCH-12 is the work item itself');
	});

	const wrong = create({ labels: ['Other'], state: 'x' }, { createsLabels: true });

	test.each([
		['not created where another item has a problem', [wrong, labeled('New')], false, 0],
		['created where the others go on', [wrong, labeled('New')], true, 1],
		['not created for an ID', [labeled(UNKNOWN)], true, 0],
		['not created for an item with a problem', [wrong], true, 0],
	])('is %s', async (_, calls, continueOnFail, times) => {
		const { routes, failed } = await resolve(calls, serverOf(), continueOnFail);

		expect(posts(routes)).toHaveLength(times);
		expect([...failed.keys()]).toEqual([0]);
	});
});

describe('more than a function call can have arguments', () => {
	const MANY = 130_000;

	test('of calls are resolved', async () => {
		const call = add([uuid(71)]);
		const { resolved } = await resolve(Array.from({ length: MANY }, () => call));

		expect(resolved).toHaveLength(MANY);
	});

	test('of records are looked through', async () => {
		const rows = Array.from({ length: MANY }, (_, index) => ({
			id: uuid(index),
			name: `L${index}`,
		}));
		const server = () => jsonResponse({ results: rows, total_count: MANY });
		const { resolved } = await resolve([create({ state: `L${MANY - 1}` })], server);

		expect(resolved).toMatchObject([{ body: { state: uuid(MANY - 1) } }]);
	});
});

test('random names become the IDs of those that are called so, and of no other', async () => {
	const anyName = fc
		.array(fc.constantFrom('a', 'A', 'é', 'É', ' ', 'ß', '1'), { minLength: 1, maxLength: 3 })
		.map((letters) => `${letters.join('')}.`);

	await fc.assert(
		fc.asyncProperty(
			fc.array(anyName, { maxLength: 8 }),
			fc.array(anyName),
			async (there, given) => {
				const rows = named(300, ...there);
				const server = serverOf({ [`${place}/labels/`]: rows });
				const { resolved, routes, problem } = await resolve([create({ labels: given })], server);

				// An empty list may be that of an archived project, which is read then (row 73).
				expect(routes.length).toBeLessThanOrEqual(rows.length === 0 ? 2 : 1);

				const meant = given.map((text) => {
					const alike = rows.filter(({ name }) => fold(name) === fold(text));
					const exact = alike.filter(({ name }) => trim(name) === trim(text));

					return exact.length === 1 ? exact : alike;
				});
				if (meant.every(({ length }) => length === 1)) {
					const ids = new Set(meant.flat().map(({ id }) => id));

					expect(resolved).toMatchObject([{ body: { labels: [...ids] } }]);
				} else {
					expect(resolved).toEqual([]);
					expect(problem?.message).toMatch(/: (Plane did not find|\d labels are called) /);
				}
			},
		),
		{ numRuns: runs(500) },
	);
});

const trim = (name: unknown) => String(name).trim();
const fold = (name: unknown) => trim(name).toLowerCase();

describe('The problem of a failed lookup keeps no response, because many bodies would fill the memory', () => {
	const failing = () => textResponse('x'.repeat(1000), 501);

	test.each<[what: string, call: Call]>([
		['a key that is read by its path', create({ parent: 'LNCH-12' })],
		['a name that is looked up in a list', create({ state: 'Todo' })],
	])('%s', async (_, call) => {
		const { problem } = await resolve([call], failing);

		expect(problem).toMatchObject({ status: 501 });
		expect(problem).not.toHaveProperty('response');
	});
});
