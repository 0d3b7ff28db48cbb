import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { UPDATE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { Respond } from '../../unit/fakePlane';
import { jsonResponse, textResponse } from '../../unit/responses';
import { withError } from './lostCreate';
import { oneRecord, withMembers } from './oneRecord';
import { ADA, externalId, externalIdFields, GUEST, RECORD, useProject } from './useProject';

const startProject = useProject();

const projectWith = (respond: Respond) => startProject(withMembers(respond));
const projectWithRecord = (...record: Parameters<typeof oneRecord>) =>
	startProject(oneRecord(...record));

/** Assigns only these people, after the previous assignees were removed (row 24). */
const assignOnly =
	(...members: string[]) =>
	(sent: JsonObject): JsonObject =>
		Array.isArray(sent.assignees)
			? {
					...sent,
					assignees: sent.assignees.filter((id) => members.some((member) => member === id)),
				}
			: sent;

const update = (updateFields: INodeParameters): INodeParameters => ({
	workItemId: byId(RECORD),
	updateFields,
});

const isPartlyDone = (text: string) => ({ error: { description: expect.stringContaining(text) } });

describe('The assignees of a work item', () => {
	it('stay if the new one is a guest, and the item fails', async () => {
		const project = projectWithRecord({ assignees: [ADA] }, assignOnly(ADA));

		const output = await project.run('workItem.update', update({ assignees: [GUEST] }));

		expect(project.writtenBodies()).toEqual([{ assignees: [ADA, GUEST] }]);
		expect(output).toMatchObject({
			error: {
				message: expect.stringContaining('Plane did not take Assignee Names or IDs'),
				description: expect.stringMatching(
					/Plane assigns only active members .* no guests\. .* Nobody was taken off\./,
				),
			},
		});
	});

	it('are removed once the server has accepted those who replace them', async () => {
		const project = projectWithRecord({ assignees: [ADA] }, assignOnly(ADA, GUEST));

		const output = await project.run('workItem.update', update({ name: 'A', assignees: [GUEST] }));

		expect(project.writtenBodies()).toEqual([
			{ name: 'A', assignees: [ADA, GUEST] },
			{ assignees: [GUEST] },
		]);
		expect(output).toMatchObject({ json: [{ name: 'A', assignees: [GUEST] }] });
	});

	it('are replaced by one request if the server has assigned the new ones before in this run', async () => {
		const project = projectWithRecord({ assignees: [ADA] }, assignOnly(ADA, GUEST));

		await project.run('workItem.update', update({ assignees: '={{ [$json.person] }}' }), {
			items: jsonItems([GUEST, ADA, GUEST].map((person) => ({ person }))),
		});

		expect(project.writtenBodies().map((body) => body?.assignees)).toEqual([
			[ADA, GUEST],
			[GUEST],
			[GUEST, ADA],
			[ADA],
			[GUEST],
		]);
	});

	it('are both there if the request to remove the previous ones fails', async () => {
		const project = projectWith(({ route, body }) => {
			if (route.startsWith('GET')) return jsonResponse({ id: RECORD, assignees: [ADA] });

			const isRemoval = Array.isArray(body?.assignees) && body.assignees.length === 1;

			return isRemoval ? jsonResponse({ error: 'No' }, 400) : jsonResponse({ id: RECORD, ...body });
		});

		const output = await project.run('workItem.update', update({ assignees: [GUEST] }));

		expect(output).toMatchObject(
			withError(
				`It was saved (ID ${RECORD}), but Assignee Names or IDs still has those who were there before: `,
			),
		);
	});

	it('stay if Update the Existing One would add a guest', async () => {
		const stored = { ...externalId, name: 'Old', assignees: [ADA] };
		const project = projectWithRecord(stored, assignOnly(ADA));

		const output = await project.run('workItem.create', {
			name: 'A',
			additionalFields: { ...externalIdFields, assignees: [GUEST] },
			options: { ifItAlreadyExists: UPDATE_EXISTING },
		});

		expect(project.writtenBodies()).toEqual([{ name: 'A', assignees: [ADA, GUEST] }]);
		expect(output).toMatchObject(isPartlyDone('Nobody was taken off.'));
	});

	it('of a new one are not sent again for a guest whom the default assignee replaces', async () => {
		const project = projectWithRecord({}, (sent) => ({ ...sent, assignees: [ADA] }));

		const output = await project.run('workItem.create', {
			name: 'A',
			additionalFields: { assignees: [GUEST] },
		});

		expect(project.writtenBodies()).toHaveLength(1);
		expect(output).toMatchObject(
			isPartlyDone(
				`Everything else of this item was saved (ID ${RECORD}). Correct the record with Update: it is there already.`,
			),
		);
	});
});

describe('Update the Existing One', () => {
	it.each<[title: string, stored: JsonObject, sent: JsonObject[]]>([
		['sends only a lookup if the record has all values', { name: 'A', priority: 'high' }, []],
		['sends only what differs', { name: 'A', priority: 'low' }, [{ priority: 'high' }]],
	])('%s', async (_, stored, sent) => {
		const project = projectWithRecord({ ...externalId, ...stored });

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
		const project = projectWith(({ route, body }) =>
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
		const project = projectWith(withDefault);

		const output = await project.run(`${resource}.create`, sortOrder);

		expect(project.writtenBodies()).toEqual([{ name: 'A', sort_order: 1 }, { sort_order: 1 }]);
		expect(output).toMatchObject({ json: [{ id: RECORD, name: 'A', sort_order: 1 }] });
	});

	it('takes one request on a server that does not ignore it', async () => {
		const project = projectWithRecord({});

		await project.run('label.create', sortOrder);

		expect(project.writtenBodies()).toHaveLength(1);
	});

	it('makes the item fail if the second request fails', async () => {
		const project = projectWith((request, count) =>
			request.route.startsWith('POST') ? withDefault(request, count) : textResponse('', 400),
		);

		const output = await project.run('label.create', sortOrder);

		expect(output).toMatchObject(
			withError('Plane did not take Sort Order (the item asks for 1, Plane has 65535)'),
		);
	});
});

it('A reply to a comment makes the item fail if it was saved without its parent', async () => {
	const project = projectWithRecord({}, (sent) => ({ ...sent, parent: null }));

	const output = await project.run('workItemComment.create', {
		workItemId: byId(RECORD),
		comment: 'a',
		additionalFields: { parent: byId(GUEST) },
	});

	expect(output).toMatchObject({
		error: {
			message: expect.stringContaining(
				`Plane did not take Parent (the item asks for "${GUEST}", Plane has none)`,
			),
			description: expect.stringContaining('do not accept a parent over the REST API'),
		},
	});
});
