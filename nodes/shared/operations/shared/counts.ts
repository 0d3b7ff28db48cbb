import { labeled } from '../../fields/kinds';

/** What counted work items can be grouped by, with the field of a simplified work item that shows it. */
export const COUNT_GROUPS = {
	assignee: 'assignees',
	cycle: 'cycle',
	label: 'labels',
	module: 'modules',
	priority: 'priority',
	state: 'state',
	stateGroup: 'state_group',
} as const;

/** A value of Group By. */
export type CountGroup = keyof typeof COUNT_GROUPS;

/** Whether a value of Group By groups the records, and does not only count them. */
export const isCountGroup = (value: unknown): value is CountGroup =>
	typeof value === 'string' && Object.hasOwn(COUNT_GROUPS, value);

/** Whether the numbers are of all records, or of those with each value of a field. It is not sent. */
export const countedBy = labeled(
	'group_by',
	{
		Assignee: 'assignee',
		Cycle: 'cycle',
		Label: 'label',
		Module: 'module',
		'None (Total)': 'none',
		Priority: 'priority',
		State: 'state',
		'State Group': 'stateGroup',
	},
	'What to count by: one number for each',
	{ default: 'none' },
);
