import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/fields/text';
import type { Call } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import { NameResolver } from '../../../nodes/shared/resolve/NameResolver';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { upload } from '../calls';
import { type ReceivedRequest, createExecution } from '../execute/testExecution';
import { jsonResponse, networkFault, textResponse } from '../responses';
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
	other,
	place,
	resolve,
	serverOf,
	UNKNOWN,
	user,
	uuid,
} from './resolving';

/** Responds otherwise where a route has this text. */
const except =
	(part: string, respond: (request: ReceivedRequest) => Outcome) =>
	(request: ReceivedRequest): Outcome =>
		request.route.includes(part) ? respond(request) : serverOf()(request);

const update = (
	body: JsonObject,
	listActions: Call<'update'>['listActions'] = {},
	more: Partial<Call<'update'>> = {},
): Call<'update'> => ({
	...common,
	kind: 'update',
	operation: operations.updateWorkItem,
	body,
	listActions,
	path: { project_id: launch, work_item_id: uuid(71) },
	...more,
});

const list = (
	operation: Call<'list'>['operation'],
	query: Partial<Call<'list'>['query']>,
	path: Record<string, string> = {},
): Call<'list'> => ({
	kind: 'list',
	operation,
	itemIndex: 0,
	workspace: 'acme',
	path: { project_id: launch, ...path },
	query: { queryParameters: {}, offset: 0, ...query },
});

test.each([undefined, null, ''])('a name is not that of a row whose ID is %j', async (id) => {
	const states = [{ ...(id !== undefined && { id }), name: 'Done' }, ...named(20, 'Todo')];
	const server = serverOf({ [`${place}/states/`]: states });
	const { resolved, problem } = await resolve([create({ name: 'x', state: 'Done' })], server);

	expect(resolved).toEqual([]);
	expect(problem).toMatchObject({ message: expect.stringContaining('State: ') });
});

describe('requests', () => {
	const keys = Array.from({ length: 30 }, (_, index) => `LNCH-${index + 12}`);

	test('end with the first one where the API key is wrong', async () => {
		const server = () => jsonResponse({ detail: 'Given API token is not valid' }, 403);
		const { routes, problem } = await resolve([add(keys)], server);

		expect(routes).toHaveLength(1);
		expect(problem).toMatchObject({ status: 403 });
	});

	test.each([
		['not begun any more where the run is to stop', false, 9],
		['made where other items go on', true, 30],
	])('for other names are %s', async (_, continueOnFail, count) => {
		// The first one stands alone, and eight are made at the same time.
		const calls = keys.map((key) => add([key]));
		const { routes, resolved } = await resolve(calls, serverOf(), continueOnFail);

		expect(routes.filter((route) => route.startsWith('GET work-items/LNCH-'))).toHaveLength(count);
		expect(resolved.map(({ itemIndex }) => itemIndex)).toEqual([0]);
	});

	test('for what is in a record are not made where its path leads nowhere', async () => {
		const lost = add(['LNCH-12'], uuid(50), 'Nowhere');
		const { routes, failed } = await resolve([lost, create({ state: 'Done' })]);

		expect(routes).toEqual(['GET projects/']);
		expect(failed.get(0)?.message).toBe('Plane did not find Project Nowhere');
	});

	test('are one for a list that comes whole, and it is asked for no page', async () => {
		const members = Array.from({ length: 150 }, (_, index) =>
			user(500 + index, `a${index}@example.com`, `a${index}`),
		);
		const server = except('/members/', () => jsonResponse(members));
		const { resolved, requests } = await resolve([create({ assignees: ['a149'] })], server);

		expect(resolved).toMatchObject([{ body: { assignees: [uuid(649)] } }]);
		const lists = requests.filter(({ route }) => route.endsWith('/members/'));

		expect(lists.map(({ query }) => String(query))).toEqual(['']);
	});

	test('are several for one that comes by pages without saying so', async () => {
		const states = named(500, ...numbered(150));
		const server = except('/states/', ({ query }) => {
			const start = Number(query.get('offset'));

			return jsonResponse(states.slice(start, start + Number(query.get('limit'))));
		});
		const { resolved } = await resolve([create({ state: 'L149' })], server);

		expect(resolved).toMatchObject([{ body: { state: uuid(649) } }]);
	});

	test('for a key are one, whether or not an item may create labels', async () => {
		const calls = [create({ parent: 'LNCH-12' }), create({ parent: 'LNCH-12' })];
		const [first, second] = calls.map((call, index) => ({ ...call, createsLabels: index === 0 }));
		const { routes } = await resolve([first, second].filter((call) => call !== undefined));

		expect(routes).toEqual(['GET work-items/LNCH-12/']);
	});

	test('for what no list knows by a name are none', async () => {
		const path = { project_id: launch, work_item_id: uuid(71), link_id: 'my-link' };
		const operation = operations.updateWorkItemLink;
		const calls = [
			update({ url: 'https://a.b' }, {}, { operation, path }),
			update(
				{ role: 5 },
				{},
				{
					operation: operations.updateProjectMember,
					path: { project_id: launch, member_id: 'me' },
				},
			),
			upload(),
		];
		const { resolved, routes } = await resolve(calls);

		expect(resolved).toMatchObject(calls.map((call, itemIndex) => ({ ...call, itemIndex })));
		expect(routes).toEqual([]);
	});

	test('for a call without its path are none', async () => {
		const call = list(operations.getWorkItems, {});
		const { resolved, routes } = await resolve([{ ...call, path: {} }, upload(), add(['LNCH-12'])]);

		expect(resolved.map(({ itemIndex }) => itemIndex)).toEqual([0, 1, 2]);
		expect(routes).toEqual(['GET work-items/LNCH-12/']);
	});
});

