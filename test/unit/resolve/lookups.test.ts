import { describe, expect, test } from '@jest/globals';

import type { Call } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import { NameResolver } from '../../../nodes/shared/resolve/NameResolver';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { upload } from '../calls';
import { createExecution } from '../execute/testExecution';
import type { Respond } from '../fakePlane';
import { jsonResponse, networkFault, NO_PATH, textResponse } from '../responses';
import {
	addCall,
	createCall,
	importedWorkItem,
	workItemWithKey,
	NO_RECORD,
	PROJECT_ID,
	listCall,
	createRows,
	numberedNames,
	OTHER_PROJECT_ID,
	PROJECT_PATH,
	resolveCalls,
	updateCall,
	planeRoutes,
	UNKNOWN_ID,
	createUser,
	uuid,
} from './resolverFixtures';
import { withWholeRemedy } from '../wholeRemedy';

const FORBIDDEN = jsonResponse({ detail: 'No.' }, 403);

test.each([undefined, null, ''])('A name does not find a row whose ID is %j', async (id) => {
	const states = [{ ...(id !== undefined && { id }), name: 'Done' }, ...createRows(20, 'Todo')];
	const plane = planeRoutes({ [`${PROJECT_PATH}/states/`]: states });

	const { resolved, problem } = await resolveCalls([createCall({ state: 'Done' })], plane);

	expect(resolved).toEqual([]);
	expect(problem).toMatchObject({ message: expect.stringContaining('State: ') });
});

describe('A record whose ID may be that of another tool', () => {
	const foreignId = uuid(600);
	const knownState = uuid(22);

	test.each([
		['is found by its ID', knownState, 'Todo', knownState],
		['is found by its name if no record has its ID', foreignId, 'done', knownState],
	])('%s', async (_, id, name, written) => {
		const call = createCall({ state: id }, { namesByUncertainId: { [id]: name } });

		const { resolved, routes } = await resolveCalls([call]);

		expect(resolved).toMatchObject([{ body: { state: written } }]);
		expect(routes).toEqual([`GET ${PROJECT_PATH}/states/`]);
	});

	test('is missing under its name if no record has its ID or its name', async () => {
		const namesByUncertainId = { [foreignId]: 'In Progress' };

		const { problem } = await resolveCalls([
			createCall({ state: foreignId }, { namesByUncertainId }),
		]);

		expect(problem).toMatchObject({
			message: expect.stringContaining('there is no state "In Progress"'),
		});
	});

	test('becomes a new label with its name', async () => {
		const namesByUncertainId = { [foreignId]: 'New' };
		const body = { labels: [foreignId, 'bug'] };
		const call = createCall(body, { namesByUncertainId, createsLabels: true });

		const { resolved, requests } = await resolveCalls([call]);

		expect(requests.at(-1)?.body).toEqual({ name: 'New' });
		expect(resolved).toMatchObject([{ body: { labels: [uuid(80), uuid(30)] } }]);
	});

	test('is written by its ID if there is no such list to compare it with', async () => {
		const call = createCall({ state: foreignId }, { namesByUncertainId: { [foreignId]: 'Done' } });

		const { resolved } = await resolveCalls(
			[call],
			planeRoutes({
				[`${PROJECT_PATH}/states/`]: undefined,
			}),
		);

		expect(resolved).toMatchObject([{ body: { state: foreignId } }]);
	});

	test('in a path or a filter is found by its ID alone, without reading a list', async () => {
		const namesByUncertainId = { [PROJECT_ID]: 'Ops' };
		const { resolved, routes } = await resolveCalls([createCall({}, { namesByUncertainId })]);

		expect(resolved).toMatchObject([{ path: { project_id: PROJECT_ID } }]);
		expect(routes).toEqual([]);
	});
});

