import { operation } from '../operation';

export const deleteWorkItem = operation({
	kind: 'action',
	resource: 'workItem',
	description: 'Delete a work item; only its creator and administrators of the project may',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	done: 'deleted',
});
