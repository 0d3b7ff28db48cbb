import { cards } from '../shared/cards';
import { operation } from '../operation';

export const getActivity = operation({
	kind: 'get',
	resource: 'workItemActivity',
	description: 'Retrieve one activity of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/activities/{activity_id}/',
	simplified: cards.activity,
});
