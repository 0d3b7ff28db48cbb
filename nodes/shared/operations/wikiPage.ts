import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { action, create, get, list, update } from './builders';
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

export const createWikiPage = create({
	resource: 'wikiPage',
	action: 'Create wiki page',
	description: 'Create a page in the wiki',
	path: 'pages/',
	plan: 'any',
	feature: features.wiki,
	naturalKey: PAGE_KEY,
	recordRequest: PAGE_REQUEST,
	output: simplified(simplifiers.page),
	body: createBody(newPageFields, { rules: NEW_PAGE_RULES }),
});

export const getWikiPage = get({
	resource: 'wikiPage',
	action: 'Get wiki page',
	description: 'Get one page of the wiki, with its text',
	path: 'pages/{page_id}/',
	plan: 'any',
	feature: features.wiki,
	locators: { page_id: wikiPage },
	output: simplified(simplifiers.page),
});

export const getWikiPages = list({
	resource: 'wikiPage',
	action: 'Get many wiki pages',
	description: 'List the pages of the wiki, without their texts',
	path: 'pages/',
	plan: 'any',
	feature: features.wiki,
	records: 'wiki pages',
	output: simplified(simplifiers.pageOfList),
	serverFilters: pageFilters,
	options: [sortBy()],
});

export const updateWikiPage = update({
	resource: 'wikiPage',
	action: 'Update wiki page',
	description: 'Change the name or text of a page that is neither locked nor archived',
	path: 'pages/{page_id}/',
	plan: 'any',
	feature: features.wiki,
	method: 'PUT',
	locators: { page_id: wikiPage },
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

export const deleteWikiPage = action({
	resource: 'wikiPage',
	action: 'Delete wiki page',
	description: 'Delete an archived page of the wiki, and no other',
	path: 'pages/{page_id}/',
	plan: 'any',
	feature: features.wiki,
	locators: { page_id: archivedWikiPage },
	resultKey: 'deleted',
});