describe('NameResolver', () => {
	const keys = Array.from({ length: 30 }, (_, index) => `LNCH-${index + 12}`);

	test('sends a single request if the API key is wrong', async () => {
		const refuse = () => jsonResponse({ detail: 'Given API token is not valid' }, 403);

		const { routes, problem } = await resolveCalls([addCall(keys)], refuse);

		expect(routes).toHaveLength(1);
		expect(problem).toMatchObject({ status: 403 });
	});

	test.each([
		['looks up no more names after a failure if the run stops', false, 9],
		['looks up all names in spite of failures if the run continues', true, 30],
	])('%s', async (_, continueOnFail, count) => {
		// The first request is sent alone, then eight at the same time.
		const calls = keys.map((key) => addCall([key]));
		const { routes, resolved } = await resolveCalls(calls, planeRoutes(), continueOnFail);

		expect(routes.filter((route) => route.startsWith('GET work-items/LNCH-'))).toHaveLength(count);
		expect(resolved.map(({ itemIndex }) => itemIndex)).toEqual([0]);
	});

	test('looks up no other names of an item if it does not find the project', async () => {
		const call = addCall(['LNCH-12'], uuid(50), 'Nowhere');

		const { routes, failed } = await resolveCalls([call, createCall({ state: 'Done' })]);

		expect(routes).toEqual(['GET projects/']);
		expect(failed.get(0)?.message).toBe('There is no project "Nowhere" in workspace acme');
	});

	test('reads a list without pages by one request, which asks for no page', async () => {
		const members = Array.from({ length: 150 }, (_, index) =>
			createUser(500 + index, `a${index}@example.com`, `a${index}`),
		);
		const plane = { ...planeRoutes(), [`GET ${PROJECT_PATH}/members/`]: jsonResponse(members) };

		const { resolved, requests } = await resolveCalls([createCall({ assignees: ['a149'] })], plane);

		const listRequests = requests.filter(({ route }) => route.endsWith('/members/'));

		expect(resolved).toMatchObject([{ body: { assignees: [uuid(649)] } }]);
		expect(listRequests.map(({ query }) => String(query))).toEqual(['']);
	});

	test('reads all pages of a list that does not say that it has pages', async () => {
		const states = createRows(500, ...numberedNames(150));

		const answerBarePage: Respond = ({ query }) => {
			const start = Number(query.get('offset'));

			return jsonResponse(states.slice(start, start + Number(query.get('limit'))));
		};

		const plane = { ...planeRoutes(), [`GET ${PROJECT_PATH}/states/`]: answerBarePage };

		const { resolved } = await resolveCalls([createCall({ state: 'L149' })], plane);

		expect(resolved).toMatchObject([{ body: { state: uuid(649) } }]);
	});

	test('looks up a key once for items that create labels and items that do not', async () => {
		const calls = [true, false].map((createsLabels) =>
			createCall({ parent: 'LNCH-12' }, { createsLabels }),
		);

		const { routes } = await resolveCalls(calls);

		expect(routes).toEqual(['GET work-items/LNCH-12/']);
	});

	test('sends no request for records that have no list of names', async () => {
		const path = { project_id: PROJECT_ID, work_item_id: uuid(71), link_id: 'my-link' };
		const operation = operations.updateWorkItemLink;
		const calls = [
			updateCall({ url: 'https://a.b' }, { operation, path }),
			updateCall(
				{ role: 5 },
				{
					operation: operations.updateProjectMember,
					path: { project_id: PROJECT_ID, member_id: 'me' },
				},
			),
			upload(),
		];

		const { resolved, routes } = await resolveCalls(calls);

		expect(resolved).toMatchObject(calls.map((call, itemIndex) => ({ ...call, itemIndex })));
		expect(routes).toEqual([]);
	});

	test('sends no request for a call without path parameters', async () => {
		const callWithoutPath = { ...listCall(operations.getWorkItems, {}), path: {} };

		const { resolved, routes } = await resolveCalls([
			callWithoutPath,
			upload(),
			addCall(['LNCH-12']),
		]);

		expect(resolved.map(({ itemIndex }) => itemIndex)).toEqual([0, 1, 2]);
		expect(routes).toEqual(['GET work-items/LNCH-12/']);
	});
});

