import { lasting, link, name } from '../../fields/kinds';
import { changes, operation } from '../operation';

/** The only path without a slash at the end; some servers redirect to the one with it (row 2). */
export const updateWorkItemLink = operation({
	kind: 'update',
	resource: 'workItemLink',
	description: 'Change a link of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/{link_id}',
	body: changes([
		// The real server takes a name silently, and does nothing with it (row 3).
		name('name', 'Title or description of the link', { alias: 'title' }),
		lasting(link('url', 'Address of the link')),
	]),
});
