import { boolean, choices, date, record, records, text } from '../../fields/kinds';
import { labels, projectMembers, states } from '../../lists/lists';
import { workItems } from '../../lists/workItems';
import type { ClientFilter } from '../operation';
import { PRIORITIES } from '../../values/priorities';
import { updatedFilters } from './paging';

/** Filters for the first and the last day of a date field, both included. */
const dayFilters = (name: 'start' | 'target', label: string): readonly ClientFilter[] => [
	{
		field: date(
			`${name}_from`,
			`Only work items whose ${label.toLowerCase()} is this day or later`,
			{
				displayName: `${label} From`,
			},
		),
		rowPath: `${name}_date`,
		test: 'from',
	},
	{
		field: date(
			`${name}_to`,
			`Only work items whose ${label.toLowerCase()} is this day or earlier`,
			{
				displayName: `${label} Until`,
			},
		),
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
			'Only work items in a state of one of these groups',
		),
		rowPath: 'state.group',
		test: 'is',
		expand: 'state',
	},
	{
		field: records(
			'assignees',
			'Only work items assigned to at least one of these users',
			projectMembers,
		),
		rowPath: 'assignees',
		test: 'is',
	},
	{
		field: boolean(
			'unassigned',
			'Whether to return only work items without an assignee (on), or only those with one (off)',
		),
		rowPath: 'assignees',
		test: 'isEmpty',
	},
	{
		field: records('created_by', 'Only work items that one of these users created', projectMembers),
		rowPath: 'created_by',
		test: 'is',
	},
	{
		field: text('name_contains', 'Only work items with this text in their title, in any case', {
			displayName: 'Title Contains',
			placeholder: 'e.g. printer',
		}),
		rowPath: 'name',
		test: 'contains',
	},
	{
		field: records('labels', 'Only work items with at least one of these labels', labels),
		rowPath: 'labels',
		test: 'is',
	},
	{
		field: choices('priority', PRIORITIES, 'Only work items of one of these priorities'),
		rowPath: 'priority',
		test: 'is',
	},
	{
		field: record('parent', 'Only sub-work items of this work item', workItems),
		rowPath: 'parent',
		test: 'is',
	},
	...dayFilters('start', 'Start Date'),
	...dayFilters('target', 'Due Date'),
	...updatedFilters,
];

/** Filters that the server does not support on the lists of cycles and modules. */
export const containedWorkItemFilters: readonly ClientFilter[] = [
	{
		field: record('state', 'Only work items in this state', states),
		rowPath: 'state',
		test: 'is',
	},
	{
		field: record('assignee', 'Only work items assigned to this user', projectMembers),
		rowPath: 'assignees',
		test: 'is',
	},
	...workItemFilters,
];

export const expandFields = choices(
	'expand',
	['type', 'module', 'labels', 'assignees', 'state', 'project'],
	'Return full records instead of IDs for these fields',
);
