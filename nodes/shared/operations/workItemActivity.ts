import { resource } from './builders';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { sortBy } from './shared/paging';

const operations = resource({
	resource: 'workItemActivity',
	records: 'work item activities',
	path: 'projects/{project_id}/work-items/{work_item_id}/activities/',
	recordPath: 'projects/{project_id}/work-items/{work_item_id}/activities/{activity_id}/',
	output: simplified(simplifiers.activity),
});

export const getActivity = operations.get({
	description: 'Get one activity of a work item',
});

export const getActivities = operations.list({
	description: 'List the changes to a work item: field, old and new value, and person',
	options: [sortBy()],
});
