import { lasting, link, name, required } from '../fields/kinds';
import { changes, content, operation } from './operation';
import { cards } from './shared/cards';
import { wantedFields } from './shared/paging';

export const createLink = operation({
	kind: 'create',
	resource: 'workItemLink',
	description: 'Add a link to a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/',
	natural: { unique: ['url'] },
	body: content([
		required(link('url', 'Address that the link leads to')),
		name('title', 'What the link is called'),
	]),
});

export const getLink = operation({
	kind: 'get',
	resource: 'workItemLink',
	description: 'Retrieve one link of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/{link_id}/',
	simplified: cards.link,
});

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

export const deleteLink = operation({
	kind: 'action',
	resource: 'workItemLink',
	description: 'Delete a link of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/{link_id}/',
	done: 'deleted',
});
