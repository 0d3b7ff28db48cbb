import { operation } from '../operation';
import { module, project } from '../shared/locators';
import { workItemIds } from '../shared/workItemIds';

export const addWorkItemsToModule = operation({
	kind: 'add',
	resource: 'module',
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to module',
	description: 'Add one or more work items of the project to a module',
	request: { method: 'POST', path: 'projects/{project_id}/modules/{module_id}/module-issues/' },
	path: [project, module],
	addition: { field: workItemIds, row: 'issue', place: 'project' },
});
