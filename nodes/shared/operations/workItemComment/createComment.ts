import { required } from '../../fields/kinds';
import { BY_EXTERNAL_ID } from '../shared/external';
import { comment, commentFields } from './commentFields';
import { content, operation } from '../operation';

export const createComment = operation({
	kind: 'create',
	resource: 'workItemComment',
	description: 'Add a comment to a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/comments/',
	natural: BY_EXTERNAL_ID,
	body: content([required(comment), ...commentFields]),
});