describe('NameResolver, for an ID,', () => {
	test('leaves the ID as it is beside names, and does not take it for the name of a record', async () => {
		const { resolved } = await resolveCalls([
			createCall({ state: UNKNOWN_ID, labels: [' text', uuid(30)] }),
			createCall({ labels: [uuid(30)] }),
		]);

		expect(resolved).toMatchObject([
			{
				body: { state: UNKNOWN_ID, labels: [uuid(32), uuid(30)] },
				displayNames: { [uuid(32)]: 'text' },
			},
			{ body: { labels: [uuid(30)] } },
		]);
		expect(Object.keys(resolved[0]?.displayNames ?? {})).toEqual([uuid(32)]);
		expect(resolved[1]).not.toHaveProperty('displayNames');
	});

	test.each<[title: string, text: string, Outcome, isAccepted: boolean]>([
		['accepts it if its list may not be read', UNKNOWN_ID, FORBIDDEN, true],
		['accepts no name in its place if the list may not be read', 'Ada', FORBIDDEN, false],
		['reports a failure of the server', UNKNOWN_ID, jsonResponse({}, 500), false],
	])('%s', async (_, text, outcome, isAccepted) => {
		const plane = { ...planeRoutes(), [`GET ${PROJECT_PATH}/members/`]: outcome };

		const { resolved, problem } = await resolveCalls([createCall({ assignees: [text] })], plane);

		expect(resolved).toMatchObject(isAccepted ? [{ body: { assignees: [text] } }] : []);
		expect(problem === undefined).toBe(isAccepted);
	});
});

describe('NameResolver, for a name,', () => {
	test('finds another record for the same name in another field', async () => {
		const plane = planeRoutes({ [`${PROJECT_PATH}/labels/`]: createRows(30, 'Done') });
		const call = createCall({ state: 'Done', labels: ['Done'] });

		const { resolved } = await resolveCalls([call], plane);

		expect(resolved).toMatchObject([{ body: { state: uuid(22), labels: [uuid(30)] } }]);
	});

	test('prefers the record with the same case, and ignores blanks around the name', async () => {
		const plane = planeRoutes({ [`${PROJECT_PATH}/labels/`]: createRows(30, 'Bug', 'bug ') });

		const { resolved } = await resolveCalls([createCall({ labels: [' bug'] })], plane);

		expect(resolved).toMatchObject([{ body: { labels: [uuid(31)] } }]);
	});

	test('takes "current" for a plain name in a list without a current record', async () => {
		const plane = planeRoutes({ [`${PROJECT_PATH}/states/`]: createRows(20, 'Todo', 'Current') });

		const { resolved } = await resolveCalls([createCall({ state: 'current' })], plane);

		expect(resolved).toMatchObject([{ body: { state: uuid(21) } }]);
	});
});

describe('NameResolver, for a project,', () => {
	// On a real server, a work item was created in the project with the identifier, not in the one with the name.
	const projects = [
		{ id: PROJECT_ID, identifier: 'WEBSITE', name: 'Web' },
		{ id: OTHER_PROJECT_ID, identifier: 'WEB', name: 'Site' },
	];
	const createIn = async (project_id: string, rows = projects) =>
		await resolveCalls(
			[createCall({}, { path: { project_id } })],
			planeRoutes({ 'projects/': rows }),
		);

	test('takes no text that is the name of one and the identifier of another', async () => {
		const { resolved, problem } = await createIn('web');

		expect(resolved).toEqual([]);
		expect(problem).toMatchObject({
			message: 'Project: 2 projects are called "web"',
			description: `Use the ID of the one that you mean: ${PROJECT_ID} for Web (WEBSITE) or ${OTHER_PROJECT_ID} for Site (WEB).`,
		});
	});

	test.each([
		['as its name is written', 'Web', PROJECT_ID],
		['as its identifier is written', 'WEB', OTHER_PROJECT_ID],
		['by its name alone', 'site', OTHER_PROJECT_ID],
		['by its identifier alone', 'website', PROJECT_ID],
		['by its ID', PROJECT_ID, PROJECT_ID],
	])('takes the one that is given %s', async (_, text, project_id) => {
		const { resolved } = await createIn(text);

		expect(resolved).toMatchObject([{ path: { project_id } }]);
	});

	test('takes the only one whose name is its identifier', async () => {
		const { resolved } = await createIn('ops', [
			{ id: PROJECT_ID, identifier: 'OPS', name: 'Ops' },
			{ id: OTHER_PROJECT_ID, identifier: 'LNCH', name: 'Launch' },
		]);

		expect(resolved).toMatchObject([{ path: { project_id: PROJECT_ID } }]);
	});

	test('lists projects with name and identifier, and suggests the closest of both', async () => {
		const { problem } = await createIn('Wbe');

		expect(problem).toMatchObject({
			message: 'There is no project "Wbe" in workspace acme',
			description: 'The projects are: Web (WEBSITE), Site (WEB).',
		});

		const { problem: misspelled } = await createIn('Websit');

		expect(misspelled?.description).toBe(
			'The projects are: Web (WEBSITE), Site (WEB). The closest name to "Websit" is "WEBSITE".',
		);
	});
});

