import { operation } from '../operation';
import { workItemIds } from '../shared/workItemIds';

export const addWorkItemsToCycle = operation({
	kind: 'add',
	resource: 'cycle',
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to cycle',
	description: 'Add one or more work items of the project to a cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/cycle-issues/',
	addition: {
		field: workItemIds,
		row: 'issue',
		place: 'project',
		moves: true,
		closed: {
			CYCLE_COMPLETED: ['has ended', 'Choose another one: a cycle that has ended takes no more.'],
		},
	},
});