describe('an ID', () => {
	test('is left where another text is looked up, and is not what a user called a record', async () => {
		const { resolved } = await resolve([
			create({ state: UNKNOWN, labels: [' text', uuid(30)] }),
			create({ labels: [uuid(30)] }),
		]);

		expect(resolved).toMatchObject([
			{
				body: { state: UNKNOWN, labels: [uuid(32), uuid(30)] },
				displayNames: { [uuid(32)]: 'text' },
			},
			{ body: { labels: [uuid(30)] } },
		]);
		expect(Object.keys(resolved[0]?.displayNames ?? {})).toEqual([uuid(32)]);
		expect(resolved[1]).not.toHaveProperty('displayNames');
	});

	test.each<[title: string, text: string, Outcome, left: boolean]>([
		['is taken as it is', UNKNOWN, jsonResponse({ detail: 'No.' }, 403), true],
		['is no name', 'Ada', jsonResponse({ detail: 'No.' }, 403), false],
		['is not taken after a failure', UNKNOWN, jsonResponse({}, 500), false],
	])('%s where its list cannot be read: %s', async (_, text, outcome, left) => {
		const server = except('/members/', () => outcome);
		const { resolved, problem } = await resolve([create({ assignees: [text] })], server);

		expect(resolved).toMatchObject(left ? [{ body: { assignees: [text] } }] : []);
		expect(problem === undefined).toBe(left);
	});
});

describe('the same text', () => {
	test('is another record in another field', async () => {
		const server = serverOf({ [`${place}/labels/`]: named(30, 'Done') });
		const { resolved } = await resolve([create({ state: 'Done', labels: ['Done'] })], server);

		expect(resolved).toMatchObject([{ body: { state: uuid(22), labels: [uuid(30)] } }]);
	});

	test('is meant with its own case first, whatever the blanks around it', async () => {
		const server = serverOf({ [`${place}/labels/`]: named(30, 'Bug', 'bug ') });
		const { resolved } = await resolve([create({ labels: [' bug'] })], server);

		expect(resolved).toMatchObject([{ body: { labels: [uuid(31)] } }]);
	});

	test('is a name where a list has no record of today', async () => {
		const server = serverOf({ [`${place}/states/`]: named(20, 'Todo', 'Current') });
		const { resolved } = await resolve([create({ state: 'current' })], server);

		expect(resolved).toMatchObject([{ body: { state: uuid(21) } }]);
	});
});

