import { notClearable, link, name, required } from '../fields/kinds';
import { updateBody, createBody } from './body';
import { resource, update } from './builders';
import { simplified, simplifiedInTools } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { byUnique } from './shared/external';

const operations = resource({
	resource: 'workItemLink',
	records: 'work item links',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/',
	recordPath: 'projects/{project_id}/work-items/{work_item_id}/links/{link_id}/',
	output: simplified(simplifiers.link),
});

export const createLink = operations.create({
	description: 'Add a link to a work item',
	naturalKey: byUnique('url'),
	output: simplifiedInTools(simplifiers.link),
	body: createBody([
		required(link('url', 'Where the link leads')),
		name('title', 'Title of the link'),
	]),
});

export const getLink = operations.get({
	description: 'Get one link of a work item',
});

export const getLinks = operations.list({
	description: 'List the links of a work item',
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

export const deleteLink = operations.delete({
	description: 'Delete a link of a work item',
});
