import { cards } from '../shared/cards';
import { wantedFields } from '../shared/paging';
import { operation } from '../operation';

export const getLinks = operation({
	kind: 'list',
	resource: 'workItemLink',
	description: 'Retrieve a list of the links of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/',
	list: {
		records: 'work item links',
		simplified: cards.link,
		options: [wantedFields],
	},
});
