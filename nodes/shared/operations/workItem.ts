import {
	boolean,
	choice,
	date,
	html,
	id,
	labeled,
	lasting,
	name,
	record,
	records,
	required,
	text,
} from '../fields/kinds';
import { cycles, labels, modules, projectMembers, projects, states } from '../lists/lists';
import { workItems } from '../lists/workItems';
import { addWorkItemsToCycle } from './cycle';
import { addWorkItemsToModule } from './module';
import { changes, content, type Membership, operation } from './operation';
import { cards } from './shared/cards';
import { BY_EXTERNAL_ID, external } from './shared/external';
import { archivedWorkItem } from './shared/locators';
import { sortBy, wantedFields } from './shared/paging';
import { withinProject } from './shared/serverFilter';
import { sortOrder } from './shared/sortOrder';
import { expanded, workItemFilters } from './shared/workItemList';

const assignees = records('assignees', 'Users who work on it', projectMembers, {
	isChecked: true,
	isAssignment: true,
	// A project with a default assignee gives a new work item without assignees to that person (row 168).
	isSetAfterCreate: 'empty',
	ifNotTaken:
		'Plane assigns only active members of the project with the role Member or Admin, no guests. Give the others such a role in the project, or choose other people.',
});

const ofProject = records('labels', 'Labels of the work item', labels, {
	isChecked: true,
	isCreatable: true,
	ifNotTaken: 'Plane leaves out labels of other projects. Choose labels of this project.',
});

/** `null` is refused: without a priority, it is `none` (row 25). */
const choiceOfPriority = choice(
	'priority',
	['urgent', 'high', 'medium', 'low', 'none'],
	'How urgent it is',
);

export const priority = {
	...choiceOfPriority,
	kind: { ...choiceOfPriority.kind, cleared: 'none' },
};

const others = [
	html('description_html', 'What is to be done'),
	id('estimate_point', 'Estimate, by the ID of its point'),
	record(
		'parent',
		"Parent work item in the same project, by its ID, key or external ID. A key such as TES-7 is Plane's: for one of Jira or another tool that was imported as External ID, enter jira:TES-7.",
		workItems,
	),
	priority,
	date('start_date', 'Day on which the work starts'),
	lasting(record('state', 'State of the project that it is in', states)),
	date('target_date', 'Day by which it is to be done', { notBefore: 'start_date' }),
	id('type_id', 'Type of the work item, by its ID; only the commercial editions have types', {
		displayName: 'Type',
		ifNotTaken: 'Only the commercial editions of Plane have types. Otherwise remove Type.',
	}),
	sortOrder,
	...external('work item'),
];

/** What a new work item has besides its name. */
const newWorkItemFields = [assignees, ofProject, ...others];

/** Tells what becomes of the entries that a work item has already. */
const action = (wire: string, displayName: string) =>
	labeled(
		`${wire}_action`,
		{ Replace: 'replace', Add: 'add', Remove: 'remove' },
		`Whether to replace the ${wire} that it has, to add to them, or to remove from them`,
		{ displayName: `${displayName} Action` },
	);

/** What can be changed of a work item besides its name. */
const workItemFields = [
	{ ...assignees, action: action('assignees', 'Assignee') },
	{ ...ofProject, action: action('labels', 'Label') },
	...others,
];

/** What a new work item goes into, by requests of their own when it is there. */
const newMemberships: readonly Membership[] = [
	{
		field: record('cycle', 'Cycle to add it to. It is removed from any other cycle.', cycles),
		operation: addWorkItemsToCycle,
	},
	{ field: records('modules', 'Modules to put it into', modules), operation: addWorkItemsToModule },
];

/** What a work item is added to; that takes it out of none, so that an empty value means nothing. */
const memberships: readonly Membership[] = newMemberships.map(({ field, operation }) => ({
	field: lasting(field),
	operation,
}));

export const createWorkItem = operation({
	kind: 'create',
	resource: 'workItem',
	description: 'Create a new work item in a project',
	path: 'projects/{project_id}/work-items/',
	natural: { ...BY_EXTERNAL_ID, listFinds: true },
	body: content(
		[
			required(
				name('name', 'Title of the work item', { placeholder: 'e.g. Write the release notes' }),
			),
			...newWorkItemFields,
		],
		{ memberships: newMemberships },
	),
});

export const getWorkItem = operation({
	kind: 'get',
	resource: 'workItem',
	description: 'Retrieve one work item by its ID, key (LNCH-12), address or external ID',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	simplified: cards.workItem,
	options: [expanded],
});

export const getWorkItems = operation({
	kind: 'list',
	resource: 'workItem',
	description: 'Retrieve a list of the work items in a project, filtered and sorted',
	path: 'projects/{project_id}/work-items/',
	list: {
		records: 'work items',
		steadyOrder: 'sequence_id',
		simplified: cards.workItem,
		filters: [
			record('state', 'Only work items in this state', states),
			{
				...record('assignee', 'Only work items assigned to this user', projectMembers),
				rowField: 'assignees',
			},
			withinProject,
		],
		ownFilters: workItemFilters,
		options: [
			sortBy({
				'Highest Number First': '-sequence_id',
				'Lowest Number First': 'sequence_id',
				'Highest Priority First': 'priority',
				'Earliest Start Date First': 'start_date',
				'Earliest Target Date First': 'target_date',
				'By Name': 'name',
			}),
			expanded,
			wantedFields,
		],
	},
});

export const searchWorkItems = operation({
	kind: 'list',
	resource: 'workItem',
	description:
		'Search the work items of the workspace, or of one project, by words of their name, number or key',
	path: 'work-items/search/',
	value: 'search',
	name: 'Search',
	action: 'Search work items',
	list: {
		records: 'work items',
		simplified: cards.hit,
		comes: 'limited',
		fields: [
			required(
				text('search', 'What to look for in names, numbers and keys', {
					displayName: 'Search Term',
					placeholder: 'e.g. printer',
				}),
			),
		],
		options: [
			record('project_id', 'Only work items of this project', projects, {
				parameter: 'project',
				displayName: 'Project',
			}),
		],
	},
});

export const updateWorkItem = operation({
	kind: 'update',
	resource: 'workItem',
	description: 'Change the details of a work item, e.g. its state, assignees, labels or days',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	body: changes([lasting(name('name', 'Title of the work item')), ...workItemFields], {
		memberships,
	}),
});

export const deleteWorkItem = operation({
	kind: 'action',
	resource: 'workItem',
	description: 'Delete a work item; only its creator and administrators of the project may',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	done: 'deleted',
});

export const archiveWorkItem = operation({
	kind: 'action',
	resource: 'workItem',
	description: 'Archive a work item that is completed or cancelled',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	method: 'PATCH',
	done: 'archived',
	says: (today) => ({ archived_at: today }),
	// Plane's web app refuses others; its REST interface takes them, and nobody finds them again (row 90).
	precondition: {
		expand: 'state',
		row: 'state.group',
		values: ['completed', 'cancelled'],
		otherwise: [
			'is neither completed nor cancelled, and only such a work item can be archived',
			'Change its state first with Work Item → Update. To archive it as it is, turn on Archive Open Work Items under Options: no list, search or key finds it then, only its ID or External ID.',
		],
		option: boolean(
			'archive_open_work_items',
			'Whether to archive work items that are neither completed nor cancelled, too',
		),
	},
});

export const unarchiveWorkItem = operation({
	kind: 'action',
	resource: 'workItem',
	description: 'Restore a work item that was archived',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	method: 'PATCH',
	done: 'unarchived',
	locators: { work_item_id: archivedWorkItem },
	says: () => ({ archived_at: null }),
});