describe('the cycle of today', () => {
	// It is a bare array (row 31). No server is known to send the last two.
	test.each<[title: string, Outcome, message: RegExp]>([
		['cannot be read', jsonResponse({ detail: 'No.' }, 403), /^Plane denied access/],
		['comes as something else', jsonResponse('None'), /is not a list of records$/],
		['comes without an ID', jsonResponse([{ name: 'Week 1' }]), /is current$/],
	])('is a problem where it %s', async (_, outcome, message) => {
		const { problem, resolved } = await resolve([add([], 'current')], () => outcome);

		expect(resolved).toEqual([]);
		expect(problem?.message).toMatch(message);
	});
});

describe('who has left a project', () => {
	const gone = user(19, 'gone@example.com', 'gone');
	const server = serverOf({ 'members/': [gone] });
	const given = ['gone@example.com'];
	const filters = [{ displayName: 'Assignee', rowPath: 'assignees', values: given }];

	test.each<[title: string, Call, found: object]>([
		[
			'a list is filtered by them',
			list(operations.getWorkItems, { serverFilters: filters }),
			{ query: { serverFilters: [{ values: [gone.id] }] } },
		],
		[
			'they are taken out of a work item',
			update({ assignees: given }, { assignees: 'remove' }),
			{ body: { assignees: [gone.id] } },
		],
		[
			'their ID is taken out of it',
			update({ assignees: [UNKNOWN] }, { assignees: 'remove' }),
			{ body: { assignees: [UNKNOWN] } },
		],
	])('is found where %s', async (_, call, found) => {
		const { resolved, problem } = await resolve([call], server);

		expect(problem).toBeUndefined();
		expect(resolved).toMatchObject([found]);
	});

	test.each<[title: string, Call]>([
		['a new work item', create({ assignees: given })],
		['what a work item has', update({ assignees: given }, { assignees: 'add' })],
		['a work item, in the place of others', update({ assignees: given })],
		['a work item by their ID', update({ assignees: [asText(gone.id) ?? ''] })],
		['a module', create({ lead: given[0] ?? '' }, { operation: operations.createModule })],
	])('is in the workspace, but not in the project, for %s', async (_, call) => {
		const { resolved, problem } = await resolve([call], server);

		expect(resolved).toEqual([]);
		expect(problem?.message).toMatch(
			new RegExp(`: A \\(gone@example\\.com\\) is in the workspace, but not in Project ${launch}$`),
		);
		expect(problem?.description).toBe(
			'Add them there first, e.g. with Project Member → Add, or choose somebody else.',
		);
	});

	test('is nobody where they are not in the workspace, either', async () => {
		const { problem } = await resolve([update({ assignees: [UNKNOWN] })], server);

		expect(problem?.message).toMatch(/^Assignee.*: Plane did not find /);
	});
});

