import { operation } from '../operation';

export const deleteLink = operation({
	kind: 'action',
	resource: 'workItemLink',
	description: 'Delete a link of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/{link_id}/',
	done: 'deleted',
});
