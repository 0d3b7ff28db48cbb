import { describe, expect, it } from '@jest/globals';

import { idOf } from '../service/state';
import { byId, locator } from './samples';
import { useWorld } from './useWorld';
import { serverKinds } from './world';

describe.each(serverKinds)('a delete, on a %s server', (serverKind) => {
	const world = useWorld({ serverKind });

	const remove = async (id: string) =>
		await world.run('label.delete', {
			projectId: locator(world.service.state.projects),
			labelId: byId(id),
		});

	it('gives the ID of the record that it has deleted', async () => {
		const { labels } = world.service.state;
		const [{ id } = { id: '' }] = labels;

		expect((await remove(id)).outputs).toEqual([
			[{ json: { deleted: true, id }, pairedItem: { item: 0 } }],
		]);
		expect(labels.map((label) => label.id)).not.toContain(id);
	});

	it('takes an ID in capitals, and gives it as Plane has it', async () => {
		const { labels } = world.service.state;
		const [{ id } = { id: '' }] = labels;

		expect((await remove(id.toUpperCase())).json).toEqual([{ deleted: true, id }]);
		expect(labels.map((label) => label.id)).not.toContain(id);
	});

	it('fails for a record that is not there, also after the limit refused the first try', async () => {
		const id = idOf('label', 999);

		for (const tries of [1, 2]) {
			if (tries === 2) world.service.faults.plan({ kind: 'status', status: 429, retryAfter: '0' });

			const { error, outputs } = await remove(id);

			expect(error?.message).toContain(`Plane did not find Label ${id}: `);
			expect(outputs.flat()).toEqual([]);
		}
	});
});

describe('a delete, where a path with what is no ID leads nowhere (row 18),', () => {
	const world = useWorld({ serverKind: 'community' });

	it('fails, whatever will do, also after a fault', async () => {
		for (const tries of [1, 2]) {
			if (tries === 2) world.service.faults.plan({ kind: 'status', status: 502 });

			const { error, outputs } = await world.run('workItem.delete', {
				projectId: locator(world.service.state.projects),
				workItemId: byId('no-id'),
				options: { ifNotFound: 'go_on' },
			});

			expect(error?.message).toBe('Work Item "no-id" is not an ID of Plane [item 0]');
			expect(outputs.flat()).toEqual([]);
		}
	});
});