describe('NameResolver, for the current cycle,', () => {
	// The response is a bare array (row 31). No server is known to send the last two.
	test.each<[title: string, Outcome, message: RegExp]>([
		['the request is refused', FORBIDDEN, /^Plane denied access/],
		['the response is not a list', jsonResponse('None'), /is not a list of records$/],
		['the cycle has no ID', jsonResponse([{ name: 'Week 1' }]), /is current$/],
	])('returns a problem if %s', async (_, outcome, message) => {
		const { problem, resolved } = await resolveCalls([addCall([], 'current')], () => outcome);

		expect(resolved).toEqual([]);
		expect(problem?.message).toMatch(message);
	});
});

describe('NameResolver, for a person who has left the project,', () => {
	const formerMember = createUser(19, 'gone@example.com', 'gone');
	const plane = planeRoutes({ 'members/': [formerMember] });
	const assignees = ['gone@example.com'];
	const filters = [{ displayName: 'Assignee', rowPath: 'assignees', values: assignees }];

	test.each<[title: string, Call, resolvedCall: object]>([
		[
			'finds the person to filter a list',
			listCall(operations.getWorkItems, { serverFilters: filters }),
			{ query: { serverFilters: [{ values: [formerMember.id] }] } },
		],
		[
			'finds the person to remove from a work item',
			updateCall({ assignees }, { listActions: { assignees: 'remove' } }),
			{ body: { assignees: [formerMember.id] } },
		],
		[
			'accepts an ID to remove from a work item',
			updateCall({ assignees: [UNKNOWN_ID] }, { listActions: { assignees: 'remove' } }),
			{ body: { assignees: [UNKNOWN_ID] } },
		],
	])('%s', async (_, call, resolvedCall) => {
		const { resolved, problem } = await resolveCalls([call], plane);

		expect(problem).toBeUndefined();
		expect(resolved).toMatchObject([resolvedCall]);
	});

	test.each<[title: string, Call]>([
		['to a new work item', createCall({ assignees })],
		[
			'to a work item, beside others',
			updateCall({ assignees }, { listActions: { assignees: 'add' } }),
		],
		['to a work item, instead of others', updateCall({ assignees })],
		['to a work item by ID', updateCall({ assignees: [formerMember.id] })],
		[
			'to a module',
			createCall({ lead: 'gone@example.com' }, { operation: operations.createModule }),
		],
	])('does not assign the person %s', async (_, call) => {
		const { resolved, problem } = await resolveCalls([call], plane);

		expect(resolved).toEqual([]);
		expect(problem?.message).toMatch(
			new RegExp(
				`: A \\(gone@example\\.com\\) is in the workspace, but not in Project ${PROJECT_ID}$`,
			),
		);
		expect(problem?.description).toBe(
			'Add them there first, e.g. with Project Member → Add, or choose somebody else.',
		);
	});

	test('finds nobody if the person is not in the workspace either', async () => {
		const { problem } = await resolveCalls([updateCall({ assignees: [UNKNOWN_ID] })], plane);

		expect(problem?.message).toMatch(/^Assignee.*: there is no project member /);
	});
});