describe('who cannot be assigned (case P05)', () => {
	const gus = user(15, 'gus@example.com', 'Gus');
	const ada = user(12, 'ada@example.com', 'Ada');
	const inProject = { [`${place}/members/`]: [ada, gus] };
	const roster = `${place}/project-members-lite/`;
	const guest = `: A (gus@example.com) is a guest of Project ${launch}, and Plane assigns nothing to guests`;
	const inactive = `: A (gus@example.com) is no longer an active member of Project ${launch}`;
	const guestOfWorkspace =
		': A (gus@example.com) is a guest of workspace acme, and Plane assigns nothing to guests';

	/** What the lists of a server show of Gus, and what is said of it. */
	const servers: [title: string, lists: Parameters<typeof serverOf>[0], says: string][] = [
		[
			'a guest in the list with roles (row 220)',
			{ ...inProject, [roster]: [{ ...gus, role: 5, is_active: true }] },
			guest,
		],
		[
			'removed, in the list with roles',
			{ ...inProject, [roster]: [{ ...gus, role: 15, is_active: false }] },
			inactive,
		],
		[
			'a guest in the list of members itself',
			{ [`${place}/members/`]: [ada, { ...gus, role: 5 }] },
			guest,
		],
		[
			'a guest of the workspace, where no list shows roles in the project',
			{ ...inProject, 'members/': [{ ...gus, role: 5 }] },
			guestOfWorkspace,
		],
	];
	const calls: [title: string, Call][] = [
		['a new work item', create({ assignees: ['Gus'] })],
		['a new work item by ID', create({ assignees: [uuid(15)] })],
		['in the place of others', update({ assignees: ['ada@example.com', 'gus@example.com'] })],
		['beside others', update({ assignees: ['Gus'] }, { assignees: 'add' })],
	];

	test.each(
		servers.flatMap(([shown, lists, says]) =>
			calls.map(([title, call]) => [shown, title, lists, call, says] as const),
		),
	)('is refused before anything is sent: %s, for %s', async (_, __, lists, call, says) => {
		const { resolved, problem, requests } = await resolve([call], serverOf(lists));

		expect(resolved).toEqual([]);
		expect(problem?.message).toContain(says);
		expect(problem?.description).toContain('or choose somebody else.');
		expect(requests.every(({ route }) => route.startsWith('GET '))).toBe(true);
	});

	test.each<[title: string, Parameters<typeof serverOf>[0]]>([
		[
			'is a member of the project',
			{
				...inProject,
				[roster]: [{ ...gus, role: 15, is_active: true }],
				'members/': [{ ...gus, role: 5 }],
			},
		],
		['is shown by no list with a role', inProject],
		['is a member of the workspace', { ...inProject, 'members/': [{ ...gus, role: 15 }] }],
	])('is not somebody who %s', async (_, lists) => {
		const { resolved, problem } = await resolve([create({ assignees: ['Gus'] })], serverOf(lists));

		expect(problem).toBeUndefined();
		expect(resolved).toMatchObject([{ body: { assignees: [uuid(15)] } }]);
	});

	test('can be taken off a work item, and can lead a module', async () => {
		const server = serverOf({ ...inProject, [roster]: [{ ...gus, role: 5, is_active: false }] });
		const { resolved } = await resolve(
			[
				update({ assignees: ['Gus'] }, { assignees: 'remove' }),
				create({ lead: 'Gus' }, { operation: operations.createModule }),
			],
			server,
		);

		expect(resolved).toMatchObject([
			{ body: { assignees: [uuid(15)] } },
			{ body: { lead: uuid(15) } },
		]);
	});
});

