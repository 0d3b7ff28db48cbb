import { operation } from '../operation';
import { workItemIds } from '../shared/workItemIds';

export const addWorkItemsToModule = operation({
	kind: 'add',
	resource: 'module',
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to module',
	description: 'Add one or more work items of the project to a module',
	path: 'projects/{project_id}/modules/{module_id}/module-issues/',
	addition: { field: workItemIds, row: 'issue', place: 'project' },
});
