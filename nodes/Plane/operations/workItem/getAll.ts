import { choices, record } from '../../fields';
import { projectMembers, projects, states } from '../../pickers/lists';
import { project } from '../locators';
import { operation } from '../operation';

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
			record('project', 'Only work items of this project', projects),
			record('state', 'Only work items in this state', states),
			{
				...record('assignee', 'Only work items that this user is assigned to', projectMembers),
				rowField: 'assignees',
			},
		],
		options: [
			choices(
				'expand',
				['type', 'module', 'labels', 'assignees', 'state', 'project'],
				'Relations to give as whole records instead of IDs',
			),
		],
	},
});
