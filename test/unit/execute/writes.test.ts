import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { createRecord } from './inside';
import { updateRecord } from './inside';
import type { Call } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { writeDefaults } from '../calls';
import { jsonResponse, textResponse } from '../responses';
import { createExecution } from './testExecution';

const ada = '1f1bdfdf-f6fc-459b-8a21-c057ef5966e5';
const guest = 'a8ab873b-d39f-4d8f-8051-1238f4328b64';
const id = 'c4a97e4a-c841-4279-a339-6c2512d6b1ac';
const callDefaults = { ...writeDefaults, itemIndex: 0, workspace: 'acme' };

/**
 * A server with one record, with the fields that matter here. `keep` returns the values that a write changes. For
 * the values that real servers keep, see rows 24, 25 and 160 to 169.
 */
function serverWith(
	stored: JsonObject,
	keep: (sent: JsonObject) => JsonObject = (sent) => sent,
	status = 200,
) {
	let record: JsonObject = { id, ...stored };

	return createExecution(({ route, body }) => {
		if (route.startsWith('GET')) return jsonResponse(record);

		record = { ...record, ...keep(body ?? {}) };

		return jsonResponse(record, route.startsWith('POST') ? 201 : status);
	});
}

type Server = ReturnType<typeof createExecution>;

async function update(
	operation: Operation<'update'>,
	body: JsonObject,
	server: Server,
	more: Partial<Call<'update'>> = {},
) {
	const innermost = operation.locators.at(-1)?.wire ?? '';
	const path = { project_id: 'p1', [innermost]: id };
	const call: Call<'update'> = { ...callDefaults, kind: 'update', operation, path, body, ...more };

	return await updateRecord(call, server.execution);
}

async function create(
	operation: Operation<'create'>,
	body: JsonObject,
	server: Server,
	more: Partial<Call<'create'>> = {},
) {
	const path = { project_id: 'p1', work_item_id: 'w1' };
	const call: Call<'create'> = { ...callDefaults, kind: 'create', operation, path, body, ...more };

	return await createRecord(call, server.execution);
}

/** The bodies of all requests except reads. */
const listWrittenBodies = ({ requests }: Server) =>
	requests.filter(({ route }) => !route.startsWith('GET')).map(({ body }) => body);