describe('NameResolver, for a person who cannot be assigned (case P05),', () => {
	const gus = createUser(15, 'gus@example.com', 'Gus');
	const ada = createUser(12, 'ada@example.com', 'Ada');
	const inProject = { [`${PROJECT_PATH}/members/`]: [ada, gus] };
	const roster = `${PROJECT_PATH}/project-members-lite/`;
	const guestOfProject = `: A (gus@example.com) is a guest of Project ${PROJECT_ID}, and Plane assigns nothing to guests`;
	const inactive = `: A (gus@example.com) is no longer an active member of Project ${PROJECT_ID}`;
	const guestOfWorkspace =
		': A (gus@example.com) is a guest of workspace acme, and Plane assigns nothing to guests';

	const servers: [title: string, lists: Parameters<typeof planeRoutes>[0], message: string][] = [
		[
			'a guest according to the list with roles (row 220)',
			{ ...inProject, [roster]: [{ ...gus, role: 5, is_active: true }] },
			guestOfProject,
		],
		[
			'removed according to the list with roles',
			{ ...inProject, [roster]: [{ ...gus, role: 15, is_active: false }] },
			inactive,
		],
		[
			'a guest according to the list of members itself',
			{ [`${PROJECT_PATH}/members/`]: [ada, { ...gus, role: 5 }] },
			guestOfProject,
		],
		[
			'a guest of the workspace, while no list shows roles in the project',
			{ ...inProject, 'members/': [{ ...gus, role: 5 }] },
			guestOfWorkspace,
		],
	];
	const calls: [title: string, Call][] = [
		['to a new work item', createCall({ assignees: ['Gus'] })],
		['to a new work item by ID', createCall({ assignees: [uuid(15)] })],
		['instead of others', updateCall({ assignees: ['ada@example.com', 'gus@example.com'] })],
		['beside others', updateCall({ assignees: ['Gus'] }, { listActions: { assignees: 'add' } })],
	];

	test.each(
		servers.flatMap(([person, lists, message]) =>
			calls.map(([assignment, call]) => ({ person, assignment, lists, call, message })),
		),
	)('refuses to assign $person, $assignment, before it changes anything', async (given) => {
		const { lists, call, message } = given;

		const { resolved, problem, requests } = await resolveCalls([call], planeRoutes(lists));

		expect(resolved).toEqual([]);
		expect(problem?.message).toContain(message);
		expect(problem?.description).toContain('or choose somebody else.');
		expect(requests.every(({ route }) => route.startsWith('GET '))).toBe(true);
	});

	test.each<[title: string, Parameters<typeof planeRoutes>[0]]>([
		[
			'a member of the project who is a guest of the workspace',
			{
				...inProject,
				[roster]: [{ ...gus, role: 15, is_active: true }],
				'members/': [{ ...gus, role: 5 }],
			},
		],
		['a person whose role no list shows', inProject],
		['a member of the workspace', { ...inProject, 'members/': [{ ...gus, role: 15 }] }],
	])('assigns %s', async (_, lists) => {
		const { resolved, problem } = await resolveCalls(
			[createCall({ assignees: ['Gus'] })],
			planeRoutes(lists),
		);

		expect(problem).toBeUndefined();
		expect(resolved).toMatchObject([{ body: { assignees: [uuid(15)] } }]);
	});

	test('finds the person to remove from a work item, or to lead a module', async () => {
		const plane = planeRoutes({ ...inProject, [roster]: [{ ...gus, role: 5, is_active: false }] });
		const { resolved } = await resolveCalls(
			[
				updateCall({ assignees: ['Gus'] }, { listActions: { assignees: 'remove' } }),
				createCall({ lead: 'Gus' }, { operation: operations.createModule }),
			],
			plane,
		);

		expect(resolved).toMatchObject([
			{ body: { assignees: [uuid(15)] } },
			{ body: { lead: uuid(15) } },
		]);
	});
});

describe('NameResolver, for two accounts of one person (case P38),', () => {
	const oldAccount = createUser(16, 'ada@old.example', 'Ada L');
	const newAccount = createUser(17, 'ada@new.example', 'Ada L');
	const inProject = { [`${PROJECT_PATH}/members/`]: [oldAccount, newAccount] };
	const roster = `${PROJECT_PATH}/project-members-lite/`;
	const call = createCall({ lead: 'Ada L' }, { operation: operations.createModule });

	test('finds the active account if the server shows which one is active', async () => {
		const rows = [
			{ ...oldAccount, is_active: false },
			{ ...newAccount, is_active: true },
		];

		const { resolved } = await resolveCalls([call], planeRoutes({ ...inProject, [roster]: rows }));

		expect(resolved).toMatchObject([{ body: { lead: uuid(17) } }]);
	});

	test('lists both by their email addresses if the server does not show that', async () => {
		const { problem } = await resolveCalls([call], planeRoutes(inProject));

		expect(problem).toMatchObject({
			message: 'Lead: 2 project members are called "Ada L"',
			description: `Use the ID of the one that you mean: ${uuid(16)} for A (ada@old.example) or ${uuid(17)} for A (ada@new.example).`,
		});
	});
});

