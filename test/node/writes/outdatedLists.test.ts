import { expect, it } from '@jest/globals';

import { byId, locateFirst } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { withApiV2 } from '../../service/testing/v2Client';
import type { PlaneOptions } from '../plane';
import { usePlanes } from '../usePlanes';

const startPlane = usePlanes();

/** The limit of Plane's own servers (row 19): the node has to wait for it several times. */
const limit = { requests: 60, windowMs: 60_000 };

// A list is sent as a whole (row 25), so that the one of the server has to be known when it is sent.
it.each<[server: string, options: PlaneOptions]>([
	['without API v2', { serverKind: 'community', workItems: 90, limit }],
	['with API v2', withApiV2({ workItems: 90, limit })],
])(
	'a label that somebody adds while the node adds another one stays, on a server %s',
	async (_, options) => {
		const plane = await startPlane({ ...options, latency: () => 30 });
		const { state } = plane.service;
		const project = state.projects[0]?.id;
		const workItems = state.workItems.filter((item) => item.project === project);
		const findLabel = (name: string) =>
			state.labels.find((label) => label.project === project && label.name === name)?.id ?? '';
		const [urgent, design] = [findLabel('urgent'), findLabel('design')];

		for (const item of workItems) item.labels = [];

		setTimeout(() => {
			for (const item of workItems) item.labels = [...item.labels, design];
		}, 30_000);

		const { error } = await plane.run(
			'workItem.update',
			{
				projectId: locateFirst(state.projects),
				workItemId: byId('={{ $json.id }}'),
				updateFields: { labels: [urgent], labelsAction: 'add' },
			},
			{ items: jsonItems(workItems.map(({ id }) => ({ id }))) },
		);

		expect(error).toBeUndefined();
		expect(workItems.length).toBeGreaterThan(limit.requests / 2);
		for (const { labels } of workItems)
			expect(labels.toSorted()).toEqual([urgent, design].toSorted());
	},
);
