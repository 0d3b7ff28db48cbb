import { choices, id } from '../../fields';
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
		simplified: [
			...['id', 'sequence_id', 'name', 'state', 'priority'],
			...['assignees', 'labels', 'start_date', 'target_date', 'created_at'],
		],
		filters: [
			id('project', 'Only work items of the project with this ID'),
			id('state', 'Only work items in the state with this ID'),
			{
				...id('assignee', 'Only work items that the user with this ID is assigned to'),
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
