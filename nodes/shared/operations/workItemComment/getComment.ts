import { cards } from '../shared/cards';
import { operation } from '../operation';

export const getComment = operation({
	kind: 'get',
	resource: 'workItemComment',
	description: 'Retrieve one comment on a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/comments/{comment_id}/',
	simplified: cards.comment,
});