test.each([
	[
		400,
		{ name: ['Ensure this field has no more than 255 characters.'] },
		'Nothing was saved for this item. Change the name of the label, or create the label in Plane.',
	],
	[
		500,
		{},
		'Nothing was saved for this item. Run the item again: if the label was created after all, it is found by its name.',
	],
])(
	'The problem of a label that cannot be created (%i) is about the label, not the item (finding 14)',
	async (status, json, description) => {
		const plane = { ...planeRoutes(), 'POST *': jsonResponse(json, status) };
		const call = createCall({ labels: ['brandnew'] }, { createsLabels: true });

		const { problem } = await resolveCalls([call], plane);

		expect(problem && withWholeRemedy(problem)).toMatchObject({
			tag: 'failed',
			message: expect.stringMatching(/^Label "brandnew" could not be created: /),
			description,
		});
	},
);

test.each(['To\u00a0Do', 'To  Do', ' to do '])(
	'A name that differs only in its blanks finds the label, and creates no second one: %j (finding 27)',
	async (text) => {
		const plane = planeRoutes({ [`${PROJECT_PATH}/labels/`]: createRows(30, 'To Do') });
		const call = createCall({ labels: [text] }, { createsLabels: true });

		const { resolved, routes } = await resolveCalls([call], plane);

		expect(resolved).toMatchObject([{ body: { labels: [uuid(30)] } }]);
		expect(routes).toEqual([`GET ${PROJECT_PATH}/labels/`]);
	},
);

test.each<[title: string, Call, message: RegExp]>([
	[
		'a person who is in no list',
		listCall(operations.getWorkItems, {
			serverFilters: [{ displayName: 'Assignee', rowPath: 'assignees', values: ['nobody'] }],
		}),
		/^Assignee: there is no member "nobody" in workspace acme$/,
	],
	[
		'a label to remove by an ID that no label has',
		updateCall({ labels: [UNKNOWN_ID] }, { listActions: { labels: 'remove' } }),
		/^Label.*: there is no label "0c7da278/,
	],
])('NameResolver does not find %s', async (_, call, message) => {
	const { problem } = await resolveCalls([call], planeRoutes({ 'members/': [] }));

	expect(problem?.message).toMatch(message);
});

