import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonValue } from 'n8n-workflow';

import type { Call, ServiceCall } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import type { Respond } from '../fakePlane';
import { runs } from '../random';
import { jsonResponse, textResponse } from '../responses';
import {
	addCall,
	commonParts,
	createCall,
	importedWorkItem,
	workItemWithKey,
	PROJECT_ID,
	listCall,
	createRows,
	numberedNames,
	PROJECT_PATH,
	resolveCalls,
	updateCall,
	planeRoutes,
	UNKNOWN_ID,
	uuid,
} from './resolverFixtures';

describe('NameResolver', () => {
	test.each<[title: string, wire: string, value: JsonValue, id: JsonValue, list?: string]>([
		['a name in another case and with blanks', 'state', ' in review', uuid(21), 'states'],
		['a name in its own case before other cases', 'labels', ['Bug'], [uuid(31)], 'labels'],
		['an email address before a name', 'assignees', ['Ada@example.com'], [uuid(12)], 'members'],
		['a first and a last name', 'assignees', ['a bee'], [uuid(11)], 'members'],
		['a name and its ID together, once', 'labels', ['text', uuid(32)], [uuid(32)], 'labels'],
		['the key of a work item', 'parent', 'LNCH-12', uuid(71), 'LNCH-12'],
		['an ID that must be listed', 'assignees', [uuid(12)], [uuid(12)], 'members'],
		['an ID that need not be listed', 'state', UNKNOWN_ID, UNKNOWN_ID],
		['null', 'parent', null, null],
		['an empty list', 'labels', [], []],
		['the value of a field that refers to no record', 'name', 'Done', 'Done'],
	])('resolves %s', async (_, wire, value, id, list = '') => {
		// People are looked for in the lists that may show guests as well (row 220).
		const listsWithRoles = list === 'members' ? ['project-members-lite', 'GET members'] : [];

		const { resolved, routes, problem } = await resolveCalls([createCall({ [wire]: value })]);

		const lists = routes.map((route) => route.split('/').at(-2) ?? '');

		expect(problem).toBeUndefined();
		expect(resolved).toMatchObject([{ body: { [wire]: id } }]);
		expect(lists).toEqual(list ? [list, ...listsWithRoles] : []);
	});

	/** The flag of a region: its letters follow as characters that nobody sees. */
	const flag = (region: string) => {
		const letters = Array.from(Buffer.from(region), (code) => 0xe0000 + code);

		return `🏴${String.fromCodePoint(...letters, 0xe007f)}`;
	};

	const labelsWithSpecialCharacters = createRows(
		100,
		'Größe',
		'می\u200cخواهم',
		'میخواهم',
		`Team ${flag('gbeng')}`,
		'⭐',
	);

	test.each<[title: string, name: string, index: number | undefined]>([
		['with marks of direction around it', '\u202agröße\u202c', 0],
		['with an invisible character in it', 'Grö\u200bße', 0],
		['with separate accents', 'Gro\u0308ße', 0],
		['with separate accents after an invisible character', 'Gro\u200b\u0308ße', 0],
		['with a joiner before one without', 'می\u200cخواهم', 1],
		['without a joiner before one with', 'میخواهم', 2],
		['with the sign for emoji', '⭐\ufe0f', 4],
		['only with the flag of the same region', `Team ${flag('gbsct')}`, undefined],
	])('finds a name that looks the same, %s', async (_, name, index) => {
		const plane = planeRoutes({ [`${PROJECT_PATH}/labels/`]: labelsWithSpecialCharacters });
		const bodies = index === undefined ? [] : [{ body: { labels: [uuid(100 + index)] } }];

		const { resolved } = await resolveCalls([createCall({ labels: [name] })], plane);

		expect(resolved).toMatchObject(bodies);
		expect(resolved).toHaveLength(bodies.length);
	});

	const bothSams = new RegExp(
		`mean: ${uuid(13)} for A \\(sam@example\\.com\\) or ${uuid(14)} for A \\(sam@example\\.org\\)\\.$`,
	);
	const allStates = /^The states are: Todo, In Review, Done\.$/;

	test.each<[title: string, wire: string, value: JsonValue, message: RegExp, description: RegExp]>([
		[
			'several records have the name',
			'assignees',
			['SAM'],
			/^Assignee.*: 2 project members are called "SAM"$/,
			bothSams,
		],
		[
			'several records have the name in other cases',
			'labels',
			['BUG'],
			/: 2 labels are called "BUG"$/,
			/ or /,
		],
		[
			'no record has the name',
			'state',
			'Open',
			/^State: there is no state "Open" in Project /,
			allStates,
		],
		[
			'no record has the ID',
			'assignees',
			[UNKNOWN_ID],
			/there is no project member "0c7da278-.*99" in/,
			/members are: bob@example.com, /,
		],
		[
			'no record has the key',
			'parent',
			'LNCH-13',
			/^Parent: Plane did not find LNCH-13$/,
			/^Check Par/,
		],
		[
			'the key belongs to another project',
			'parent',
			'OPS-12',
			/^Parent: OPS-12 is in another .*\(Lnch\)$/,
			/^Choose/,
		],
	])('returns a problem if %s', async (_, wire, value, message, description) => {
		const { resolved, problem } = await resolveCalls([createCall({ [wire]: value })]);

		expect(resolved).toEqual([]);
		expect(problem?.message).toMatch(message);
		expect(problem?.description).toMatch(description);
	});

	test('lists the first twenty of many names if no record has the name', async () => {
		const labels = createRows(100, ...numberedNames(25));
		const plane = planeRoutes({ [`${PROJECT_PATH}/labels/`]: labels });

		const { resolved, problem } = await resolveCalls([createCall({ labels: ['x'] })], plane);

		expect(resolved).toEqual([]);
		expect(problem?.message).toMatch(/there is no label "x" in/);
		expect(problem?.description).toMatch(/^The labels are: L0, .*, L19 and 5 more\. To create it/);
	});

	test('reads each list once for all items', async () => {
		const body = { state: 'done', labels: ['bug', 'text'], assignees: ['Ada'] };
		const calls = Array.from({ length: 50 }, () => createCall(body));

		const { resolved, routes } = await resolveCalls(calls);

		expect(resolved).toHaveLength(50);
		expect(routes.sort()).toEqual([
			'GET members/',
			`GET ${PROJECT_PATH}/labels/`,
			`GET ${PROJECT_PATH}/members/`,
			`GET ${PROJECT_PATH}/project-members-lite/`,
			`GET ${PROJECT_PATH}/states/`,
		]);
	});

	test('finds the name of a membership on a later page of its list', async () => {
		const call = createCall({}, { targets: { modules: ['l249'] } });

		const { resolved, requests } = await resolveCalls([call]);

		expect(resolved).toMatchObject([{ targets: { modules: [uuid(449)] } }]);
		expect(requests.map(({ query }) => query.get('offset'))).toEqual(['0', '100', '200']);
	});

	test('passes a name through to a server that has no such list', async () => {
		const plane = planeRoutes({ [`${PROJECT_PATH}/states/`]: undefined });

		const { resolved, problem } = await resolveCalls([createCall({ state: 'Done' })], plane);

		expect(problem).toBeUndefined();
		expect(resolved).toMatchObject([{ body: { state: 'Done' } }]);
	});

	test('resolves the names in the query and in the filters of a list', async () => {
		const call = listCall(operations.getWorkItems, {
			queryParameters: { state: 'done' },
			serverFilters: [{ displayName: 'State', rowPath: 'state', values: ['done'] }],
			clientFilters: [
				{ displayName: 'Label Names or IDs', rowPath: 'labels', test: 'is', values: ['text'] },
			],
		});

		const { resolved } = await resolveCalls([call]);

		expect(resolved).toMatchObject([
			{
				query: {
					queryParameters: { state: uuid(22) },
					serverFilters: [{ values: [uuid(22)] }],
					clientFilters: [{ values: [uuid(32)] }],
				},
			},
		]);
	});
});