describe('a value that Plane silently ignores', () => {
	/** A server that assigns only these people, after it has removed the previous assignees (row 24). */
	const serverWithMembers = (members: readonly string[], assignees: readonly string[]) =>
		serverWith({ assignees: [...assignees] }, (sent) => {
			const sentAssignees = Array.isArray(sent.assignees) ? sent.assignees : [];

			return {
				...sent,
				...(sent.assignees !== undefined && {
					assignees: sentAssignees.filter(
						(person) => typeof person === 'string' && members.includes(person),
					),
				}),
			};
		});

	test('fails the update of a work item whose new assignee is a guest, and removes nobody (case P05)', async () => {
		const server = serverWithMembers([ada], [ada]);

		const displayNames = { [ada]: 'ada@example.com', [guest]: 'gus@example.com' };
		const body = { assignees: [guest] };
		const result = await update(operations.updateWorkItem, body, server, { displayNames });

		expect(listWrittenBodies(server)).toEqual([{ assignees: [ada, guest] }]);
		expect(result).toMatchObject({
			tag: 'failed',
			message:
				'Plane did not take Assignee Names or IDs (the item asks for "gus@example.com", Plane has "ada@example.com")',
			description: expect.stringMatching(
				/^Plane assigns only active members .* no guests\. .* Nobody was taken off\.$/,
			),
		});
	});

	test('removes people once the server has accepted those who replace them', async () => {
		const server = serverWithMembers([ada, guest], [ada]);

		const body = { name: 'A', assignees: [guest] };
		const result = await update(operations.updateWorkItem, body, server);

		expect(listWrittenBodies(server)).toEqual([
			{ name: 'A', assignees: [ada, guest] },
			{ assignees: [guest] },
		]);
		expect(result).toMatchObject([{ record: { name: 'A', assignees: [guest] } }]);
	});

	test('replaces people in one request if the server has assigned them before in this run', async () => {
		const server = serverWithMembers([ada, guest], [ada]);

		await update(operations.updateWorkItem, { assignees: [guest] }, server);
		await update(operations.updateWorkItem, { assignees: [ada] }, server);
		await update(operations.updateWorkItem, { assignees: [guest] }, server);

		const lists = listWrittenBodies(server).map((sent) => sent?.assignees);

		expect(lists).toEqual([[ada, guest], [guest], [guest, ada], [ada], [guest]]);
		expect(server.routes().filter((route) => route.startsWith('GET'))).toHaveLength(2);
	});

	test('replaces people in one request if the list of members shows their role (row 220)', async () => {
		const server = serverWithMembers([ada, guest], [ada]);

		server.execution.assignablePeople.add({ workspace: 'acme', path: { project_id: 'p1' } }, guest);

		await update(operations.updateWorkItem, { assignees: [guest] }, server);

		expect(server.requests).toMatchObject([{ body: { assignees: [guest] } }]);
	});

	test('reports that the others are still assigned if the request to remove them fails', async () => {
		const server = createExecution(({ route, body }) => {
			if (route.startsWith('GET')) return jsonResponse({ id, assignees: [ada] });

			const isSecond = Array.isArray(body?.assignees) && body.assignees.length === 1;

			return isSecond ? jsonResponse({ error: 'No' }, 400) : jsonResponse({ id, ...body });
		});

		const result = await update(operations.updateWorkItem, { assignees: [guest] }, server);

		expect(result).toMatchObject({
			tag: 'partlyDone',
			message: expect.stringContaining(
				`It was saved (ID ${id}), but Assignee Names or IDs still has those who were there before: `,
			),
		});
	});

	test('keeps the assignees if Update the Existing One would add a guest (case P05)', async () => {
		const existing = { id, external_id: 'r1', external_source: 'sheet', assignees: [ada] };
		const server = createExecution(({ route, body }) => {
			if (route.startsWith('GET')) return jsonResponse(existing);

			return jsonResponse({ ...existing, ...body, assignees: [ada] });
		});

		const body = {
			name: 'A',
			external_id: 'r1',
			external_source: 'sheet',
			assignees: [guest],
		};
		const result = await create(operations.createWorkItem, body, server, { ifExists: 'update' });

		expect(listWrittenBodies(server)).toEqual([{ name: 'A', assignees: [ada, guest] }]);
		expect(result).toMatchObject({
			tag: 'partlyDone',
			description: expect.stringContaining('Nobody was taken off.'),
		});
	});

	test('fails the create of a work item, and says that the record was created', async () => {
		const server = serverWith({}, (sent) => ({ ...sent, assignees: [] }));

		const result = await create(
			operations.createWorkItem,
			{ name: 'A', assignees: [guest] },
			server,
		);

		expect(result).toMatchObject({
			tag: 'partlyDone',
			description: expect.stringContaining(
				`Everything else of this item was saved (ID ${id}). Correct the record with Update: it is there already.`,
			),
		});
	});

	test('fails a reply to a comment, because it was saved without its parent', async () => {
		const server = serverWith({}, (sent) => ({ ...sent, parent: null }));

		const body = { comment_html: '<p>a</p>', parent: guest };
		const result = await create(operations.createComment, body, server);

		expect(result).toMatchObject({
			tag: 'partlyDone',
			message: `Plane did not take Parent (the item asks for "${guest}", Plane has none)`,
			description: expect.stringContaining('do not accept a parent over the REST API'),
		});
	});

	test('fails the addition of a project member if the role in the response differs', async () => {
		const server = serverWith({}, (sent) => ({ ...sent, role: 5 }));

		const result = await create(operations.addProjectMember, { member: ada, role: 20 }, server);

		expect(result).toMatchObject({
			message: 'Plane did not take Role (the item asks for Admin, Plane has Guest)',
		});
	});

	test('is listed with the other ignored values, and long lists are truncated', async () => {
		const many = Array.from({ length: 8 }, (_, index) => `user-${String(index)}`);
		const server = serverWith({}, () => ({
			assignees: [{ id: ada, display_name: 'ada' }],
			name: 'Old',
		}));

		const result = await update(
			operations.updateWorkItem,
			{ name: 'New', assignees: many },
			server,
		);

		expect(result).toMatchObject({
			message:
				'Plane did not take Title (the item asks for "New", Plane has "Old") and Assignee Names or IDs (the item asks for "user-0", "user-1", "user-2", "user-3", "user-4" and 3 more, Plane has "ada")',
		});
	});
});