describe('NameResolver, for a key,', () => {
	/** The IDs of the only call, or the message of its problem. */
	const idsOrMessage = ({ resolved: [call], problem }: Awaited<ReturnType<typeof resolveCalls>>) =>
		call?.kind === 'add' ? call.ids.join() : problem?.message;

	// The server of the specification, which has no path for keys. Row 38 shows the form of its search. A
	// status alone stands for any refusal with it.
	test.each<[title: string, key: string, searchOutcome: Outcome, result: string]>([
		['passes it through if there is no search', 'LNCH-12', jsonResponse({}, 404), 'LNCH-12'],
		['passes it through if the search refuses it', 'LNCH-12', jsonResponse({}, 400), 'LNCH-12'],
		['passes it through if GET is not allowed', 'LNCH-12', jsonResponse({}, 405), 'LNCH-12'],
		['reports that the search is forbidden', 'LNCH-12', jsonResponse({}, 403), 'Plane denied'],
		['reports a network fault', 'LNCH-12', networkFault('ECONNREFUSED'), 'plane.ex'],
		['reports a response without a list', 'LNCH-12', jsonResponse('No'), 'The response of the'],
		[
			'finds the work item by the search',
			'LNCH-12',
			jsonResponse({ issues: [workItemWithKey] }),
			uuid(71),
		],
		[
			'takes no other work item that the search returns',
			'LNCH-13',
			jsonResponse({ issues: [workItemWithKey] }),
			'Plane did not find',
		],
		[
			'reports an external ID that no work item has',
			'sheet:row-9',
			jsonResponse({}, 404),
			'Plane did not find',
		],
		[
			'passes an external ID through if the list refuses it',
			'sheet:row-9',
			jsonResponse({}, 400),
			'sheet:row-9',
		],
		[
			'finds the work item by its external ID',
			'sheet:row-1',
			jsonResponse(importedWorkItem),
			uuid(72),
		],
	])('%s: %s', async (_, key, searchOutcome, expected) => {
		const plane = { 'GET *': searchOutcome, 'GET work-items/LNCH-*': jsonResponse({}, 405) };
		const searchPath = key.startsWith('LNCH')
			? 'work-items/search/'
			: `${PROJECT_PATH}/work-items/`;

		const result = await resolveCalls([addCall([key])], plane);

		expect(idsOrMessage(result)).toMatch(new RegExp(`^${expected}|: ${expected}`));
		expect(result.routes).toContain(`GET ${searchPath}`);
	});

	const workItem = { id: uuid(71), sequence_id: 12 };
	const notFound = 'Plane did not find LNCH-12';

	// The server's own path for keys (row 27).
	test.each<[title: string, Outcome, result: string]>([
		[
			'finds a work item with the ID of the project',
			jsonResponse({ ...workItem, project: PROJECT_ID }),
			uuid(71),
		],
		[
			'finds a work item with the project as a record',
			jsonResponse({ ...workItem, project: { id: PROJECT_ID } }),
			uuid(71),
		],
		['finds a work item that does not show its project', jsonResponse(workItem), uuid(71)],
		[
			'takes no work item of another project',
			jsonResponse({ ...workItem, project: OTHER_PROJECT_ID }),
			notFound,
		],
		['reports a key that no work item has', NO_RECORD, notFound],
		[
			'reports a key of a project that the user may not see as not found',
			jsonResponse({ detail: 'You do not have permission to perform this action.' }, 403),
			notFound,
		],
		[
			'reports a wrong API key',
			jsonResponse({ detail: 'Given API token is not valid' }, 403),
			'Plane did not accept the API key',
		],
		['reports a failure of the server', jsonResponse({}, 500), 'Plane failed with status 500'],
		['reports a fault of the network', networkFault('ECONNREFUSED'), 'plane.ex'],
	])('%s, without a search', async (_, outcome, expected) => {
		const plane = { 'GET *': jsonResponse([]), 'GET work-items/LNCH-*': outcome };

		const result = await resolveCalls([addCall(['lnch-12'])], plane);

		expect(idsOrMessage(result)?.toLowerCase()).toContain(expected.toLowerCase());
		expect(result.routes[0]).toBe('GET work-items/LNCH-12/');
		expect(result.routes).not.toContain('GET work-items/search/');
	});

	test('reports that a server without work-items/ is too old (case P31)', async () => {
		const { problem } = await resolveCalls([addCall(['LNCH-12'])], () => NO_PATH);

		expect(problem).toMatchObject({
			message: expect.stringMatching(/^Work Item IDs: this server cannot find LNCH-12, /),
			description: expect.stringMatching(/^Its version of Plane is too old: update it\./),
		});
	});

	test.each<[key: string, Outcome]>([
		['LNCH-13', jsonResponse({}, 404)],
		['sheet:row-9', jsonResponse({}, 404)],
		['sheet:row-9', jsonResponse([importedWorkItem])],
	])('lists no other keys beside one that no record has: %s', async (key, outcome) => {
		const plane = { ...planeRoutes(), [`GET ${PROJECT_PATH}/work-items/`]: outcome };

		const { problem } = await resolveCalls([addCall([key])], plane);

		expect(problem?.description).toBe(
			`Check Work Item IDs first, then Project ${PROJECT_ID} and Workspace Slug acme.${key.startsWith('LNCH') ? ' A work item that is archived is not found by its key: use its ID.' : ''}`,
		);
	});

	test('names the project to which it belongs, and reads the projects of each workspace once', async () => {
		const plane = {
			...planeRoutes(),
			'GET /workspaces/other/work-items/*': NO_RECORD,
			'GET /workspaces/other/projects/': jsonResponse([
				{ id: uuid(3), identifier: 'OPS', name: 'Other ops' },
			]),
		};
		const calls = [
			addCall(['OPS-1']),
			addCall(['OPS-2']),
			{ ...addCall(['OPS-3']), workspace: 'other' },
			{ ...addCall(['OPS-4']), workspace: 'other' },
		];

		const { failed, requests } = await resolveCalls(calls, plane, true);

		expect([...failed.values()].map(({ message }) => message)).toEqual([
			'Work Item IDs: OPS-1 is in another project (Lnch)',
			'Work Item IDs: OPS-2 is in another project (Lnch)',
			'Work Item IDs: OPS-3 is in another project (Other ops)',
			'Work Item IDs: OPS-4 is in another project (Other ops)',
		]);
		const projectRequests = requests.filter(({ route }) => route.endsWith('projects/'));

		expect(projectRequests.map(({ query }) => query.get('limit'))).toEqual(['100', '100']);
	});

	test('names no project if the projects cannot be read', async () => {
		const unreadable = textResponse('', 500);
		const plane = { ...planeRoutes(), 'GET projects/': unreadable, 'GET projects/*': unreadable };

		const { problem } = await resolveCalls([addCall(['OPS-1'])], plane);

		expect(problem?.message).toBe('Work Item IDs: Plane did not find OPS-1');
	});

	test('says that the workspace is the cause if its projects are refused, too (row 18)', async () => {
		const refused = jsonResponse({ detail: 'You do not have permission' }, 403);
		const plane = { ...planeRoutes(), 'GET projects/': refused };

		const { problem } = await resolveCalls([addCall(['OPS-1'])], plane);

		expect(problem?.message).toMatch(/^Plane denied access to this project in workspace acme: /);
	});
});

