import { boolean, choices, date, record, records, text } from '../../fields/kinds';
import { labels, projectMembers, states } from '../../lists/lists';
import { workItems } from '../../lists/workItems';
import type { ClientFilter } from '../operation';
import { PRIORITIES } from '../../values/priorities';
import { updatedFilters } from './paging';

/** Filters for the first and the last day of a date field, both included. */
const dayFilters = (
	name: 'start' | 'target',
	label: string,
	verb: string,
): readonly ClientFilter[] => [
	{
		field: date(`${name}_from`, `${verb} this day or later`, {
			displayName: `${label} From`,
		}),
		rowPath: `${name}_date`,
		test: 'from',
	},
	{
		field: date(`${name}_to`, `${verb} this day or earlier`, {
			displayName: `${label} Until`,
		}),
		rowPath: `${name}_date`,
		test: 'to',
	},
];

/** Filters that no server supports, so that the node applies them. */
export const workItemFilters: readonly ClientFilter[] = [
	{
		field: choices(
			'state_group',
			['backlog', 'unstarted', 'started', 'completed', 'cancelled'],
			'In any of these groups',
		),
		rowPath: 'state.group',
		test: 'is',
		expand: 'state',
	},
	{
		field: records('assignees', 'Assigned to any of these', projectMembers),
		rowPath: 'assignees',
		test: 'is',
	},
	{
		field: boolean('unassigned', 'Whether nobody (on) or somebody (off) is assigned'),
		rowPath: 'assignees',
		test: 'isEmpty',
	},
	{
		field: records('created_by', 'Created by any of these', projectMembers),
		rowPath: 'created_by',
		test: 'is',
	},
	{
		field: text('name_contains', 'Text in the title, in any case', {
			displayName: 'Title Contains',
		}),
		rowPath: 'name',
		test: 'contains',
	},
	{
		field: records('labels', 'With any of these labels', labels),
		rowPath: 'labels',
		test: 'is',
	},
	{
		field: choices('priority', PRIORITIES, 'Any of these priorities'),
		rowPath: 'priority',
		test: 'is',
	},
	{
		field: record('parent', 'Sub-work items of this one', workItems),
		rowPath: 'parent',
		test: 'is',
	},
	...dayFilters('start', 'Start Date', 'Starts'),
	...dayFilters('target', 'Due Date', 'Is due'),
	...updatedFilters,
];

/** Filters that the server does not support on the lists of cycles and modules. */
export const containedWorkItemFilters: readonly ClientFilter[] = [
	{
		field: record('state', 'In this state', states),
		rowPath: 'state',
		test: 'is',
	},
	{
		field: record('assignee', 'Assigned to this user', projectMembers),
		rowPath: 'assignees',
		test: 'is',
	},
	...workItemFilters,
];

export const expandFields = choices(
	'expand',
	['type', 'module', 'labels', 'assignees', 'state', 'project'],
	'Full records instead of IDs',
);
