import { choices, record } from '../../fields/kinds';
import { projectMembers, states } from '../../lists/lists';
import { operation } from '../operation';
import { withinProject } from '../shared/serverFilter';

export const getWorkItems = operation({
	kind: 'list',
	resource: 'workItem',
	description: 'Retrieve a list of the work items in a project',
	path: 'projects/{project_id}/work-items/',
	list: {
		records: 'work items',
		newestFirst: '-created_at',
		simplified: [
			...['id', 'sequence_id', 'name', 'state', 'priority'],
			...['assignees', 'labels', 'start_date', 'target_date', 'created_at'],
		],
		filters: [
			record('state', 'Only work items in this state', states),
			{
				...record('assignee', 'Only work items assigned to this user', projectMembers),
				rowField: 'assignees',
			},
			withinProject,
		],
		options: [
			choices(
				'expand',
				['type', 'module', 'labels', 'assignees', 'state', 'project'],
				'Return full records instead of IDs for these fields',
			),
		],
	},
});
