import { describe, expect, it } from '@jest/globals';

import { locator } from './samples';
import { useWorlds } from './useWorld';

/** Work items of one priority, on a server that gives equal ones in another order for each page (P57). */
describe('a list whose equal rows come in another order for each page (P57)', () => {
	const { start } = useWorlds();

	async function read(options: Record<string, string>) {
		const world = await start({
			serverKind: 'community',
			differences: { shufflesEquals: true },
			workItems: 290,
		});
		const [project] = world.service.state.projects;
		const items = world.service.state.workItems.filter((row) => row.project === project?.id);

		for (const [index, item] of items.entries()) {
			item.priority = index % 29 === 0 ? 'urgent' : 'low';
		}

		const outcome = await world.run('workItem.getAll', {
			projectId: locator(world.service.state.projects),
			returnAll: true,
			options,
		});

		return { ...outcome, items, requests: world.service.requests.length };
	}

	it('comes whole and in the order of Sort, without a hint', async () => {
		const { json, hints, items } = await read({ orderBy: 'priority' });
		const ids = json.map(({ id }) => id);
		const priorities = json.map(({ priority }) => priority);

		expect(new Set(ids)).toEqual(new Set(items.map(({ id }) => id)));
		expect(ids).toHaveLength(items.length);
		expect(priorities.lastIndexOf('urgent')).toBe(9);
		expect(hints).toEqual([]);
	});

	it('takes no request more if no two rows are equal', async () => {
		const { json, requests } = await read({ orderBy: 'sequence_id' });

		expect(json).toHaveLength(290);
		expect(requests).toBe(3);
	});
});
