import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { action, resource } from './builders';
import { archivedPage, projectPage } from './shared/locators';
import {
	changeablePageFields,
	NEW_PAGE_RULES,
	newPageFields,
	PAGE_KEY,
	PAGE_REQUEST,
	pageFilters,
} from './shared/pageFields';
import { sortBy } from './shared/paging';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';

const operations = resource({
	resource: 'page',
	records: 'project pages',
	path: 'projects/{project_id}/pages/',
	recordPath: 'projects/{project_id}/pages/{page_id}/',
	plan: 'any',
	feature: features.pages,
	locators: { page_id: projectPage },
	output: simplified(simplifiers.page),
});

export const createPage = operations.create({
	action: 'Create project page',
	description: 'Create a page in a project',
	naturalKey: PAGE_KEY,
	recordRequest: PAGE_REQUEST,
	output: simplified(simplifiers.page),
	body: createBody(newPageFields, { rules: NEW_PAGE_RULES }),
});

export const getPage = operations.get({
	action: 'Get project page',
	description: 'Get one page in a project, with its text',
});

export const getPages = operations.list({
	action: 'Get many project pages',
	description: 'List the pages in a project, without their texts',
	output: simplified(simplifiers.pageOfList),
	serverFilters: pageFilters,
	options: [sortBy()],
});

export const updatePage = operations.update({
	action: 'Update project page',
	description: 'Change the name or text of a page that is neither locked nor archived',
	method: 'PUT',
	output: simplified(simplifiers.page),
	body: updateBody(changeablePageFields),
});

export const archivePage = action({
	resource: 'page',
	action: 'Archive project page',
	description: 'Archive a page of a project',
	path: 'projects/{project_id}/pages/{page_id}/archive/',
	plan: 'any',
	feature: features.pages,
	isRecent: true,
	locators: { page_id: projectPage },
	resultKey: 'archived',
});

export const unarchivePage = action({
	resource: 'page',
	action: 'Unarchive project page',
	description: 'Restore an archived page of a project',
	path: 'projects/{project_id}/pages/{page_id}/archive/',
	plan: 'any',
	feature: features.pages,
	isRecent: true,
	locators: { page_id: archivedPage },
	resultKey: 'unarchived',
});

export const deletePage = operations.delete({
	action: 'Delete project page',
	description: 'Delete an archived page of a project, and no other',
	locators: { page_id: archivedPage },
});
