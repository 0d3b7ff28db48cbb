import { choices, record } from '../../fields/kinds';
import { projectMembers, projects, states } from '../../lists/lists';
import { project } from '../shared/locators';
import { operation, serverFilter } from '../operation';

/** Specification, operation 13. */
export const getWorkItems = operation({
	resource: 'workItem',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many work items',
	description: 'Retrieve a list of the work items in a project',
	request: { method: 'GET', path: 'projects/{project_id}/work-items/' },
	path: [project],
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
				...record('assignee', 'Only work items that this user is assigned to', projectMembers),
				rowField: 'assignees',
			},
			serverFilter(
				record(
					'project',
					'Sent to the server as its own filter. The project above is enough.',
					projects,
				),
			),
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
