import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { UPDATE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { Respond } from '../../unit/fakePlane';
import { jsonResponse, textResponse } from '../../unit/responses';
import { causes } from '../../nodeTexts';
import { withError } from './lostCreate';
import { oneRecord } from './oneRecord';
import { ADA, externalId, externalIdFields, GUEST, RECORD, useProject } from './useProject';

const startProject = useProject();

describe('Update the Existing One', () => {
	it.each<[title: string, stored: JsonObject, sent: JsonObject[]]>([
		['sends only a lookup if the record has all values', { name: 'A', priority: 'high' }, []],
		['sends only what differs', { name: 'A', priority: 'low' }, [{ priority: 'high' }]],
	])('%s', async (_, stored, sent) => {
		const project = startProject(oneRecord({ ...externalId, ...stored }));

		await project.run('workItem.create', {
			name: 'A',
			additionalFields: { ...externalIdFields, priority: 'high' },
			options: { ifItAlreadyExists: UPDATE_EXISTING },
		});

		expect(project.writtenBodies()).toEqual(sent);
		expect(project.routes()[0]).toBe('GET work-items/');
		expect(project.routes()).toHaveLength(1 + sent.length);
	});

	it('lets the last of two items of one record win, whatever a read returns', async () => {
		const stored = { id: RECORD, ...externalId, name: 'First', updated_at: '2026-03-03T08:00:00Z' };
		const project = startProject(({ route, body }) =>
			jsonResponse(
				route.startsWith('GET')
					? stored
					: { ...stored, ...body, updated_at: '2026-03-03T08:00:01Z' },
			),
		);

		await project.run(
			'workItem.create',
			{
				name: '={{ $json.title }}',
				additionalFields: externalIdFields,
				options: { ifItAlreadyExists: UPDATE_EXISTING },
			},
			{ items: jsonItems([{ title: 'Second' }, { title: 'First' }]) },
		);

		expect(project.writtenBodies()).toEqual([{ name: 'Second' }, { name: 'First' }]);
	});
});

describe('A value that servers ignore in a create', () => {
	const sortOrder: INodeParameters = { name: 'A', additionalFields: { sortOrder: 1 } };
	/** Gives a new record the default instead of what was sent. */
	const withDefault: Respond = ({ route, body }) =>
		jsonResponse(
			{ id: RECORD, ...body, ...(route.startsWith('POST') && { sort_order: 65535 }) },
			route.startsWith('POST') ? 201 : 200,
		);

	it.each(['workItem', 'label'])('is set by a second request: %s', async (resource) => {
		const project = startProject(withDefault);

		const output = await project.run(`${resource}.create`, sortOrder);

		expect(project.writtenBodies()).toEqual([{ name: 'A', sort_order: 1 }, { sort_order: 1 }]);
		expect(output).toMatchObject({ json: [{ id: RECORD, name: 'A', sort_order: 1 }] });
	});

	it('takes one request on a server that does not ignore it', async () => {
		const project = startProject(oneRecord({}));

		await project.run('label.create', sortOrder);

		expect(project.writtenBodies()).toHaveLength(1);
	});

	it('makes the item fail if the second request fails', async () => {
		const project = startProject((request, count) =>
			request.route.startsWith('POST') ? withDefault(request, count) : textResponse('', 400),
		);

		const output = await project.run('label.create', sortOrder);

		expect(output).toMatchObject(
			withError(causes.notTaken(causes.differs('Sort Order', '1', '65535'))),
		);
	});
});

// Some servers read the state by another name: makeplane/plane-mcp-server#183.
it.each([
	['create', { name: 'A', additionalFields: { state: byId(GUEST) } }],
	['update', { workItemId: byId(RECORD), updateFields: { state: byId(GUEST) } }],
])(
	'A state that the server accepts and does not set makes the item fail (%s)',
	async (operation, parameters) => {
		const project = startProject(oneRecord({ state: ADA }, (sent) => ({ ...sent, state: ADA })));

		const output = await project.run(`workItem.${operation}`, parameters);

		expect(output).toMatchObject(
			withError(causes.notTaken(causes.differs('State', `"${GUEST}"`, `"${ADA}"`))),
		);
	},
);

it('A reply to a comment makes the item fail if it was saved without its parent', async () => {
	const project = startProject(oneRecord({}, (sent) => ({ ...sent, parent: null })));

	const output = await project.run('workItemComment.create', {
		workItemId: byId(RECORD),
		comment: 'a',
		additionalFields: { parent: byId(GUEST) },
	});

	expect(output).toMatchObject({
		error: {
			message: expect.stringContaining(
				causes.notTaken(causes.differs('Parent', `"${GUEST}"`, 'none')),
			),
			description: expect.stringContaining('do not accept a parent over the REST API'),
		},
	});
});

it('A new member of a project makes the item fail if the response shows another role', async () => {
	const project = startProject(oneRecord({}, (sent) => ({ ...sent, role: 5 })));

	const output = await project.run('projectMember.add', {
		member: byId(ADA),
		additionalFields: { role: 'Admin' },
	});

	expect(output).toMatchObject(
		withError(causes.notTaken(causes.differs('Role', 'Admin', 'Guest'))),
	);
});

it('All values that were not taken are in one error, which shows five entries of a long list', async () => {
	const users = Array.from({ length: 8 }, (_, index) => ({
		id: `a8ab873b-0000-4000-8000-00000000000${String(index)}`,
		display_name: `user-${String(index)}`,
	}));
	const project = startProject(({ route }) =>
		jsonResponse(
			route.endsWith('members/')
				? users
				: { id: RECORD, name: 'Old', assignees: [{ id: ADA, display_name: 'ada' }] },
		),
	);

	const output = await project.run('workItem.update', {
		workItemId: byId(RECORD),
		updateFields: { name: 'New', assignees: users.map(({ display_name }) => display_name) },
	});

	expect(output).toMatchObject(
		withError(
			`${causes.notTaken('Title')} (the item asks for "New", Plane has "Old") and Assignee Names or IDs (the item asks for "user-0", "user-1", "user-2", "user-3", "user-4" and 3 more, Plane has "ada")`,
		),
	);
});