describe('NameResolver, for the path of a call and the IDs to add,', () => {
	const path = { project_id: PROJECT_ID, cycle_id: uuid(50) };

	test.each<[title: string, call: Call<'add'>, resolvedParts: Partial<Call<'add'>>]>([
		['finds a record in the project that has a name', addCall([], 'week 1', 'Launch'), { path }],
		[
			'finds work items by keys and external IDs',
			addCall(['LNCH-12', 'sheet: row-1']),
			{ ids: [uuid(71), uuid(72)] },
		],
	])('%s', async (_, call, resolvedParts) => {
		const { resolved } = await resolveCalls([call]);

		expect(resolved).toMatchObject([resolvedParts]);
	});

	test('takes no other work item from a server that ignores external IDs', async () => {
		const answerWholeList = () => jsonResponse([workItemWithKey, importedWorkItem]);

		const { resolved, problem } = await resolveCalls(
			[addCall(['sheet:my row-1'])],
			answerWholeList,
		);

		expect(resolved).toEqual([]);
		expect(problem?.message).toMatch('Plane did not find "sheet:my row-1"');
	});

	test.each<[currentCycles: number, ids: string[], message: string | undefined]>([
		[0, [], `Cycle: none of the cycles of Project ${PROJECT_ID} is current`],
		[1, [uuid(50)], undefined],
		[2, [], 'Cycle: 2 cycles are called "Current"'],
	])(
		'takes "Current" for the current cycle if there is one (of %i)',
		async (count, ids, message) => {
			const cycles = createRows(50, 'Week 1', 'current').map((row, index) => ({
				...row,
				isCurrent: index < count,
			}));
			const plane = planeRoutes({ [`${PROJECT_PATH}/cycles/`]: cycles });

			const { resolved, problem } = await resolveCalls([addCall([], 'Current')], plane);

			expect(resolved.map((call) => call.path.cycle_id)).toEqual(ids);
			expect(problem?.message).toBe(message);
		},
	);
});

