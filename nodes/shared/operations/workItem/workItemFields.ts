import { choice, date, html, id, labeled, lasting, record, records } from '../../fields/kinds';
import { cycles, labels, modules, projectMembers, states } from '../../lists/lists';
import { workItems } from '../../lists/workItems';
import { addWorkItemsToCycle } from '../cycle/addWorkItemsToCycle';
import { addWorkItemsToModule } from '../module/addWorkItemsToModule';
import type { Membership } from '../operation';
import { external } from '../shared/external';
import { sortOrder } from '../shared/sortOrder';

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
export const newWorkItemFields = [assignees, ofProject, ...others];

/** Tells what becomes of the entries that a work item has already. */
const action = (wire: string, displayName: string) =>
	labeled(
		`${wire}_action`,
		{ Replace: 'replace', Add: 'add', Remove: 'remove' },
		`Whether to replace the ${wire} that it has, to add to them, or to remove from them`,
		{ displayName: `${displayName} Action` },
	);

/** What can be changed of a work item besides its name. */
export const workItemFields = [
	{ ...assignees, action: action('assignees', 'Assignee') },
	{ ...ofProject, action: action('labels', 'Label') },
	...others,
];

/** What a new work item goes into, by requests of their own when it is there. */
export const newMemberships: readonly Membership[] = [
	{
		field: record('cycle', 'Cycle to add it to. It is removed from any other cycle.', cycles),
		operation: addWorkItemsToCycle,
	},
	{ field: records('modules', 'Modules to put it into', modules), operation: addWorkItemsToModule },
];

/** What a work item is added to; that takes it out of none, so that an empty value means nothing. */
export const memberships: readonly Membership[] = newMemberships.map(({ field, operation }) => ({
	...{ field: lasting(field), operation },
}));