test('A list of a record may be filtered by that record', async () => {
	const filter = { displayName: 'Work Item', rowPath: 'issue', values: ['LNCH-12'] };
	const call = listCall(
		operations.getWorkItemAttachments,
		{ queryParameters: { issue: 'LNCH-12' }, serverFilters: [filter] },
		{ work_item_id: 'LNCH-12' },
	);

	const { problem } = await resolveCalls([call]);

	expect(problem).toBeUndefined();
});

test('A comment cannot be a reply to itself', async () => {
	const comment = uuid(90);
	const operation = operations.updateComment;
	const path = { project_id: PROJECT_ID, work_item_id: uuid(71), comment_id: comment };

	const { problem } = await resolveCalls([updateCall({ parent: comment }, { operation, path })]);

	expect(problem?.message).toBe(`Parent: ${comment} is the comment itself`);
});

describe('A missing label', () => {
	test.each<[title: string, Call<'update'>['listActions'], count: number]>([
		['is created if it replaces the labels of a work item', {}, 1],
		['is created if it is added to a work item', { labels: 'add' }, 1],
		['is not created if it is to be removed', { labels: 'remove' }, 0],
	])('%s', async (_, listActions, count) => {
		const call = updateCall({ labels: ['New'] }, { listActions, createsLabels: true });

		const { routes, resolved } = await resolveCalls([call]);

		expect(routes.filter((route) => route.startsWith('POST'))).toHaveLength(count);
		expect(resolved).toHaveLength(count);
	});

	test('leaves out its call if it was not created', async () => {
		const { execution, routes } = createExecution(planeRoutes());
		const { client, paging } = execution;
		const resolver = new NameResolver({ client, paging, continueOnFail: false });
		const calls = [
			createCall({ labels: ['New'] }, { itemIndex: 0, createsLabels: true }),
			createCall({ labels: ['bug'] }, { itemIndex: 1 }),
		];

		const missing = await resolver.resolve(calls);
		const resolved = await resolver.finish({ ids: new Map(), failures: new Map() });

		expect(missing).toMatchObject([{ itemIndex: 0, name: 'New' }]);
		expect(resolved.map(({ itemIndex }) => itemIndex)).toEqual([1]);
		expect(routes()).toEqual([`GET ${PROJECT_PATH}/labels/`]);
	});

	test('is reported with the labels that have a name', async () => {
		const labels = [...createRows(30, 'bug'), { id: uuid(31) }];
		const plane = planeRoutes({ [`${PROJECT_PATH}/labels/`]: labels });

		const { problem } = await resolveCalls([createCall({ labels: ['New'] })], plane);

		expect(problem?.description).toMatch(
			/^The labels are: bug\. To create it, turn on Create Missing Labels under Options\.$/,
		);
	});
});

test('A wrong name in thousands of items is reported for each of them', async () => {
	const letters = Array.from('abcdefghijklmnopqrst');
	const names = letters.flatMap((first) =>
		letters.map((second) => `Customers of region ${first}${second}`),
	);
	const plane = planeRoutes({ [`${PROJECT_PATH}/labels/`]: createRows(30, ...names) });
	const calls = Array.from({ length: 3_000 }, () =>
		createCall({ labels: ['Customer of regions ab'] }),
	);

	const { failed } = await resolveCalls(calls, plane, true);

	expect(failed.size).toBe(calls.length);
	expect(failed.get(2_999)?.description).toContain('is "Customers of region ab".');
});