test('The problem of two current cycles lists their names and days', async () => {
	const createCycle = (number: number, name: string, day: string) => ({
		id: uuid(number),
		name,
		start_date: `${day}T00:00:00Z`,
		end_date: `${day}T23:59:00Z`,
		isCurrent: true,
	});
	const cycles = [createCycle(50, 'Week 1', '2026-11-23'), createCycle(51, 'Sprint', '2026-11-24')];
	const plane = planeRoutes({ [`${PROJECT_PATH}/cycles/`]: cycles });

	const { problem } = await resolveCalls([addCall([], 'current')], plane);

	expect(problem?.description).toBe(
		`Use the ID of the one that you mean: ${uuid(50)} for Week 1 (2026-11-23 to 2026-11-23) or ${uuid(51)} for Sprint (2026-11-24 to 2026-11-24).`,
	);
});

test.each([
	[
		'cycle',
		addCall([], 'Week 0'),
		`${PROJECT_PATH}/archived-cycles/`,
		'Week 0',
		'Cycle: "Week 0" is archived',
	],
	[
		'module',
		createCall({}, { targets: { modules: ['beta'] } }),
		`${PROJECT_PATH}/archived-modules/`,
		'Beta',
		'Module Names or IDs: "beta" is archived',
	],
])('The problem of a missing %s says if it is archived', async (_, call, list, name, message) => {
	const archived = await resolveCalls([call], planeRoutes({ [list]: createRows(90, name) }));
	const missing = await resolveCalls([call], planeRoutes({ [list]: createRows(90, 'Another') }));

	expect(archived.resolved).toEqual([]);
	expect(archived.problem?.message).toBe(message);
	expect(missing.problem?.message).toMatch(/there is no/i);
});

test('A resolved call keeps the names that the user gave, for the texts of errors', async () => {
	const call = addCall(['LNCH-12', uuid(73)], 'week 1', 'Launch');

	const { resolved } = await resolveCalls([call]);

	const displayNames = { [PROJECT_ID]: 'Launch', [uuid(50)]: 'week 1', [uuid(71)]: 'LNCH-12' };

	expect(resolved).toMatchObject([{ displayNames }]);
});

describe('NameResolver, for a reference of a record to itself,', () => {
	const path = { project_id: PROJECT_ID, work_item_id: 'LNCH-12' };

	test.each<[title: string, call: ServiceCall, message: string]>([
		[
			'as its parent',
			updateCall({ parent: 'LNCH-12' }, { path }),
			'Parent: LNCH-12 is the work item itself',
		],
		[
			'as a related work item',
			createCall({ issues: [uuid(71)] }, { operation: operations.createRelation, path }),
			'Work Item IDs: LNCH-12 is the work item itself',
		],
		[
			'as the cycle to which its work items are transferred',
			{
				...commonParts,
				kind: 'action',
				operation: operations.transferWorkItems,
				path: { project_id: PROJECT_ID, cycle_id: uuid(50) },
				body: { new_cycle_id: 'Week 1' },
				ignoreMissing: false,
			},
			'New Cycle: "Week 1" is the cycle itself',
		],
	])('returns a problem %s', async (_, call, message) => {
		const { resolved, problem } = await resolveCalls([call]);

		expect(resolved).toEqual([]);
		expect(problem).toMatchObject({ message, description: 'Choose another one.' });
	});

	test('returns no problem if the reference is to another record', async () => {
		const { problem } = await resolveCalls([updateCall({ parent: 'sheet:row-1' }, { path })]);

		expect(problem).toBeUndefined();
	});
});

