import { describe, expect, it } from '@jest/globals';

import { byId, locateFirst, matchByTitle } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { outcomes } from '../../nodeTexts';
import { NetworkError } from '../inProcessHttp';
import type { Plane } from '../plane';
import { usePlanes } from '../usePlanes';

const startPlane = usePlanes();

/** How often the node sends a change: once, and four times again. */
const ATTEMPTS = 5;

/**
 * Starts a Plane that carries out the first change, but drops the connection. The node does not get an answer
 * to its further attempts either.
 *
 * @param code why: the server refuses connections while it restarts, for example
 */
async function startLosing(code: string): Promise<Plane> {
	let attempts = 0;

	return await startPlane({
		serverKind: 'community',
		workItems: 1,
		carryOut: async ({ method }, inject) => {
			if (method === 'GET' || attempts >= ATTEMPTS) return await inject();

			attempts++;
			if (attempts > 1) throw new NetworkError(code);

			await inject();
			throw new NetworkError('ECONNRESET');
		},
	});
}

function readFirst({ service }: Plane) {
	const [workItem] = service.state.workItems;
	if (workItem === undefined) throw new Error('There is no work item');

	return workItem;
}

describe.each(['ECONNRESET', 'ECONNREFUSED'])(
	'A change that is carried out, but not answered, before attempts that end with %s',
	(code) => {
		it.each([
			['workItem.update', { updateFields: { name: 'Changed' } }, outcomes.maybeSaved],
			['workItem.delete', {}, outcomes.maybeDeleted],
		])('may have been carried out: %s', async (operation, parameters, outcome) => {
			const plane = await startLosing(code);

			const { error } = await plane.run(operation, {
				projectId: locateFirst(plane.service.state.projects),
				workItemId: byId(readFirst(plane).id),
				...parameters,
			});

			expect(error?.description).toContain(outcome);
		});

		it('is undone by the next item of the same record', async () => {
			const plane = await startLosing(code);
			const workItem = Object.assign(readFirst(plane), { name: 'Sails', priority: 'low' });

			const { json } = await plane.run(
				'workItem.upsert',
				{
					projectId: locateFirst(plane.service.state.projects),
					columns: matchByTitle,
				},
				{
					items: jsonItems([
						{ Title: 'Sails', Priority: 'high' },
						{ Title: 'Sails', Priority: 'low' },
					]),
					onError: 'continueRegularOutput',
				},
			);

			expect(json).toMatchObject([{ error: expect.anything() }, { outcome: 'updated' }]);
			expect(workItem.priority).toBe('low');
		});
	},
);

describe('A label that is added after a change of the labels that was not answered', () => {
	it('is added to the labels that the work item has', async () => {
		const plane = await startLosing('ECONNRESET');
		const workItem = Object.assign(readFirst(plane), { labels: [] as string[] });
		const labels = plane.service.state.labels
			.filter(({ project }) => project === workItem.project)
			.map(({ id }) => id);

		const { json } = await plane.run(
			'workItem.update',
			{
				projectId: locateFirst(plane.service.state.projects),
				workItemId: byId(workItem.id),
				updateFields: { labels: '={{ [$json.label] }}', labelsAction: 'add' },
			},
			{
				items: jsonItems(labels.map((label) => ({ label }))),
				onError: 'continueRegularOutput',
			},
		);

		expect(json.map(({ error }) => error !== undefined)).toEqual(
			labels.map((_, index) => index === 0),
		);
		expect(workItem.labels.toSorted()).toEqual(labels.toSorted());
	});
});
