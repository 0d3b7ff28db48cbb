import { notClearable, link, name, required } from '../fields/kinds';
import { updateBody, createBody } from './body';
import { action, create, get, list, update } from './builders';
import { simplified, simplifiedInTools } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { byUnique } from './shared/external';

export const createLink = create({
	resource: 'workItemLink',
	description: 'Add a link to a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/',
	naturalKey: byUnique('url'),
	output: simplifiedInTools(simplifiers.link),
	body: createBody([
		required(link('url', 'Where the link leads')),
		name('title', 'Title of the link'),
	]),
});

export const getLink = get({
	resource: 'workItemLink',
	description: 'Get one link of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/{link_id}/',
	output: simplified(simplifiers.link),
});

export const getLinks = list({
	resource: 'workItemLink',
	description: 'List the links of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/',
	records: 'work item links',
	output: simplified(simplifiers.link),
});

/** The only path without a trailing slash; some servers redirect to the path with one (row 2). */
export const updateWorkItemLink = update({
	resource: 'workItemLink',
	description: 'Change a link of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/{link_id}',
	output: simplifiedInTools(simplifiers.link),
	body: updateBody(
		[
			name('name', 'Title or description of the link', { responsePath: 'title' }),
			notClearable(link('url', 'Where the link leads')),
		],
		// Some servers accept a name silently and ignore it; their field is `title` (row 3).
		{ rules: [{ kind: 'renamed', field: 'name', otherName: 'title' }] },
	),
});

export const deleteLink = action({
	resource: 'workItemLink',
	description: 'Delete a link of a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/{link_id}/',
	resultKey: 'deleted',
});
