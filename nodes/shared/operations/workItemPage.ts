import { record, required } from '../fields/kinds';
import { features } from '../fields/features';
import { pages } from '../lists/lists';
import { createBody } from './body';
import { action, resource } from './builders';
import { workItemPage } from './shared/locators';
import { sortBy } from './shared/paging';

const operations = resource({
	resource: 'workItemPage',
	records: 'work item pages',
	path: 'projects/{project_id}/work-items/{work_item_id}/pages/',
	recordPath: 'projects/{project_id}/work-items/{work_item_id}/pages/{page_id}/',
	plan: 'Pro',
	feature: features.pages,
	locators: { page_id: workItemPage },
});

export const addPageToWorkItem = operations.create({
	value: 'add',
	name: 'Add',
	action: 'Add page to work item',
	description: 'Link a page of the project to a work item',
	body: createBody([
		required(
			record('page_id', 'Which page', pages, {
				displayName: 'Page',
				// An object (row 465).
				responsePath: 'page.id',
			}),
		),
	]),
});

export const getPageOfWorkItem = operations.get({
	description: 'Get one link of a work item to a page',
});

export const getPagesOfWorkItem = operations.list({
	description: 'List the pages that are linked to a work item',
	options: [sortBy()],
});

export const removePageFromWorkItem = action({
	resource: 'workItemPage',
	description: 'Remove the link of a work item to a page',
	path: 'projects/{project_id}/work-items/{work_item_id}/pages/{page_id}/',
	plan: 'Pro',
	feature: features.pages,
	locators: { page_id: workItemPage },
	resultKey: 'removed',
	action: 'Remove page from work item',
});
