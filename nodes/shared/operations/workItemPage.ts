import { record, required } from '../fields/kinds';
import { features } from '../fields/features';
import { pages } from '../lists/lists';
import { createBody } from './body';
import { action, create, get, list } from './builders';
import { workItemPage } from './shared/locators';
import { sortBy } from './shared/paging';

export const addPageToWorkItem = create({
	resource: 'workItemPage',
	value: 'add',
	name: 'Add',
	action: 'Add page to work item',
	description: 'Link a page of the project to a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/pages/',
	plan: 'Pro',
	feature: features.pages,
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

export const getPageOfWorkItem = get({
	resource: 'workItemPage',
	description: 'Get one link of a work item to a page',
	path: 'projects/{project_id}/work-items/{work_item_id}/pages/{page_id}/',
	plan: 'Pro',
	feature: features.pages,
	locators: { page_id: workItemPage },
});

export const getPagesOfWorkItem = list({
	resource: 'workItemPage',
	description: 'List the pages that are linked to a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/pages/',
	plan: 'Pro',
	feature: features.pages,
	records: 'work item pages',
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
