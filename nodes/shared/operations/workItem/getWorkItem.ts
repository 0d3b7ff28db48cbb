import { cards } from '../shared/cards';
import { expanded } from './workItemList';
import { operation } from '../operation';

export const getWorkItem = operation({
	kind: 'get',
	resource: 'workItem',
	description: 'Retrieve one work item by its ID, key (LNCH-12), address or external ID',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	simplified: cards.workItem,
	options: [expanded],
});
