import { cycle, project } from '../shared/locators';
import { additions, operation } from '../operation';
import { workItemIds } from '../shared/workItemIds';

/** Specification, operation 8. */
export const addWorkItemsToCycle = operation({
	resource: 'cycle',
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to cycle',
	description: 'Add one or more work items of the project to a cycle',
	request: { method: 'POST', path: 'projects/{project_id}/cycles/{cycle_id}/cycle-issues/' },
	path: [project, cycle],
	body: additions(workItemIds, 'issue', 'project', {
		moves: true,
		closed: {
			CYCLE_COMPLETED: ['has ended', 'Choose another one: a cycle that has ended takes no more.'],
		},
	}),
});
