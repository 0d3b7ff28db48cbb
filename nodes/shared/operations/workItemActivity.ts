import { operation } from './operation';
import { cards } from './shared/cards';
import { sortBy, wantedFields } from './shared/paging';

export const getActivity = operation({
	kind: 'get',
	resource: 'workItemActivity',
	description: 'Retrieve one activity of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/activities/{activity_id}/',
	simplified: cards.activity,
});

export const getActivities = operation({
	kind: 'list',
	resource: 'workItemActivity',
	description:
		'Retrieve a list of what was changed in a work item: the field, from what, to what, and by whom',
	path: 'projects/{project_id}/work-items/{work_item_id}/activities/',
	list: {
		records: 'work item activities',
		simplified: cards.activity,
		options: [sortBy(), wantedFields],
	},
});
