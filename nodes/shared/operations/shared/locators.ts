import { type Field, locator, slug } from '../../fields/kinds';
import * as lists from '../../lists/lists';
import { listPlaceholders } from '../../lists/picker';
import { byExternalId, epics, workItems } from '../../lists/workItems';

/** The locators for the placeholders of paths, each shared by all operations with that placeholder. */
const locators = [
	locator('project_id', 'Which project', { list: lists.projects }),
	locator('work_item_id', 'Which work item', {
		list: workItems,
	}),
	locator('related_work_item_id', 'The other work item', { list: workItems }),
	locator('link_id', 'Which link', { list: lists.links }),
	locator('comment_id', 'Which comment', { list: lists.comments }),
	locator('activity_id', 'Which activity', { list: lists.activities }),
	locator('attachment_id', 'Which attachment', { list: lists.attachments }),
	locator('state_id', 'Which state', { list: lists.states }),
	locator(
		'member_id',
		"ID from Project Member → Add, not the user's",
		{},
		{ displayName: 'Membership' },
	),
	locator('invitation_id', 'Which invitation', { list: lists.invitations }),
	locator('sticky_id', 'Which sticky', { list: lists.stickies }),
	locator('label_id', 'Which label', { list: lists.labels }),
	locator('module_id', 'Which module', { list: lists.modules }),
	locator('cycle_id', 'Which cycle', {
		list: lists.cycles,
	}),
	locator('customer_id', 'Which customer', {
		list: lists.customers,
	}),
	locator('request_id', 'Which request', { list: lists.customerRequests }),
	locator('property_id', 'Which property', { list: lists.customerProperties }),
	locator('initiative_id', 'Which initiative', {
		list: lists.initiatives,
	}),
	locator('type_id', 'Which type', { list: lists.workItemTypes }),
	locator('option_id', 'Which option', { list: lists.propertyOptions }),
	locator('worklog_id', 'Which worklog', { list: lists.worklogs }),
	locator('estimate_id', 'ID from Estimate → Get'),
	locator('estimate_point_id', 'Point of the estimate', { list: lists.estimatePoints }),
	locator('page_id', 'Page', { list: lists.pages }),
	locator('epic_id', 'Which epic; a key such as LNCH-12 stands for its ID', {
		list: epics,
	}),
	locator('milestone_id', 'Which milestone', { list: lists.milestones }),
	locator('teamspace_id', 'Which teamspace', {
		list: lists.teamspaces,
	}),
] as const;

/** A placeholder of a path. */
export type LocatorName = (typeof locators)[number]['wire'];

/** Finds the locators for the placeholders of a path, in the order of the path. */
export const findPathLocators = (path: string): readonly Field<LocatorName>[] =>
	listPlaceholders(path).flatMap((name) => locators.filter(({ wire }) => wire === name));

/** The locators of records whose keys name a record that they belong to: of work items, for the project. */
export const findKeyLocators = (ownerWire: string): readonly Field[] =>
	locators.filter(({ source }) =>
		source?.keys?.some(({ owner }) => owner?.pathParam === ownerWire),
	);

/** Archived work items are in no list, and are not found by their keys (row 29). */
export const archivedWorkItem = locator(
	'work_item_id',
	'Archived work item; no list or key finds it',
	{ modes: [byExternalId], source: workItems },
);

export const archivedCycle = locator('cycle_id', 'Which archived cycle', {
	list: lists.archivedCycles,
});

export const archivedModule = locator('module_id', 'Which archived module', {
	list: lists.archivedModules,
});

export const initiativeLabel = locator('label_id', 'Which label', {
	list: lists.initiativeLabels,
});

export const projectLabel = locator('label_id', 'Which label', {
	list: lists.projectLabels,
});

export const projectPage = locator('page_id', 'Which page', { list: lists.pages });

/** The path has the ID of the link, although the vendor's pages call it the ID of the page (row 465). */
export const workItemPage = locator('page_id', 'Which linked page', {
	list: lists.workItemPages,
});

/** Only an archived page can be restored or deleted (row 466). */
export const archivedPage = locator('page_id', 'Which archived page', {
	list: lists.archivedPages,
});

export const archivedWikiPage = locator('page_id', 'Which archived page', {
	list: lists.archivedWikiPages,
});

export const wikiPage = locator('page_id', 'Which page', { list: lists.wikiPages });

export const workItemProperty = locator('property_id', 'Which property', {
	list: lists.workItemProperties,
});

/** A property in a path without its type, so that no list shows it. */
export const projectProperty = locator('property_id', 'ID from Work Item Property → Get Many');

/** In paths, an intake item has the ID of its work item (row 34). */
export const intakeItem = locator(
	'work_item_id',
	'Intake item, by the ID of its work item',
	{ list: lists.intakeItems },
	{ displayName: 'Intake Item' },
);

/** If it is empty, the workspace of the credential is used. */
export const workspace = slug(
	'workspace_slug',
	'If another one',
	// An example would look like a field that has to be filled in.
	{ placeholder: 'From the credential' },
);
