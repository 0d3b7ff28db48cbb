import { choices, date, record, records } from '../../fields/kinds';
import { labels, projectMembers, states } from '../../lists/lists';
import { workItems } from '../../lists/workItems';
import type { OwnFilter } from '../operation';
import { updatedFilters } from './paging';

/** What no server filters by, so that it is done here. */
export const workItemFilters: readonly OwnFilter[] = [
	{
		field: choices(
			'state_group',
			['backlog', 'unstarted', 'started', 'completed', 'cancelled'],
			'Only work items in a state of one of these groups',
		),
		row: 'state.group',
		test: 'is',
		expand: 'state',
	},
	{
		field: records('labels', 'Only work items with at least one of these labels', labels),
		row: 'labels',
		test: 'is',
	},
	{
		field: choices(
			'priority',
			['urgent', 'high', 'medium', 'low', 'none'],
			'Only work items of one of these priorities',
		),
		row: 'priority',
		test: 'is',
	},
	{
		field: record('parent', 'Only sub-work items of this work item', workItems),
		row: 'parent',
		test: 'is',
	},
	...(['start', 'target'] as const).flatMap((name): OwnFilter[] => {
		const row = `${name}_date`;

		return [
			{
				field: date(`${name}_from`, `Only work items whose ${name} date is this day or later`),
				row,
				test: 'from',
			},
			{
				field: date(`${name}_to`, `Only work items whose ${name} date is this day or earlier`),
				row,
				test: 'to',
			},
		];
	}),
	...updatedFilters,
];

/** Filters by what other lists than those of the service's own work items do not ask the server for. */
export const placedFilters: readonly OwnFilter[] = [
	{
		field: record('state', 'Only work items in this state', states),
		row: 'state',
		test: 'is',
	},
	{
		field: record('assignee', 'Only work items assigned to this user', projectMembers),
		row: 'assignees',
		test: 'is',
	},
	...workItemFilters,
];

export const expanded = choices(
	'expand',
	['type', 'module', 'labels', 'assignees', 'state', 'project'],
	'Return full records instead of IDs for these fields',
);