describe('an intake item', () => {
	const pendingItem = { status: -2, issue_detail: { name: 'Old', priority: 'none' } };

	/** The result of a change: a server that gets a status ignores the fields of the work item (row 164). */
	const applyChange = ({ issue, status }: JsonObject): JsonObject =>
		status === undefined
			? { issue_detail: { ...pendingItem.issue_detail, ...(issue as JsonObject) } }
			: { status };

	test('is accepted with a new name and priority by two requests, the fields first', async () => {
		const server = serverWith(pendingItem, applyChange);

		const issue = { name: 'New', priority: 'high' };
		const result = await update(operations.updateIntakeItem, { status: 1, issue }, server);

		expect(listWrittenBodies(server)).toEqual([{ issue }, { status: 1 }]);
		expect(result).toMatchObject([{ record: { status: 1, issue_detail: issue } }]);
	});

	test("fails if a member's key accepts it, which only an administrator may (case P08)", async () => {
		const server = serverWith(pendingItem, ({ issue }) =>
			issue === undefined ? {} : { issue_detail: issue },
		);

		const status = await update(operations.updateIntakeItem, { status: 1 }, server);
		const both = await update(
			operations.updateIntakeItem,
			{ status: 1, issue: { name: 'New' } },
			server,
		);

		const message = 'Plane did not take Status (the item asks for Accepted, Plane has Pending)';
		const reason = /^Only an administrator of the project may change this\./;

		expect(status).toMatchObject({
			tag: 'failed',
			message,
			description: expect.stringMatching(reason),
		});
		expect(both).toMatchObject({ tag: 'partlyDone', message });
	});

	test('reports what was saved before the second request failed', async () => {
		const server = createExecution(({ body }) =>
			body?.status === undefined ? jsonResponse({ id, ...pendingItem }) : textResponse('', 400),
		);

		const issue = { name: 'Old', priority: 'none' };
		const result = await update(operations.updateIntakeItem, { status: 1, issue }, server);

		expect(result).toMatchObject({
			tag: 'partlyDone',
			message: expect.stringMatching(
				new RegExp(`^Title and Priority were saved \\(ID ${id}\\), but not the rest: `),
			),
		});
	});
});

