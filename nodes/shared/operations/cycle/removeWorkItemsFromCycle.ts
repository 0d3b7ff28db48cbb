import { workItemIds } from '../shared/workItemIds';
import { operation } from '../operation';

export const removeWorkItemsFromCycle = operation({
	kind: 'remove',
	resource: 'cycle',
	description: 'Take one or more work items out of a cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/cycle-issues/{work_item_id}/',
	action: 'Remove work items from cycle',
	removal: {
		field: workItemIds('IDs or keys of the work items to remove'),
		placeholder: 'work_item_id',
	},
});
