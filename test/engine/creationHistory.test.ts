import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../nodes/shared/values/asText';
import { byId } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

const ORIGINAL_TIME = '2025-08-20T12:39:00.000Z';

/** A row of Jira with the time and the author of the original. */
describe('The original date and author', () => {
	const world = useWorld({ serverKind: 'community', workItems: 2 }, true);

	const project = () => ({ projectId: byId(world.service.state.projects[0]?.id) });
	/** Not the user of the credential, who is the first one. */
	const author = () => world.service.state.users[1];
	const history = () => ({
		createdAt: ORIGINAL_TIME,
		createdBy: byId(author()?.email),
	});
	const findWorkItem = (id: unknown) => world.service.state.workItems.find((row) => row.id === id);

	const upsert = async (row: IDataObject) =>
		await world.run(
			'workItem.upsert',
			{
				...project(),
				externalSource: 'sheet',
				columns: {
					mappingMode: 'autoMapInputData',
					value: null,
					matchingColumns: ['externalId'],
					schema: [],
				},
			},
			{ items: jsonItems([row]) },
		);

	it('are those of a new work item', async () => {
		const { json, error, hints } = await world.run('workItem.create', {
			...project(),
			name: 'Oil the bearings',
			additionalFields: history(),
		});

		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(json).toMatchObject([{ created_at: ORIGINAL_TIME }]);
		expect(findWorkItem(json[0]?.id)).toMatchObject({
			created_at: ORIGINAL_TIME,
			created_by: author()?.id,
		});
	});

	it('are those of a new comment, whose actor is the user of the key, as a hint says (row 68)', async () => {
		const { state } = world.service;
		const { error, hints } = await world.run('workItemComment.create', {
			...project(),
			workItemId: byId(state.workItems[0]?.id),
			comment: 'Done',
			additionalFields: { ...history(), actor: byId(author()?.email) },
		});

		expect(error).toBeUndefined();
		expect(state.comments.at(-1)).toMatchObject({
			created_at: ORIGINAL_TIME,
			created_by: author()?.id,
			actor: state.users[0]?.id,
		});
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('Plane did not keep Actor of item 0'),
		]);
	});

	it('stay as they are when Create or Update finds the work item', async () => {
		const row = { id: 'ENG-1', title: 'Oil', createdAt: ORIGINAL_TIME, createdBy: author()?.email };

		const first = await upsert(row);
		const changed = {
			...row,
			createdAt: '2024-01-01',
			createdBy: world.service.state.users[0]?.email,
		};
		const second = await upsert(changed);
		const third = await upsert({ ...changed, title: 'Oil it' });

		expect([first, second, third].map(({ json }) => json[0]?.outcome)).toEqual([
			'created',
			'unchanged',
			'updated',
		]);
		expect(world.service.ledger.at(-1)).toMatchObject({ body: { name: 'Oil it' } });
		expect(findWorkItem(asText(third.json[0]?.id))).toMatchObject({
			created_at: ORIGINAL_TIME,
			created_by: author()?.id,
		});
	});
});