describe('NameResolver, for a missing label that may be created,', () => {
	const createWithLabels = (...labels: string[]) => createCall({ labels }, { createsLabels: true });
	const findPosts = (routes: string[]) => routes.filter((route) => route.startsWith('POST'));

	test('creates the label once for all items', async () => {
		const calls = [
			createWithLabels('New', 'bug'),
			createWithLabels('new '),
			createWithLabels('NEW'),
		];

		const { resolved, requests, routes } = await resolveCalls(calls);

		expect(findPosts(routes)).toEqual([`POST ${PROJECT_PATH}/labels/`]);
		expect(requests.at(-1)?.body).toEqual({ name: 'New' });
		expect(resolved).toMatchObject([
			{ body: { labels: [uuid(80), uuid(30)] } },
			{ body: { labels: [uuid(80)] } },
			{ body: { labels: [uuid(80)] } },
		]);
	});

	test('takes the label that somebody else has just created', async () => {
		const label = { id: uuid(81), name: 'New' };
		const nameTaken = { error: 'Label with the same name already exists', id: label.id };
		const plane = {
			...planeRoutes(),
			'POST *': jsonResponse(nameTaken, 409),
			[`GET ${PROJECT_PATH}/labels/${label.id}/`]: jsonResponse(label),
		};

		const { resolved } = await resolveCalls([createWithLabels('New')], plane);

		expect(resolved).toMatchObject([{ body: { labels: [label.id] } }]);
	});

	test('returns a problem if the server refuses the label', async () => {
		const plane = { ...planeRoutes(), 'POST *': textResponse('', 403) };

		const { problem } = await resolveCalls([createWithLabels('New')], plane);

		expect(problem).toMatchObject({ status: 403 });
	});

	test('returns a problem for the items that create no labels, in any order', async () => {
		const calls = [
			createWithLabels('New'),
			createCall({ labels: ['New'] }),
			createWithLabels('New'),
		];

		for (const orderedCalls of [calls, calls.toReversed()]) {
			const { resolved, routes, failed } = await resolveCalls(orderedCalls, planeRoutes(), true);

			expect(resolved.map(({ itemIndex }) => itemIndex)).toEqual([0, 2]);
			expect([...failed.keys()]).toEqual([1]);
			expect(findPosts(routes)).toHaveLength(1);
		}
	});

	test('returns a problem if the server does not return the ID of the label', async () => {
		const plane = { ...planeRoutes(), 'POST *': textResponse('', 201) };

		const { resolved, problem } = await resolveCalls([createWithLabels('New')], plane);

		expect(resolved).toEqual([]);
		expect(problem).toMatchObject({
			message: 'Plane saved "New", but did not return its ID',
			description: 'Run the item again; it will be found by its name.',
		});
	});

	test.each([
		['creates no others after a refusal if the run stops', false, ['one']],
		['creates those of other items after a refusal if the run continues', true, ['one', 'three']],
	])('%s', async (_, continueOnFail, createdNames) => {
		const refuseOne: Respond = ({ body }) =>
			body?.name === 'one' ? textResponse('', 403) : jsonResponse({ ...body, id: uuid(80) }, 201);
		const plane = { ...planeRoutes(), 'POST *': refuseOne };
		const calls = [
			createWithLabels('one', 'two'),
			createWithLabels('three'),
			createWithLabels('bug'),
		];

		const { resolved, requests, failed } = await resolveCalls(calls, plane, continueOnFail);

		expect(requests.flatMap(({ body }) => body?.name ?? [])).toEqual(createdNames);
		expect([...failed.keys()]).toEqual([0]);
		expect(resolved.map(({ itemIndex }) => itemIndex)).toEqual(continueOnFail ? [1, 2] : [2]);
	});

	const selfReference = updateCall(
		{ parent: 'LNCH-12', labels: ['Other'] },
		{ path: { project_id: PROJECT_ID, work_item_id: 'LNCH-12' }, createsLabels: true },
	);

	test.each([
		['no label if the run stops', false, 0],
		['only the labels of other items if the run continues', true, 1],
	])('creates %s at an item that refers to itself', async (_, continueOnFail, count) => {
		const calls = [createWithLabels('New'), selfReference];

		const { routes, failed } = await resolveCalls(calls, planeRoutes(), continueOnFail);

		expect(findPosts(routes)).toHaveLength(count);
		expect(failed.get(1)?.message).toBe('Parent: LNCH-12 is the work item itself');
	});

	const unknownState = createCall({ labels: ['Other'], state: 'x' }, { createsLabels: true });

	test.each([
		[
			'creates no label if another item has a problem and the run stops',
			[unknownState, createWithLabels('New')],
			false,
			0,
		],
		[
			'creates the label if another item has a problem and the run continues',
			[unknownState, createWithLabels('New')],
			true,
			1,
		],
		['creates no label for an unknown ID', [createWithLabels(UNKNOWN_ID)], true, 0],
		['creates no label for an item with a problem', [unknownState], true, 0],
	])('%s', async (_, calls, continueOnFail, count) => {
		const { routes, failed } = await resolveCalls(calls, planeRoutes(), continueOnFail);

		expect(findPosts(routes)).toHaveLength(count);
		expect([...failed.keys()]).toEqual([0]);
	});
});

