import { archivedWorkItem } from '../shared/locators';
import { operation } from '../operation';

export const unarchiveWorkItem = operation({
	kind: 'action',
	resource: 'workItem',
	description: 'Restore a work item that was archived',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	method: 'PATCH',
	done: 'unarchived',
	locators: { work_item_id: archivedWorkItem },
	says: () => ({ archived_at: null }),
});
