import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { action, resource } from './builders';
import { archivedWikiPage, wikiPage } from './shared/locators';
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
	resource: 'wikiPage',
	records: 'wiki pages',
	path: 'pages/',
	recordPath: 'pages/{page_id}/',
	plan: 'any',
	feature: features.wiki,
	locators: { page_id: wikiPage },
	output: simplified(simplifiers.page),
});

export const createWikiPage = operations.create({
	action: 'Create wiki page',
	description: 'Create a page in the wiki',
	naturalKey: PAGE_KEY,
	recordRequest: PAGE_REQUEST,
	output: simplified(simplifiers.page),
	body: createBody(newPageFields, { rules: NEW_PAGE_RULES }),
});

export const getWikiPage = operations.get({
	action: 'Get wiki page',
	description: 'Get one page of the wiki, with its text',
});

export const getWikiPages = operations.list({
	action: 'Get many wiki pages',
	description: 'List the pages of the wiki, without their texts',
	output: simplified(simplifiers.pageOfList),
	serverFilters: pageFilters,
	options: [sortBy()],
});

export const updateWikiPage = operations.update({
	action: 'Update wiki page',
	description: 'Change the name or text of a page that is neither locked nor archived',
	method: 'PUT',
	output: simplified(simplifiers.page),
	body: updateBody(changeablePageFields),
});

export const archiveWikiPage = action({
	resource: 'wikiPage',
	action: 'Archive wiki page',
	description: 'Archive a page of the wiki',
	path: 'pages/{page_id}/archive/',
	plan: 'any',
	feature: features.wiki,
	isRecent: true,
	locators: { page_id: wikiPage },
	resultKey: 'archived',
});

export const unarchiveWikiPage = action({
	resource: 'wikiPage',
	action: 'Unarchive wiki page',
	description: 'Restore an archived page of the wiki',
	path: 'pages/{page_id}/archive/',
	plan: 'any',
	feature: features.wiki,
	isRecent: true,
	locators: { page_id: archivedWikiPage },
	resultKey: 'unarchived',
});

export const deleteWikiPage = operations.delete({
	action: 'Delete wiki page',
	description: 'Delete an archived page of the wiki, and no other',
	locators: { page_id: archivedWikiPage },
});
