import {
	boolean,
	date,
	html,
	labeled,
	notClearable,
	name,
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
import { workItemContainers } from './shared/workItemContainers';
import { expandFields, workItemFilters } from './shared/workItemList';
import { searchScope, typeFilter, workItemConditions } from './shared/workItemSearch';

const title = name('name', 'Title of the work item', {
	displayName: 'Title',
	placeholder: 'e.g. Write the release notes',
});

const assignees = records('assignees', 'Users who work on the work item', projectMembers, {
	mustBeListed: true,
	activeMembersOnly: true,
	// A new work item without assignees goes to the default assignee of the project, if it has one (row 168).
	resendAfterCreate: 'empty',
	notAcceptedHint:
		'Plane assigns only active members of the project with the role Member or Admin, no guests. Give the others such a role in the project, or choose other people.',
});

const labelsField = records('labels', 'Labels of the work item', labels, {
	mustBeListed: true,
	canCreateMissing: true,
	notAcceptedHint: 'Plane leaves out labels of other projects. Choose labels of this project.',
});

const sharedFields = [
	html('description_html', 'What is to be done', {
		placeholder: 'e.g. ## Steps to reproduce',
	}),
	estimatePoint,
	record(
		'parent',
		"Parent work item in the same project. A key such as TES-7 is Plane's: for one of Jira that was imported as External ID, enter jira:TES-7.",
		workItems,
	),
	priority,
	date('start_date', 'Day on which the work starts'),
	notClearable(record('state', 'State of the work item', states)),
	date('target_date', 'Day on which the work is due', {
		displayName: 'Due Date',
		notBefore: 'start_date',
	}),
	record(
		'type_id',
		'Type of the work item. Only the commercial editions have types.',
		workItemTypes,
		{
			displayName: 'Type',
			notAcceptedHint: 'Only the commercial editions of Plane have types. Otherwise remove Type.',
		},
	),
	sortOrder,
	...external,
];

/** The fields of a new work item in addition to its name. */
const createFields = [assignees, labelsField, ...sharedFields, ...creationHistory('work item')];

/** Whether an update replaces the entries of a list, adds to them or removes from them. */
const actionField = (wire: string, displayName: string) =>
	labeled(
		`${wire}_action`,
		{ Add: 'add', Remove: 'remove', Replace: 'replace' },
		`Whether to add to, remove from or replace the existing ${wire}. Without this field, they are replaced.`,
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
		field: record('cycle', 'Cycle to add it to. It is removed from any other cycle.', cycles),
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
	description: 'Create a new work item in a project',
	naturalKey: { ...BY_EXTERNAL_ID, lookup: { kind: 'byExternalId' } },
	output: simplified(simplifiers.workItem),
	body: createBody([required(title), ...createFields], {
		memberships: createMemberships,
		customProperties: 'ofType',
		shownFields: ['assignees', 'labels', 'priority', 'start_date', 'state', 'target_date'],
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
		"Create a work item, or update the one with the same external ID or title, from the columns of a sheet or of another tool's export",
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
	description: 'Retrieve one work item by its ID, key (LNCH-12), address or external ID',
	options: [
		expandFields,
		includeCustomProperties(
			'Whether to add the values of the custom properties, by name, in one more request. Commercial editions only.',
		),
	],
});

const serverFilters = [
	record('state', 'Only work items in this state', states),
	{
		...record('assignee', 'Only work items assigned to this user', projectMembers),
		rowPath: 'assignees',
	},
];

const clientFilters: readonly (ClientFilter | ContainerFilter)[] = [
	...workItemFilters,
	typeFilter,
	{
		...workItemContainers.cycle,
		test: 'in',
		field: record('cycle', 'Only work items in this cycle', cycles),
	},
	{
		...workItemContainers.modules,
		test: 'in',
		field: record('module', 'Only work items in this module', modules),
	},
	{
		...workItemContainers.cycle,
		test: 'inNone',
		field: boolean(
			'without_cycle',
			'Whether to return work items in no cycle (on), or in one (off). The node reads every cycle for it.',
		),
	},
];

export const countWorkItems = operations.list({
	description: 'Count the work items of one or several projects, e.g. by state or assignee',
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
	description:
		'Retrieve a list of the work items of a project, or of several projects, filtered and sorted',
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
			'Whether to add the values of the custom properties, by name. It takes one more request for each: 500 take 9 minutes on the cloud. Commercial editions only.',
		),
	],
});

export const searchWorkItems = list({
	resource: 'workItem',
	description:
		'Search the work items of the workspace, or of one project, by words of their name, number or key',
	path: 'work-items/search/',
	value: 'search',
	name: 'Search',
	action: 'Search work items by title or key',
	records: 'work items',
	output: simplified(simplifiers.searchResult),
	paging: 'limitOnly',
	fields: [
		required(
			text('search', 'What to look for in names, numbers and keys', {
				displayName: 'Search Term',
				placeholder: 'e.g. printer',
			}),
		),
		record('project_id', 'Only work items of this project. Leave empty for all.', projects, {
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
		description:
			'Search the work items of the workspace, or of some of its projects, by words and by conditions such as state, label, assignee and due date',
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
			text('query', 'What to look for in the work items. Leave empty to search by filters alone.', {
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

export const updateWorkItem = operations.update({
	description: 'Change the details of a work item, e.g. its state, assignees, labels or days',
	output: simplified(simplifiers.workItem),
	body: updateBody([notClearable(title), ...updateFields], {
		memberships: updateMemberships,
		customProperties: 'ofType',
	}),
});

export const deleteWorkItem = operations.delete({
	description: 'Delete a work item; only its creator and administrators of the project may',
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
		overrideOption: boolean(
			'archive_open_work_items',
			'Whether to archive work items that are neither completed nor cancelled, too',
		),
	},
});

export const unarchiveWorkItem = action({
	resource: 'workItem',
	description: 'Restore a work item that was archived',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	method: 'PATCH',
	resultKey: 'unarchived',
	locators: { work_item_id: archivedWorkItem },
	body: createBody([], { fixedValues: [{ field: archivedAt, value: () => null }] }),
});
