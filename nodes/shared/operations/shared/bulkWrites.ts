import type { BulkWrites } from '../operation';

/** Fields that have the same name in both APIs. */
const keepNames = (...names: readonly string[]): Readonly<Record<string, string>> =>
	Object.fromEntries(names.map((name) => [name, name]));

/**
 * The kinds of records that API v2 writes together, with the fields of which it is certain how they are sent (row
 * 511). Left out, for example: the days of cycles, which are times in API v2, and the members of modules.
 */
export const bulkWrites = {
	workItem: {
		path: 'projects/{project_id}/work-items/',
		fields: {
			...keepNames('name', 'description_html', 'priority', 'start_date', 'target_date'),
			...keepNames('type_id', 'external_source', 'external_id'),
			state: 'state_id',
			parent: 'parent_id',
			assignees: 'assignee_ids',
			labels: 'label_ids',
			estimate_point: 'estimate_point_id',
		},
	},
	comment: {
		path: 'projects/{project_id}/work-items/{work_item_id}/comments/',
		// API v1 refuses a comment whose external ID another one in the project has. API v2 does not (row 514).
		fields: keepNames('comment_html', 'access'),
	},
	label: {
		path: 'projects/{project_id}/labels/',
		fields: {
			...keepNames('name', 'color', 'description', 'sort_order', 'external_source', 'external_id'),
			parent: 'parent_id',
		},
	},
	state: {
		path: 'projects/{project_id}/states/',
		fields: {
			...keepNames('name', 'color', 'group', 'description', 'sequence'),
			...keepNames('external_source', 'external_id'),
		},
	},
	cycle: {
		path: 'projects/{project_id}/cycles/',
		fields: keepNames('name', 'description', 'timezone', 'external_source', 'external_id'),
	},
	module: {
		path: 'projects/{project_id}/modules/',
		fields: {
			...keepNames('name', 'description', 'status', 'start_date', 'target_date'),
			...keepNames('external_source', 'external_id'),
			lead: 'lead_id',
		},
	},
	milestone: {
		path: 'projects/{project_id}/milestones/',
		fields: keepNames('title', 'target_date', 'external_source', 'external_id'),
	},
} as const satisfies Record<string, BulkWrites>;
