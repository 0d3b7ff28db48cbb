import { workItemIds } from '../shared/workItemIds';
import { operation } from '../operation';

export const removeWorkItemsFromModule = operation({
	kind: 'remove',
	resource: 'module',
	description: 'Take one or more work items out of a module',
	path: 'projects/{project_id}/modules/{module_id}/module-issues/{work_item_id}/',
	action: 'Remove work items from module',
	removal: {
		field: workItemIds('IDs or keys of the work items to remove'),
		placeholder: 'work_item_id',
	},
});
