import { lasting, name } from '../../fields/kinds';
import { memberships, workItemFields } from './workItemFields';
import { changes, operation } from '../operation';

export const updateWorkItem = operation({
	kind: 'update',
	resource: 'workItem',
	description: 'Change the details of a work item, e.g. its state, assignees, labels or days',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	body: changes([lasting(name('name', 'Title of the work item')), ...workItemFields], {
		memberships,
	}),
});
