import { records, searchConditions } from '../../fields/kinds';
import { cycles, modules, states, workItemTypes } from '../../lists/lists';
import type { ClientFilter, ConditionFilter, ProjectScope, SearchConditions } from '../operation';
import { createdFilters } from './paging';
import { projectScope } from './projectScope';
import { workItemFilters } from './workItemList';

/** The keys of the conditions for filters that the list of work items has, too (row 474). */
const KEYS: Readonly<Record<string, string>> = {
	assignees: 'assignee_id',
	created_after: 'created_at',
	created_before: 'created_at',
	created_by: 'created_by_id',
	labels: 'label_id',
	priority: 'priority',
	start_from: 'start_date',
	start_to: 'start_date',
	state_group: 'state_group',
	target_from: 'target_date',
	target_to: 'target_date',
	updated_after: 'updated_at',
	updated_before: 'updated_at',
};

function toCondition({ field, test }: ClientFilter): ConditionFilter | undefined {
	const key = KEYS[field.wire];
	const hasKey = key !== undefined && test !== 'contains' && test !== 'isEmpty';

	return hasKey ? { field, key, test } : undefined;
}

const isKnown = (filter: ConditionFilter | undefined): filter is ConditionFilter =>
	filter !== undefined;

/** The filters of the search that servers apply. */
export const workItemConditions: SearchConditions = {
	filters: [
		...workItemFilters.map(toCondition).filter(isKnown),
		...createdFilters.map(toCondition).filter(isKnown),
		{
			field: records('cycles', 'In any of these cycles', cycles),
			key: 'cycle_id',
			test: 'is',
		},
		{
			field: records('modules', 'In any of these modules', modules),
			key: 'module_id',
			test: 'is',
		},
		{
			field: records('states', 'In any of these states', states),
			key: 'state_id',
			test: 'is',
		},
	],
	expression: searchConditions(
		'conditions',
		'Further conditions by IDs, joined by "and", "or" and "not", with keys such as state_id and target_date__range',
		{ displayName: 'Conditions (JSON)' },
	),
};

/** No source has a condition for the type, but the rows show it (row 474). */
export const typeFilter: ClientFilter = {
	field: records('types', 'Of any of these types', workItemTypes),
	rowPath: 'type_id',
	test: 'is',
};

/** A search is mostly for a work item that is anywhere. */
export const searchScope: ProjectScope = {
	...projectScope,
	choice: {
		...projectScope.choice,
		default: 'all',
	},
};
