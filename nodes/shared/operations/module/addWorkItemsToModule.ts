import { workItemIds } from '../shared/workItemIds';
import { operation } from '../operation';

export const addWorkItemsToModule = operation({
	kind: 'add',
	resource: 'module',
	description: 'Add one or more work items of the project to a module',
	path: 'projects/{project_id}/modules/{module_id}/module-issues/',
	...{ value: 'addWorkItems', name: 'Add Work Items', action: 'Add work items to module' },
	addition: {
		field: workItemIds('IDs or keys of the work items to add'),
		...{ row: 'issue', place: 'project' },
	},
});
