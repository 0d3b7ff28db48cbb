import { operation } from '../operation';

export const archiveWorkItem = operation({
	kind: 'action',
	resource: 'workItem',
	description: 'Archive a work item that is completed or cancelled',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	method: 'PATCH',
	done: 'archived',
	says: (today) => ({ archived_at: today }),
});
