import { describe, expect, test } from '@jest/globals';

import { byId, locator, withRequestOptions } from './samples';
import { useWorld } from './useWorld';

/** What comes of a request that Plane may have carried out although its response says otherwise. */

const world = useWorld({ serverKind: 'community' }, true);

const UNKNOWN = 'Plane may or may not have saved this';

/** A response to an exception inside the server, after the record was saved (row 88). */
const failAfterSaving = (error: string) =>
	world.service.faults.plan(
		{
			kind: 'status',
			status: 400,
			body: JSON.stringify({ error }),
			carriedOut: true,
		},
		{ when: ({ method }) => method === 'POST' },
	);

describe('An exception inside the server that is answered with 400', () => {
	test('leaves open whether a comment was saved, and warns of a duplicate (case P30)', async () => {
		const { projects, workItems, comments } = world.service.state;
		const before = comments.length;

		failAfterSaving('The required key does not exist.');

		const { error } = await world.run('workItemComment.create', {
			projectId: locator(projects),
			workItemId: locator(workItems),
			comment: 'Ready for review',
		});

		expect(error?.message).toContain('The required key does not exist');
		expect(error?.description).toContain(UNKNOWN);
		expect(error?.description).toContain('or you may create a duplicate');
		expect(world.service.state.comments).toHaveLength(before + 1);
	});

	test('does not keep a work item with an External ID from being found (case P30)', async () => {
		const { projects } = world.service.state;

		failAfterSaving('The payload is not valid');

		const { json, error } = await world.run('workItem.create', {
			projectId: locator(projects),
			name: 'Print the badges',
			additionalFields: { externalSource: 'sheet', externalId: 'row-12' },
		});

		const saved = world.service.state.workItems.filter(({ name }) => name === 'Print the badges');

		expect(error).toBeUndefined();
		expect(saved).toHaveLength(1);
		expect(json).toMatchObject([{ id: saved[0]?.id }]);
	});
});

test('A transfer of work items that may have arrived is not sent again (finding 8)', async () => {
	const { projects, cycles } = world.service.state;
	const idOfCycle = (name: string) => cycles.find((cycle) => cycle.name === name)?.id;
	const isTransfer = (url = '') => url.includes('/transfer-issues/');

	world.service.faults.plan({ kind: 'dropDone' }, { when: ({ url }) => isTransfer(url) });

	const { error } = await world.run(
		'cycle.transferWorkItems',
		withRequestOptions(
			{ retries: 3 },
			{
				projectId: byId(projects[1]?.id),
				cycleId: byId(idOfCycle('Week 1')),
				newCycleId: byId(idOfCycle('Now')),
			},
		),
	);

	expect(error?.description).toContain('Check in Plane before you run the item again');
	expect(world.service.requests.filter(({ url }) => isTransfer(url))).toHaveLength(1);
});
