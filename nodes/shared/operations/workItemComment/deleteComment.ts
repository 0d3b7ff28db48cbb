import { operation } from '../operation';

export const deleteComment = operation({
	kind: 'action',
	resource: 'workItemComment',
	description: 'Delete a comment on a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/comments/{comment_id}/',
	done: 'deleted',
});
