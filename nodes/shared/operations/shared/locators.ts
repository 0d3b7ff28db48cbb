import { type Field, locator, slug } from '../../fields/kinds';
import * as lists from '../../lists/lists';
import { placeholdersIn } from '../../lists/picker';
import { byExternalId, epics, workItems } from '../../lists/workItems';

/** The locators for the placeholders of paths, each shared by all operations with that placeholder. */
const locators = [
	locator('project_id', 'Which project', { list: lists.projects }),
	locator('work_item_id', 'Which work item', {
		list: workItems,
	}),
	locator('link_id', 'Link of the work item', { list: lists.links }),
	locator('comment_id', 'Comment on the work item', { list: lists.comments }),
	locator('activity_id', 'Activity of the work item', { list: lists.activities }),
	locator('attachment_id', 'Attachment of the work item', { list: lists.attachments }),
	locator('state_id', 'State of the project', { list: lists.states }),
	locator(
		'member_id',
		'Membership in the project: the ID that Project Member → Add returns, not the ID of the user',
		{},
		{ displayName: 'Membership' },
	),
	locator('invitation_id', 'Invitation to the workspace', { list: lists.invitations }),
	locator('sticky_id', 'Sticky of the user', { list: lists.stickies }),
	locator('label_id', 'Label of the project', { list: lists.labels }),
	locator('module_id', 'Module of the project', { list: lists.modules }),
	locator('cycle_id', 'Cycle of the project', {
		list: lists.cycles,
	}),
	locator('customer_id', 'Which customer', {
		list: lists.customers,
	}),
	locator('request_id', 'Request of the customer', { list: lists.customerRequests }),
	locator('property_id', 'Property of customers', { list: lists.customerProperties }),
	locator('initiative_id', 'Which initiative', {
		list: lists.initiatives,
	}),
	locator('type_id', 'Type of work items of the project', { list: lists.workItemTypes }),
	locator('option_id', 'Option of the property', { list: lists.propertyOptions }),
	locator('worklog_id', 'Worklog of the work item', { list: lists.worklogs }),
	locator('estimate_id', 'ID of the estimate of the project, which Estimate → Get returns'),
	locator('estimate_point_id', 'Point of the estimate', { list: lists.estimatePoints }),
	locator('page_id', 'Page', { list: lists.pages }),
	locator('epic_id', 'Epic of the project; its key, e.g. LNCH-12, stands for its ID', {
		list: epics,
	}),
	locator('milestone_id', 'Milestone of the project', { list: lists.milestones }),
	locator('teamspace_id', 'Which teamspace', {
		list: lists.teamspaces,
	}),
] as const;

/** A placeholder of a path. */
export type LocatorName = (typeof locators)[number]['wire'];

/** Finds the locators for the placeholders of a path, in the order of the path. */
export const findPathLocators = (path: string): readonly Field<LocatorName>[] =>
	placeholdersIn(path).flatMap((name) => locators.filter(({ wire }) => wire === name));

/** The locators of records whose keys name a record that they belong to: of work items, for the project. */
export const findKeyLocators = (ownerWire: string): readonly Field[] =>
	locators.filter(({ source }) =>
		source?.keys?.some(({ owner }) => owner?.pathParam === ownerWire),
	);

/** Archived work items are in no list, and are not found by their keys (row 29). */
export const archivedWorkItem = locator(
	'work_item_id',
	'ID of the archived work item. Plane neither lists it, nor finds it by its key.',
	{ modes: [byExternalId], source: workItems },
);

export const archivedCycle = locator('cycle_id', 'Archived cycle of the project', {
	list: lists.archivedCycles,
});

export const archivedModule = locator('module_id', 'Archived module of the project', {
	list: lists.archivedModules,
});

export const initiativeLabel = locator('label_id', 'Label of initiatives', {
	list: lists.initiativeLabels,
});

export const projectLabel = locator('label_id', 'Label of projects', {
	list: lists.projectLabels,
});

export const projectPage = locator('page_id', 'Page of the project', { list: lists.pages });

/** The path has the ID of the link, although the vendor's pages call it the ID of the page (row 465). */
export const workItemPage = locator('page_id', 'Page that is linked to the work item', {
	list: lists.workItemPages,
});

/** Only an archived page can be restored or deleted (row 466). */
export const archivedPage = locator('page_id', 'Archived page of the project', {
	list: lists.archivedPages,
});

export const archivedWikiPage = locator('page_id', 'Archived page of the wiki', {
	list: lists.archivedWikiPages,
});

export const wikiPage = locator('page_id', 'Page of the wiki', { list: lists.wikiPages });

export const workItemProperty = locator('property_id', 'Custom property of the type', {
	list: lists.workItemProperties,
});

/** A property in a path without its type, so that no list shows it. */
export const projectProperty = locator(
	'property_id',
	'ID of the custom property, which Work Item Property → Get Many returns',
);

/** In paths, an intake item has the ID of its work item (row 34). */
export const intakeItem = locator(
	'work_item_id',
	'Intake item of the project, given by the ID of its work item',
	{ list: lists.intakeItems },
	{ displayName: 'Intake Item' },
);

/** If it is empty, the workspace of the credential is used. */
export const workspace = slug(
	'workspace_slug',
	"If not the credential's",
	// An example would look like a field that has to be filled in.
	{ placeholder: 'From the credential' },
);