describe('two accounts of one person (case P38)', () => {
	const [before, now] = [
		user(16, 'ada@old.example', 'Ada L'),
		user(17, 'ada@new.example', 'Ada L'),
	];
	const inProject = { [`${place}/members/`]: [before, now] };
	const roster = `${place}/project-members-lite/`;
	const call = () => create({ lead: 'Ada L' }, { operation: operations.createModule });

	test('are the active one, where the server shows which one that is', async () => {
		const rows = [
			{ ...before, is_active: false },
			{ ...now, is_active: true },
		];
		const { resolved } = await resolve([call()], serverOf({ ...inProject, [roster]: rows }));

		expect(resolved).toMatchObject([{ body: { lead: uuid(17) } }]);
	});

	test('are told apart by their email addresses otherwise', async () => {
		const { problem } = await resolve([call()], serverOf(inProject));

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
		'Nothing was saved for this item. Run it again: if the label was created after all, it is found by its name.',
	],
])(
	'a label that cannot be created (%i) is a problem of the label, not of the item (finding 14)',
	async (status, json, description) => {
		const server = (request: ReceivedRequest) =>
			request.body ? jsonResponse(json, status) : serverOf()(request);
		const call = create({ labels: ['brandnew'] }, { createsLabels: true });
		const { problem } = await resolve([call], server);

		expect(problem).toMatchObject({
			tag: 'failed',
			message: expect.stringMatching(/^Label "brandnew" could not be created: /),
			description,
		});
	},
);

test.each(['To\u00a0Do', 'To  Do', ' to do '])(
	'a name is the same with a no-break space or two blanks in it, and makes no second label: %j (finding 27)',
	async (text) => {
		const server = serverOf({ [`${place}/labels/`]: named(30, 'To Do') });
		const call = create({ labels: [text] }, { createsLabels: true });
		const { resolved, routes } = await resolve([call], server);

		expect(resolved).toMatchObject([{ body: { labels: [uuid(30)] } }]);
		expect(routes).toEqual([`GET ${place}/labels/`]);
	},
);

test.each<[title: string, Call, message: RegExp]>([
	[
		'who is in no list',
		list(operations.getWorkItems, {
			serverFilters: [{ displayName: 'Assignee', rowPath: 'assignees', values: ['nobody'] }],
		}),
		/^Assignee: Plane did not find nobody$/,
	],
	[
		'a label that is taken away by an ID that no label has',
		update({ labels: [UNKNOWN] }, { labels: 'remove' }),
		/^Label.*: Plane did not find 0c7da278/,
	],
])('nobody finds %s', async (_, call, message) => {
	const { problem } = await resolve([call], serverOf({ 'members/': [] }));

	expect(problem?.message).toMatch(message);
});

describe('a key', () => {
	const own = 'Plane did not find';
	const isKeyPath = ({ route }: ReceivedRequest) => /^GET work-items\/[^/]+-\d+\/$/.test(route);

	/**
	 * What a search gives on a server of the specification, which has no path for keys, and what becomes of the
	 * key. Row 38 has the form of the search; a status alone stands for any refusal with it.
	 */
	test.each<[title: string, key: string, Outcome, becomes: string]>([
		['left to a server that does not search', 'LNCH-12', jsonResponse({}, 404), 'LNCH-12'],
		['left to one that does not know the words', 'LNCH-12', jsonResponse({}, 400), 'LNCH-12'],
		['left to one that does not take the method', 'LNCH-12', jsonResponse({}, 405), 'LNCH-12'],
		['a problem where nobody may search', 'LNCH-12', jsonResponse({}, 403), 'Plane denied'],
		['a problem where nobody answers', 'LNCH-12', networkFault('ECONNREFUSED'), 'plane.ex'],
		['a problem where no list comes', 'LNCH-12', jsonResponse('No'), 'The response of the'],
		['found by its search', 'LNCH-12', jsonResponse({ issues: [keyed] }), uuid(71)],
		['nobody else', 'LNCH-13', jsonResponse({ issues: [keyed] }), own],
		['an ID that no work item has', 'sheet:row-9', jsonResponse({}, 404), own],
		[
			'left where the list takes no such words',
			'sheet:row-9',
			jsonResponse({}, 400),
			'sheet:row-9',
		],
		['found by its external ID', 'sheet:row-1', jsonResponse(imported), uuid(72)],
	])('is %s: %s', async (_, key, outcome, becomes) => {
		const server = (request: ReceivedRequest) =>
			isKeyPath(request) ? jsonResponse({}, 405) : outcome;
		const { resolved, routes, problem } = await resolve([add([key])], server);
		const [call] = resolved;
		const text = call?.kind === 'add' ? call.ids.join() : problem?.message;

		expect(text).toMatch(new RegExp(`^${becomes}|: ${becomes}`));
		const path = key.startsWith('LNCH') ? 'work-items/search/' : `${place}/work-items/`;

		expect(routes).toContain(`GET ${path}`);
	});

	const ofLaunch = { id: uuid(71), sequence_id: 12 };
	const none = 'Plane did not find LNCH-12';

	/** What the server's own path for keys gives (row 27), and what becomes of the key. */
	test.each<[title: string, Outcome, becomes: string]>([
		['found by its project', jsonResponse({ ...ofLaunch, project: launch }), uuid(71)],
		[
			'found by its project as a record',
			jsonResponse({ ...ofLaunch, project: { id: launch } }),
			uuid(71),
		],
		['found where its project is not in the record', jsonResponse(ofLaunch), uuid(71)],
		["another project's", jsonResponse({ ...ofLaunch, project: other }), none],
		["nobody's", jsonResponse({ error: 'The requested resource does not exist.' }, 404), none],
		[
			'that of a project out of reach',
			jsonResponse({ detail: 'You do not have permission to perform this action.' }, 403),
			none,
		],
		[
			'a problem of the API key',
			jsonResponse({ detail: 'Given API token is not valid' }, 403),
			'Plane did not accept the API key',
		],
		['a problem of the server', jsonResponse({}, 500), 'Plane failed with status 500'],
		['a problem of the network', networkFault('ECONNREFUSED'), 'plane.ex'],
	])('is %s, without a search', async (_, outcome, becomes) => {
		const server = (request: ReceivedRequest) => (isKeyPath(request) ? outcome : jsonResponse([]));
		const { resolved, routes, problem } = await resolve([add(['lnch-12'])], server);
		const [call] = resolved;
		const text = call?.kind === 'add' ? call.ids.join() : problem?.message;

		expect(text?.toLowerCase()).toContain(becomes.toLowerCase());
		expect(routes[0]).toBe('GET work-items/LNCH-12/');
		expect(routes).not.toContain('GET work-items/search/');
	});

	test('on a server without work-items/ says that the server is too old (case P31)', async () => {
		const server = () => jsonResponse({ error: 'Page not found.' }, 404);
		const { problem } = await resolve([add(['LNCH-12'])], server);

		expect(problem).toMatchObject({
			message: expect.stringMatching(/^Work Item IDs: this server cannot find LNCH-12, /),
			description: expect.stringMatching(/^Its version of Plane is too old: update it\./),
		});
	});

	test.each<[key: string, Outcome]>([
		['LNCH-13', jsonResponse({}, 404)],
		['sheet:row-9', jsonResponse({}, 404)],
		['sheet:row-9', jsonResponse([imported])],
	])('that no record has is told alone: %s', async (key, outcome) => {
		const server = (request: ReceivedRequest) =>
			request.query.has('external_id') ? outcome : serverOf()(request);
		const { problem } = await resolve([add([key])], server);

		expect(problem?.description).toBe(
			`Check Work Item IDs first, then Project ${launch} and Workspace Slug acme.${key.startsWith('LNCH') ? ' A work item that is archived is not found by its key: use its ID.' : ''}`,
		);
	});

	test('of another project names it, for all of them by one look at the projects there', async () => {
		const elsewhere: JsonValue = [{ id: uuid(3), identifier: 'OPS', name: 'Other ops' }];

		const server = (request: ReceivedRequest) => {
			const route = request.route.replace('/api/v1/workspaces/other/', '');

			return route !== request.route && route === 'GET projects/'
				? jsonResponse(elsewhere)
				: serverOf()({ ...request, route });
		};

		const calls = ['OPS-1', 'OPS-2', 'OPS-3', 'OPS-4'].map((key) => add([key]));
		const given = calls.map((call, index) => (index < 2 ? call : { ...call, workspace: 'other' }));
		const { failed, requests } = await resolve(given, server, true);

		expect([...failed.values()].map(({ message }) => message)).toEqual([
			'Work Item IDs: OPS-1 is in another project (Lnch)',
			'Work Item IDs: OPS-2 is in another project (Lnch)',
			'Work Item IDs: OPS-3 is in another project (Other ops)',
			'Work Item IDs: OPS-4 is in another project (Other ops)',
		]);
		const looks = requests.filter(({ route }) => route.endsWith('projects/'));

		expect(looks.map(({ query }) => query.get('limit'))).toEqual(['100', '100']);
	});

	test('that is told nothing of where the projects cannot be read', async () => {
		const server = except(' projects/', () => textResponse('', 500));
		const { problem } = await resolve([add(['OPS-1'])], server);

		expect(problem?.message).toBe('Work Item IDs: Plane did not find OPS-1');
	});
});

describe('a list', () => {
	test('may be narrowed by the very record that it is of', async () => {
		const issue = { displayName: 'Work Item', rowPath: 'issue', values: ['LNCH-12'] };
		const call = list(
			operations.getWorkItemAttachments,
			{ queryParameters: { issue: 'LNCH-12' }, serverFilters: [issue] },
			{ work_item_id: 'LNCH-12' },
		);
		const { problem } = await resolve([call]);

		expect(problem).toBeUndefined();
	});
});

test('a comment is no answer to itself', async () => {
	const comment = uuid(90);
	const operation = operations.updateComment;
	const path = { project_id: launch, work_item_id: uuid(71), comment_id: comment };
	const { problem } = await resolve([update({ parent: comment }, {}, { operation, path })]);

	expect(problem?.message).toBe(`Parent: ${comment} is the comment itself`);
});

describe('a label that is missing', () => {
	test.each<[title: string, Call<'update'>['listActions'], count: number]>([
		['is created for a change', {}, 1],
		['is created to be added', { labels: 'add' }, 1],
		['is not created to be taken away', { labels: 'remove' }, 0],
	])('%s', async (_, listActions, count) => {
		const call = update({ labels: ['New'] }, listActions, { createsLabels: true });
		const { routes, resolved } = await resolve([call]);

		expect(routes.filter((route) => route.startsWith('POST'))).toHaveLength(count);
		expect(resolved).toHaveLength(count);
	});

	test('is left out with its call where nothing is created', async () => {
		const { execution, routes } = createExecution(serverOf());
		const { client, paging } = execution;
		const names = new NameResolver({ client, paging, continueOnFail: false });
		const given = [
			create({ labels: ['New'] }, { createsLabels: true }),
			create({ labels: ['bug'] }),
		];
		const calls = await names.resolve(given.map((call, itemIndex) => ({ ...call, itemIndex })));

		expect(calls.map(({ itemIndex }) => itemIndex)).toEqual([1]);
		expect(routes()).toEqual([`GET ${place}/labels/`]);
	});

	test('is told among those that have a name', async () => {
		const labels = [...named(30, 'bug'), { id: uuid(31) }];
		const { problem } = await resolve(
			[create({ labels: ['New'] })],
			serverOf({ ...lists, [`${place}/labels/`]: labels }),
		);

		expect(problem?.description).toMatch(/ There are these labels: bug\.$/);
	});
});

test('A wrong name that thousands of items have is compared with those that there are once', async () => {
	const letters = Array.from('abcdefghijklmnopqrst');
	const regions = letters.flatMap((one) =>
		letters.map((other) => `Customers of region ${one}${other}`),
	);
	const calls = Array.from({ length: 3_000 }, () => create({ labels: ['Customer of regions ab'] }));
	const begun = Date.now();
	const { failed } = await resolve(
		calls,
		serverOf({ [`${place}/labels/`]: named(30, ...regions) }),
		true,
	);

	expect(failed.size).toBe(calls.length);
	expect(failed.get(2_999)?.description).toContain('is "Customers of region ab".');
	// To compare it for each item would take many times that.
	expect(Date.now() - begun).toBeLessThan(5_000);
});
