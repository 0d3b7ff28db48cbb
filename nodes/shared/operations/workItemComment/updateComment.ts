import { comment, commentFields } from './commentFields';
import { changes, operation } from '../operation';

export const updateComment = operation({
	kind: 'update',
	resource: 'workItemComment',
	description: 'Change a comment on a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/comments/{comment_id}/',
	body: changes([comment, ...commentFields]),
});
