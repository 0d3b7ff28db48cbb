import { cards } from '../shared/cards';
import { wantedFields } from '../shared/paging';
import { operation } from '../operation';

export const getComments = operation({
	kind: 'list',
	resource: 'workItemComment',
	description: 'Retrieve a list of the comments on a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/comments/',
	list: {
		records: 'work item comments',
		simplified: cards.comment,
		options: [wantedFields],
	},
});
