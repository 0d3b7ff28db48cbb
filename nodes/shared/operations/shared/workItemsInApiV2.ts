import { isJsonObject } from '../../fields/json';
import { asText } from '../../fields/text';
import { getValueAt } from '../../rows/getValueAt';
import type { ApiV2List } from '../operation';

/**
 * The lists of work items in API v2 (rows 507 and 509). Filters that API v2 may apply otherwise are not among them: by a part
 * of the title, by who created the work item, and by having no assignee, because people who were removed may still be
 * shown (row 516).
 */
export const workItemsInApiV2: ApiV2List = {
	path: 'projects/{project_id}/work-items/',
	workspacePath: 'work-items/',
	recordPath: 'projects/{project_id}/work-items/{work_item_id}/',
	recordPlaceholder: 'work_item_id',
	filters: [
		{ rowPath: 'state', test: 'is', name: 'state_id__in' },
		{ rowPath: 'state.group', test: 'is', name: 'state_group__in' },
		{ rowPath: 'priority', test: 'is', name: 'priority__in' },
		{ rowPath: 'assignees', test: 'is', name: 'assignee_id__in' },
		{ rowPath: 'assignees', test: 'isEmpty', name: 'assignee_id__isnull', onlyValue: 'false' },
		{ rowPath: 'labels', test: 'is', name: 'label_id__in' },
		{ rowPath: 'parent', test: 'is', name: 'parent_id__in' },
		{ rowPath: 'type_id', test: 'is', name: 'type_id__in' },
		{ rowPath: 'start_date', test: 'from', name: 'start_date__gte' },
		{ rowPath: 'start_date', test: 'to', name: 'start_date__lte' },
		{ rowPath: 'target_date', test: 'from', name: 'target_date__gte' },
		{ rowPath: 'target_date', test: 'to', name: 'target_date__lte' },
		{ rowPath: 'created_at', test: 'from', name: 'created_at__gte' },
		{ rowPath: 'created_at', test: 'before', name: 'created_at__lte' },
		{ rowPath: 'updated_at', test: 'from', name: 'updated_at__gte' },
		{ rowPath: 'updated_at', test: 'before', name: 'updated_at__lte' },
	],
	containerFilters: {
		cycle_id: { name: 'cycle_id__in', rowField: 'cycle_id' },
		module_id: { name: 'module_id__in', rowField: 'module_ids' },
	},
	// Not by title: only the database that Plane comes with is known to compare texts by character codes (row 406).
	sortFields: ['created_at', 'updated_at', 'sequence_id', 'priority', 'start_date', 'target_date'],
	expand: 'state,type',
	fields: {
		id: ['id'],
		name: ['name'],
		priority: ['priority'],
		sequence_id: ['sequence_id'],
		start_date: ['start_date'],
		target_date: ['target_date'],
		created_at: ['created_at'],
		created_by: ['created_by_id'],
		state: ['state', 'state_id'],
		assignees: ['assignee_ids'],
		labels: ['label_ids'],
		parent: ['parent_id'],
		type_id: ['type_id'],
		project: ['project_id'],
	},
	// Not the time of the creation, which API v1 shows in the time zone of the user.
	identicalFields: [
		'id',
		'name',
		'priority',
		'sequence_id',
		'start_date',
		'target_date',
		'created_by',
		'state',
		'assignees',
		'labels',
		'parent',
		'project',
	],
	fieldsWithRemoved: ['assignees', 'labels'],
	simplifiedFields: [
		'id',
		'name',
		'priority',
		'sequence_id',
		'start_date',
		'target_date',
		'state',
		'assignees',
		'labels',
		'project',
	],
	buildProject: ({ project_id: id = null, identifier: key }) => ({
		id,
		identifier: asText(key)?.replace(/-\d+$/, '') ?? null,
	}),
	// Whether the lists of API v1 have epics, or requests that are not accepted yet, is documented nowhere.
	isUncertain: (row) => {
		const group = getValueAt(row, 'state.group');
		const isTypeKnown = row.type_id === null || isJsonObject(row.type);

		return (
			group === undefined ||
			group === 'triage' ||
			!isTypeKnown ||
			getValueAt(row, 'type.is_epic') === true
		);
	},
};
