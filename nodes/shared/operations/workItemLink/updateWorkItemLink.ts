import { lasting, link as address, text } from '../../fields/kinds';
import { link, project, workItem } from '../shared/locators';
import { changes, operation } from '../operation';

/** Specification, operation 3: its path is the only one without a slash at the end. */
export const updateWorkItemLink = operation({
	resource: 'workItemLink',
	value: 'update',
	name: 'Update',
	action: 'Update work item link',
	description: 'Change a link of a work item',
	request: {
		method: 'PATCH',
		path: 'projects/{project_id}/work-items/{work_item_id}/links/{link_id}',
	},
	path: [project, workItem, link],
	body: changes(
		// Observed row 3: the real server takes a name without a word, and does nothing with it.
		text('name', 'Title or description of the link', { alias: 'title' }),
		lasting(address('url', 'Address that the link leads to')),
	),
});
