import {
	boolean,
	date,
	html,
	labeled,
	notClearable,
	record,
	records,
	required,
	text,
} from '../fields/kinds';
import {
	cycles,
	labels,
	modules,
	projectMembers,
	projects,
	states,
	workItemTypes,
} from '../lists/lists';
import { workItems } from '../lists/workItems';
import { addWorkItemsToCycle } from './cycle';
import { addWorkItemsToModule } from './module';
import { updateBody, upsertBody, createBody } from './body';
import { action, list, upsert, resource } from './builders';
import { bulkWrites } from './shared/bulkWrites';
import type { ClientFilter, ContainerFilter, Membership, Operation } from './operation';
import { estimatePoint } from './shared/estimateValue';
import { creationHistory } from './shared/creationHistory';
import { counted, simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { countedBy } from './shared/counts';
import { BY_EXTERNAL_ID, external } from './shared/external';
import { archivedWorkItem, findPathLocators } from './shared/locators';
import {
	MISLEADING_HEADINGS,
	withPrioritiesOfOtherTools,
	withStatesOfOtherTools,
	WORK_ITEM_HEADINGS,
} from './shared/otherTools';
import { includeCycleAndModules, includeCustomProperties, sortBy } from './shared/paging';
import { priority } from './shared/priority';
import { projectScope } from './shared/projectScope';
import { READ_ONLY_COLUMNS } from './shared/readOnlyColumns';
import { sortOrder } from './shared/sortOrder';
import { title } from './shared/title';
import { workItemContainers } from './shared/workItemContainers';
import { expandFields, workItemFilters } from './shared/workItemList';
import { searchScope, typeFilter, workItemConditions } from './shared/workItemSearch';

const assignees = records('assignees', 'Who works on it', projectMembers, {
	mustBeListed: true,
	activeMembersOnly: true,
	// A new work item without assignees goes to the default assignee of the project, if it has one (row 168).
	resendAfterCreate: 'empty',
	notAcceptedHint:
		'Plane assigns only active members of the project with the role Member or Admin, no guests. Give the others such a role in the project, or choose other people.',
});

const labelsField = records('labels', 'Which labels', labels, {
	mustBeListed: true,
	canCreateMissing: true,
	notAcceptedHint: 'Plane leaves out labels of other projects. Choose labels of this project.',
});

const sharedFields = [
	html('description_html', 'What is to be done'),
	estimatePoint,
	record(
		'parent',
		'Parent in the same project; jira:TES-7 for an imported TES-7 of Jira',
		workItems,
	),
	priority,
	date('start_date', 'When it starts'),
	notClearable(record('state', 'Which state', states)),
	date('target_date', 'When it is due', {
		displayName: 'Due Date',
		notBefore: 'start_date',
	}),
	record('type_id', 'Which type (commercial editions)', workItemTypes, {
		displayName: 'Type',
		notAcceptedHint: 'Only the commercial editions of Plane have types. Otherwise remove Type.',
	}),
	sortOrder,
	...external,
];

/** The fields of a new work item in addition to its name. */
const createFields = [assignees, labelsField, ...sharedFields, ...creationHistory];

/** Whether an update replaces the entries of a list, adds to them or removes from them. */
const actionField = (wire: string, displayName: string) =>
	labeled(
		`${wire}_action`,
		{ Add: 'add', Remove: 'remove', Replace: 'replace' },
		`What to do with the existing ${wire}; by default, they are replaced`,
		{ displayName: `${displayName} Action` },
	);

/** The fields of an update in addition to the name. */
const updateFields = [
	{ ...assignees, actionField: actionField('assignees', 'Assignee') },
	{ ...labelsField, actionField: actionField('labels', 'Label') },
	...sharedFields,
];

/** The records to which a new work item is added, by further requests after it was created. */
const createMemberships: readonly Membership[] = [
	{
		field: record('cycle', 'Cycle to move it to', cycles),
		operation: addWorkItemsToCycle,
	},
	{ field: records('modules', 'Modules to add it to', modules), operation: addWorkItemsToModule },
];

/** An update adds the work item and never removes it, so that an empty value would have no effect. */
const updateMemberships: readonly Membership[] = createMemberships.map(({ field, operation }) => ({
	field: notClearable(field),
	operation,
}));

const operations = resource({
	resource: 'workItem',
	records: 'work items',
	path: 'projects/{project_id}/work-items/',
	recordPath: 'projects/{project_id}/work-items/{work_item_id}/',
	bulk: bulkWrites.workItem,
	output: simplified(simplifiers.workItem),
});

export const createWorkItem = operations.create({
	description: 'Create a work item in a project',
	naturalKey: { ...BY_EXTERNAL_ID, lookup: { kind: 'byExternalId' } },
	output: simplified(simplifiers.workItem),
	body: createBody([required(title), ...createFields], {
		memberships: createMemberships,
		customProperties: 'ofType',
		shownFields: [
			'assignees',
			'description_html',
			'labels',
			'priority',
			'start_date',
			'state',
			'target_date',
		],
	}),
});

const importedFields = createWorkItem.body.collectionFields.map((field) => {
	switch (field.wire) {
		case 'priority':
			return withPrioritiesOfOtherTools(field);
		case 'state':
			return { ...field, source: withStatesOfOtherTools(states) };
		default:
			return field;
	}
});

export const upsertWorkItem = upsert({
	resource: 'workItem',
	description:
		'Create a work item, or update the one with the same external ID or title, e.g. from a sheet or an export',
	path: 'projects/{project_id}/work-items/',
	bulk: bulkWrites.workItem,
	naturalKey: { ...BY_EXTERNAL_ID, lookup: { kind: 'byExternalId' } },
	output: simplified(simplifiers.workItem),
	body: upsertBody([required(title), ...importedFields], createMemberships),
	matchFields: ['external_id', 'name'],
	constantFields: ['external_source'],
	headings: WORK_ITEM_HEADINGS,
	misleadingHeadings: MISLEADING_HEADINGS,
	readOnlyColumns: READ_ONLY_COLUMNS,
});

export const getWorkItem = operations.get({
	description: 'Get one work item by its ID, key, address or external ID',
	options: [
		expandFields,
		includeCustomProperties(
			'Whether to add custom properties by name, in one more request (commercial editions)',
		),
	],
});

const serverFilters = [
	record('state', 'In this state', states),
	{
		...record('assignee', 'Assigned to this user', projectMembers),
		rowPath: 'assignees',
	},
];

const clientFilters: readonly (ClientFilter | ContainerFilter)[] = [
	...workItemFilters,
	typeFilter,
	{
		...workItemContainers.cycle,
		test: 'in',
		field: record('cycle', 'In this cycle', cycles),
	},
	{
		...workItemContainers.modules,
		test: 'in',
		field: record('module', 'In this module', modules),
	},
	{
		...workItemContainers.cycle,
		test: 'inNone',
		field: boolean(
			'without_cycle',
			'Whether in no cycle (on) or in one (off). The node reads every cycle for it.',
		),
	},
];

export const countWorkItems = operations.list({
	description: 'Count the work items of one or more projects, e.g. by state',
	value: 'count',
	name: 'Count',
	action: 'Count work items',
	output: counted(simplifiers.workItem),
	projectScope,
	fields: [countedBy],
	serverFilters,
	clientFilters,
});

export const getWorkItems = operations.list({
	description: 'List the work items of one or more projects',
	projectScope,
	serverFilters,
	clientFilters,
	options: [
		sortBy({
			'Highest Number First': '-sequence_id',
			'Lowest Number First': 'sequence_id',
			'Highest Priority First': 'priority',
			'Earliest Start Date First': 'start_date',
			'Earliest Due Date First': 'target_date',
			'By Title': 'name',
		}),
		expandFields,
		includeCycleAndModules,
		includeCustomProperties(
			'Whether to add custom properties by name, in one more request for each work item (commercial editions)',
		),
	],
});

/** The list has the parameters of the usual one, and only commercial servers have it (row 476). */
export const getArchivedWorkItems = list({
	resource: 'workItem',
	description: 'List the archived work items of a project',
	path: 'projects/{project_id}/archived-work-items/',
	plan: 'any',
	value: 'getArchivedWorkItems',
	name: 'Get Many Archived',
	action: 'Get many archived work items',
	records: 'work items',
	output: simplified(simplifiers.workItem),
	options: [sortBy(), expandFields],
});

export const searchWorkItems = list({
	resource: 'workItem',
	description: 'Search the work items of the workspace or a project by title, number or key',
	path: 'work-items/search/',
	value: 'search',
	name: 'Search',
	action: 'Search work items by title or key',
	records: 'work items',
	output: simplified(simplifiers.searchResult),
	paging: 'limitOnly',
	fields: [
		required(
			text('search', 'Text in titles, numbers or keys', {
				displayName: 'Search Term',
				placeholder: 'e.g. printer',
			}),
		),
		record('project_id', 'Empty for all projects', projects, {
			parameter: 'project',
			displayName: 'Project',
		}),
	],
	lacksCreationTime: true,
});

/** The project is in the body of the request, and names are looked up in it. */
const projectLocator = findPathLocators('{project_id}');

export const searchWorkItemsByConditions: Operation<'list'> = {
	...list({
		resource: 'workItem',
		description: 'Search the work items of the workspace or some projects by words and conditions',
		path: 'work-items/advanced-search/',
		method: 'POST',
		plan: 'any',
		value: 'searchAdvanced',
		name: 'Search (Advanced)',
		action: 'Search work items by conditions',
		records: 'work items',
		projectScope: searchScope,
		output: simplified(simplifiers.foundWorkItem),
		paging: 'limitOnly',
		fields: [
			text('query', 'Text to look for; empty for filters alone', {
				displayName: 'Search Term',
				parameter: 'searchTerm',
				placeholder: 'e.g. printer',
			}),
		],
		clientFilters: [typeFilter],
		search: workItemConditions,
		lacksCreationTime: true,
	}),
	locators: projectLocator,
};

/**
 * Lists what matches a query. It reads the list of the workspace, which only commercial servers have (row 483): a
 * Community Edition would ignore the query on the list of a project, and return everything.
 */
export const searchWorkItemsByQuery = list({
	resource: 'workItem',
	description: 'Search the work items of the workspace by a query in the Plane Query Language',
	path: 'work-items/',
	plan: 'Pro',
	value: 'searchByQuery',
	name: 'Search (PQL)',
	action: 'Search work items by query',
	records: 'work items',
	output: simplified(simplifiers.workItem),
	fields: [
		required(
			text('pql', 'Up to five conditions, with IDs for names', {
				displayName: 'PQL',
				placeholder: 'e.g. stateGroup IN openStates() AND isOverdue()',
			}),
		),
	],
	options: [sortBy(), expandFields],
	// The query has conditions for it.
	lacksCreationTime: true,
});

export const updateWorkItem = operations.update({
	description: 'Change a work item, e.g. its state, assignees, labels or days',
	output: simplified(simplifiers.workItem),
	body: updateBody([notClearable(title), ...updateFields], {
		memberships: updateMemberships,
		customProperties: 'ofType',
	}),
});

export const deleteWorkItem = operations.delete({
	description: 'Delete a work item, as its creator or an administrator of the project',
});

/** It shows whether a work item is archived (row 29). */
const archivedAt = date('archived_at', 'Day on which the work item was archived');

export const archiveWorkItem = action({
	resource: 'workItem',
	description: 'Archive a work item that is completed or cancelled',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	method: 'PATCH',
	resultKey: 'archived',
	refusals: [
		{
			when: { message: /only.*(completed|cancelled).*(issues|work items).*archived/i },
			subject: 'record',
			says: 'is neither completed nor cancelled, and only such a work item can be archived',
			remedy: 'If the work is over, change its state first with Work Item → Update.',
		},
	],
	body: createBody([], { fixedValues: [{ field: archivedAt, value: (today) => today }] }),
	// Plane's web app refuses others. Its REST API archives them, and they are hard to find again (row 90).
	check: {
		kind: 'record',
		expand: 'state',
		rowPath: 'state.group',
		allowedValues: ['completed', 'cancelled'],
		says: 'is neither completed nor cancelled, and only such a work item can be archived',
		remedy:
			'Change its state first with Work Item → Update. To archive it as it is, turn on Archive Open Work Items under Options: no list, search or key finds it then, only its ID or External ID.',
		overrideOption: boolean('archive_open_work_items', 'Whether to archive open work items, too'),
	},
});

export const unarchiveWorkItem = action({
	resource: 'workItem',
	description: 'Restore an archived work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	method: 'PATCH',
	resultKey: 'unarchived',
	locators: { work_item_id: archivedWorkItem },
	body: createBody([], { fixedValues: [{ field: archivedAt, value: () => null }] }),
});