describe('NameResolver, for more values than a function call can have arguments,', () => {
	const COUNT = 130_000;

	test('resolves all calls', async () => {
		const call = addCall([uuid(71)]);

		const { resolved } = await resolveCalls(Array.from({ length: COUNT }, () => call));

		expect(resolved).toHaveLength(COUNT);
	});

	test('looks through all records', async () => {
		const rows = Array.from({ length: COUNT }, (_, index) => ({
			id: uuid(index),
			name: `L${index}`,
		}));
		const answerAllRows = () => jsonResponse({ results: rows, total_count: COUNT });
		const call = createCall({ state: `L${COUNT - 1}` });

		const { resolved } = await resolveCalls([call], answerAllRows);

		expect(resolved).toMatchObject([{ body: { state: uuid(COUNT - 1) } }]);
	});
});

test('Random names resolve to the IDs of the records with these names, and to no others', async () => {
	const anyName = fc
		.array(fc.constantFrom('a', 'A', 'é', 'É', ' ', 'ß', '1'), { minLength: 1, maxLength: 3 })
		.map((letters) => `${letters.join('')}.`);

	await fc.assert(
		fc.asyncProperty(
			fc.array(anyName, { maxLength: 8 }),
			fc.array(anyName),
			async (existingNames, requestedNames) => {
				const rows = createRows(300, ...existingNames);
				const plane = planeRoutes({ [`${PROJECT_PATH}/labels/`]: rows });
				const call = createCall({ labels: requestedNames });

				const { resolved, routes, problem } = await resolveCalls([call], plane);

				const matches = requestedNames.map((text) => {
					const similar = rows.filter(({ name }) => fold(name) === fold(text));
					const exact = similar.filter(({ name }) => trim(name) === trim(text));

					return exact.length === 1 ? exact : similar;
				});

				// An empty list may be that of an archived project, so the project is read too (row 73).
				expect(routes.length).toBeLessThanOrEqual(rows.length === 0 ? 2 : 1);

				if (matches.every(({ length }) => length === 1)) {
					const ids = new Set(matches.flat().map(({ id }) => id));

					expect(resolved).toMatchObject([{ body: { labels: [...ids] } }]);
				} else {
					expect(resolved).toEqual([]);
					expect(problem?.message).toMatch(
						/: (there (is no label|are no labels)|\d labels are called) /,
					);
				}
			},
		),
		{ numRuns: runs(500) },
	);
});

const trim = (name: unknown) => String(name).trim();
const fold = (name: unknown) => trim(name).toLowerCase();

describe('The problem of a failed lookup keeps no response, because many bodies would fill the memory', () => {
	const fail = () => textResponse('x'.repeat(1000), 501);

	test.each<[title: string, call: Call]>([
		['a key that is read by its path', createCall({ parent: 'LNCH-12' })],
		['a name that is looked up in a list', createCall({ state: 'Todo' })],
	])('%s', async (_, call) => {
		const { problem } = await resolveCalls([call], fail);

		expect(problem).toMatchObject({ status: 501 });
		expect(problem).not.toHaveProperty('response');
	});
});
