import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { UPDATE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse } from '../../unit/responses';
import { causes, outcomes } from '../../nodeTexts';
import { listOf, withError } from './lostCreate';
import { oneRecord, withMembers } from './oneRecord';
import { ADA, externalId, externalIdFields, GUEST, RECORD, useProject } from './useProject';

const startProject = useProject();

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
		const project = startProject(oneRecord({ assignees: [ADA] }, assignOnly(ADA)));

		const output = await project.run('workItem.update', update({ assignees: [GUEST] }));

		expect(project.writtenBodies()).toEqual([{ assignees: [ADA, GUEST] }]);
		expect(output).toMatchObject({
			error: {
				message: expect.stringContaining(causes.notTaken('Assignee Names or IDs')),
				description: expect.stringMatching(
					/Plane assigns only active members .* no guests\. .* Nobody was taken off\./,
				),
			},
		});
	});

	it('are removed once the server has accepted those who replace them', async () => {
		const project = startProject(oneRecord({ assignees: [ADA] }, assignOnly(ADA, GUEST)));

		const output = await project.run('workItem.update', update({ name: 'A', assignees: [GUEST] }));

		expect(project.writtenBodies()).toEqual([
			{ name: 'A', assignees: [ADA, GUEST] },
			{ assignees: [GUEST] },
		]);
		expect(output).toMatchObject({ json: [{ name: 'A', assignees: [GUEST] }] });
	});

	it('are replaced by one request if the server has assigned the new ones before in this run', async () => {
		const project = startProject(oneRecord({ assignees: [ADA] }, assignOnly(ADA, GUEST)));

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
		expect(project.routes().filter((route) => route === `GET work-items/${RECORD}/`)).toHaveLength(
			2,
		);
	});

	it('are both there if the request to remove the previous ones fails', async () => {
		const project = startProject(
			withMembers(({ route, body }) => {
				if (route.startsWith('GET')) return jsonResponse({ id: RECORD, assignees: [ADA] });

				const isRemoval = Array.isArray(body?.assignees) && body.assignees.length === 1;

				return isRemoval
					? jsonResponse({ error: 'No' }, 400)
					: jsonResponse({ id: RECORD, ...body });
			}),
		);

		const output = await project.run('workItem.update', update({ assignees: [GUEST] }));

		expect(output).toMatchObject(
			withError(
				`${outcomes.saved(RECORD)}Assignee Names or IDs still has those who were there before: `,
			),
		);
	});

	it('stay if Update the Existing One would add a guest', async () => {
		const stored = { ...externalId, name: 'Old', assignees: [ADA] };
		const project = startProject(oneRecord(stored, assignOnly(ADA)));

		const output = await project.run('workItem.create', {
			name: 'A',
			additionalFields: { ...externalIdFields, assignees: [GUEST] },
			options: { ifItAlreadyExists: UPDATE_EXISTING },
		});

		expect(project.writtenBodies()).toEqual([{ name: 'A', assignees: [ADA, GUEST] }]);
		expect(output).toMatchObject(isPartlyDone('Nobody was taken off.'));
	});

	it('are replaced by one request if the list with roles shows that the new one is no guest (row 220)', async () => {
		const roster = listOf({ id: GUEST, display_name: 'gus', role: 15, is_active: true });
		const respond = oneRecord({ assignees: [ADA] });
		const project = startProject((request, count) =>
			request.route === 'GET project-members-lite/' ? roster : respond(request, count),
		);

		const output = await project.run('workItem.update', update({ assignees: [GUEST] }));

		expect(output).toMatchObject({ json: [{ assignees: [GUEST] }] });
		expect(project.writtenBodies()).toEqual([{ assignees: [GUEST] }]);
		expect(project.routes()).not.toContain(`GET work-items/${RECORD}/`);
	});

	it('of a new one do not include the default assignee if the item assigns nobody (row 168)', async () => {
		const project = startProject(({ route, body }) =>
			route.startsWith('POST')
				? jsonResponse({ id: RECORD, ...body, assignees: [ADA] }, 201)
				: jsonResponse({ id: RECORD, ...body }),
		);

		const output = await project.run('workItem.create', {
			name: 'A',
			additionalFields: { assignees: '={{ [] }}' },
		});

		expect(output).toMatchObject({ json: [{ name: 'A', assignees: [] }] });
		expect(project.writtenBodies()).toEqual([{ name: 'A', assignees: [] }, { assignees: [] }]);
	});

	it('of a new one are not sent again for a guest whom the default assignee replaces', async () => {
		const project = startProject(oneRecord({}, (sent) => ({ ...sent, assignees: [ADA] })));

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
