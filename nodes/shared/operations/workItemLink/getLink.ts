import { cards } from '../shared/cards';
import { operation } from '../operation';

export const getLink = operation({
	kind: 'get',
	resource: 'workItemLink',
	description: 'Retrieve one link of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/{link_id}/',
	simplified: cards.link,
});
