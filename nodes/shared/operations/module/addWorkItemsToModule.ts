import { module, project } from '../shared/locators';
import { additions, operation } from '../operation';
import { workItemIds } from '../shared/workItemIds';

/** Specification, operation 7. */
export const addWorkItemsToModule = operation({
	resource: 'module',
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to module',
	description: 'Add one or more work items of the project to a module',
	request: { method: 'POST', path: 'projects/{project_id}/modules/{module_id}/module-issues/' },
	path: [project, module],
	body: additions(workItemIds, 'issue', 'project'),
});