describe('a value that servers ignore in a create', () => {
	test.each([operations.createWorkItem, operations.createLabel])(
		'is set by a second request, if the new record does not show it (case P52): $resource',
		async (operation) => {
			const server = createExecution(({ route, body }) =>
				jsonResponse({ id, ...body, ...(route.startsWith('POST') && { sort_order: 65535 }) }, 201),
			);

			const result = await create(operation, { name: 'A', sort_order: 1 }, server);

			expect(listWrittenBodies(server)).toEqual([{ name: 'A', sort_order: 1 }, { sort_order: 1 }]);
			expect(result).toMatchObject([{ record: { id, name: 'A', sort_order: 1 } }]);
		},
	);

	test('turns on the intake of a new project by a second request, although the project shows it (case X1)', async () => {
		const server = serverWith({});
		const project = { name: 'A', identifier: 'A', intake_view: true };

		const result = await create(operations.createProject, project, server);

		expect(listWrittenBodies(server)).toEqual([project, { intake_view: true }]);
		expect(result).toMatchObject([{ record: { intake_view: true } }]);
	});

	test('takes one request for a new project without an intake', async () => {
		const server = serverWith({});
		const project = { name: 'A', identifier: 'A', intake_view: false };

		await create(operations.createProject, project, server);

		expect(listWrittenBodies(server)).toEqual([project]);
	});

	test('fails a new project whose intake could not be turned on', async () => {
		const server = createExecution(({ route, body }) =>
			route.startsWith('POST') ? jsonResponse({ id, ...body }, 201) : textResponse('', 400),
		);
		const project = { name: 'A', identifier: 'A', intake_view: true };

		const result = await create(operations.createProject, project, server);

		expect(result).toMatchObject({
			tag: 'partlyDone',
			message: expect.stringMatching(
				new RegExp(`^It was saved \\(ID ${id}\\), but Intake could not be set: `),
			),
			description: expect.stringContaining('Set Intake with Update'),
		});
	});

	test('takes one request on a server that does not ignore it', async () => {
		const server = serverWith({});

		await create(operations.createLabel, { name: 'A', sort_order: 1 }, server);

		expect(listWrittenBodies(server)).toHaveLength(1);
	});

	test('removes the default assignee if the item assigns nobody (case X6)', async () => {
		const server = createExecution(({ route, body }) =>
			jsonResponse({ id, ...body, ...(route.startsWith('POST') && { assignees: [ada] }) }),
		);

		const result = await create(operations.createWorkItem, { name: 'A', assignees: [] }, server);

		expect(listWrittenBodies(server).at(-1)).toEqual({ assignees: [] });
		expect(result).toMatchObject([{ record: { assignees: [] } }]);
	});

	test('is not sent again for a guest who was replaced by the default assignee', async () => {
		const server = serverWith({}, (sent) => ({ ...sent, assignees: [ada] }));

		const result = await create(
			operations.createWorkItem,
			{ name: 'A', assignees: [guest] },
			server,
		);

		expect(listWrittenBodies(server)).toHaveLength(1);
		expect(result).toMatchObject({ tag: 'partlyDone' });
	});

	test('fails the item if the second request fails', async () => {
		const server = createExecution(({ route }) =>
			route.startsWith('POST')
				? jsonResponse({ id, sort_order: 65535 }, 201)
				: textResponse('', 400),
		);

		const result = await create(operations.createLabel, { name: 'A', sort_order: 1 }, server);

		expect(result).toMatchObject({
			tag: 'partlyDone',
			message: 'Plane did not take Sort Order (the item asks for 1, Plane has 65535)',
		});
	});
});

