import { workItemIds } from '../shared/workItemIds';
import { operation } from '../operation';

export const addWorkItemsToCycle = operation({
	kind: 'add',
	resource: 'cycle',
	description: 'Add one or more work items of the project to a cycle; they leave any other cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/cycle-issues/',
	...{ value: 'addWorkItems', name: 'Add Work Items', action: 'Add work items to cycle' },
	addition: {
		field: workItemIds('IDs or keys of the work items to add'),
		row: 'issue',
		place: 'project',
		moves: true,
		countsAgain: true,
		targetLists: ['projects/{project_id}/cycles/', 'projects/{project_id}/archived-cycles/'],
		closed: {
			CYCLE_COMPLETED: ['has ended', 'Choose another one: a cycle that has ended takes no more.'],
		},
	},
});
