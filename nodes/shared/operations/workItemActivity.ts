import { get, list } from './builders';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { sortBy } from './shared/paging';

export const getActivity = get({
	resource: 'workItemActivity',
	description: 'Get one activity of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/activities/{activity_id}/',
	output: simplified(simplifiers.activity),
});

export const getActivities = list({
	resource: 'workItemActivity',
	description: 'List the changes to a work item: field, old and new value, and person',
	path: 'projects/{project_id}/work-items/{work_item_id}/activities/',
	records: 'work item activities',
	output: simplified(simplifiers.activity),
	options: [sortBy()],
});