describe('a cycle', () => {
	/** A cycle as a server in Berlin returns it (row 160). */
	const stored = {
		name: 'Week 49',
		owned_by: ada,
		start_date: '2026-11-29T23:00:01Z',
		end_date: '2026-12-06T22:59:00Z',
	};

	const updateCycle = async (body: JsonObject, record: JsonObject = stored) => {
		const server = serverWith(record);
		const result = await update(operations.updateCycle, body, server);

		return { result, bodies: listWrittenBodies(server) };
	};

	test('keeps its owner when anything else is changed (case X3)', async () => {
		const { bodies } = await updateCycle({ description: 'New' });

		expect(bodies).toEqual([{ description: 'New', owned_by: ada }]);
	});

	test('gets a new owner if only the owner changes', async () => {
		const { bodies } = await updateCycle({ owned_by: guest });

		expect(bodies).toEqual([{ owned_by: guest }]);
	});

	test('is sent both dates if one of them changes, so that its last day is complete (case P07)', async () => {
		const end = await updateCycle({ end_date: '2026-12-08' });
		const start = await updateCycle({ start_date: '2026-12-01' });

		expect(end.bodies).toEqual([
			{ start_date: '2026-11-30', end_date: '2026-12-08', owned_by: ada },
		]);
		expect(start.bodies).toEqual([
			{ start_date: '2026-12-01', end_date: '2026-12-06', owned_by: ada },
		]);
	});

	test('is repaired by the same end date if its end was stored as the start of that day', async () => {
		const { bodies } = await updateCycle(
			{ end_date: '2026-12-06' },
			{ ...stored, end_date: '2026-12-06T00:00:00Z' },
		);

		expect(bodies).toMatchObject([{ start_date: '2026-11-30', end_date: '2026-12-06' }]);
	});

	test('is not written if its dates, name and owner do not change (case X5)', async () => {
		const same = {
			name: 'Week 49',
			owned_by: ada,
			start_date: '2026-11-30',
			end_date: '2026-12-06',
		};
		const { result, bodies } = await updateCycle(same);

		expect(bodies).toEqual([]);
		expect(result).toMatchObject([{ record: stored }]);
	});

	test.each([
		[{ end_date: '2026-11-29' }, 'End Date: 2026-11-29 is before Start Date 2026-11-30'],
		[{ start_date: '2026-12-07' }, 'End Date: 2026-12-06 is before Start Date 2026-12-07'],
		[{ end_date: null }, 'End Date: it is cleared, but the record keeps its Start Date'],
	])('is not written if the new date does not fit the other one: %j', async (body, message) => {
		const { result, bodies } = await updateCycle(body);

		expect(bodies).toEqual([]);
		expect(result).toMatchObject({ message });
	});

	test('does not accept a single date if it has none', async () => {
		const { result, bodies } = await updateCycle({ start_date: '2026-12-01' }, { name: 'Draft' });

		expect(bodies).toEqual([]);
		expect(result).toMatchObject({
			message: 'Start Date: it is given without End Date, and the record has none',
			description: 'Add End Date.',
		});
	});

	test('can lose both dates at once', async () => {
		const { bodies } = await updateCycle({ start_date: null, end_date: null });

		expect(bodies).toEqual([{ start_date: null, end_date: null, owned_by: ada }]);
	});
});

describe('one date of a work item or module', () => {
	test.each([operations.updateWorkItem, operations.updateModule])(
		'is refused if it is before the current start (case X2): $resource',
		async (operation) => {
			const server = serverWith({ start_date: '2026-12-01', target_date: null });

			const result = await update(operation, { target_date: '2026-11-30' }, server);

			expect(listWrittenBodies(server)).toEqual([]);
			expect(result).toMatchObject({
				message: expect.stringMatching(/: 2026-11-30 is before Start Date 2026-12-01$/),
				description: 'Use a day that is not before Start Date.',
			});
		},
	);

	test('is sent alone if it fits the other one', async () => {
		const server = serverWith({ start_date: '2026-12-01', target_date: null });

		await update(operations.updateWorkItem, { target_date: '2026-12-01' }, server);

		expect(listWrittenBodies(server)).toEqual([{ target_date: '2026-12-01' }]);
	});

	test('can be cleared alone', async () => {
		const server = serverWith({ start_date: '2026-12-01', target_date: '2026-12-02' });

		await update(operations.updateWorkItem, { start_date: null }, server);

		expect(listWrittenBodies(server)).toEqual([{ start_date: null }]);
	});

	test('is sent unchecked if the server does not show the record', async () => {
		const server = createExecution(({ route }) =>
			route.startsWith('GET')
				? jsonResponse({ error: 'Page not found.' }, 404)
				: jsonResponse({ id, end_date: '2026-12-01' }),
		);

		const body = { name: 'Launch', end_date: '2026-12-01' };
		const path = { initiative_id: id };
		const result = await update(operations.updateInitiative, body, server, { path });

		expect(listWrittenBodies(server)).toEqual([body]);
		expect(result).toMatchObject([{ record: { id } }]);
	});
});
