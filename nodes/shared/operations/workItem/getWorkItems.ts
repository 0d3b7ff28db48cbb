import { record } from '../../fields/kinds';
import { projectMembers, states } from '../../lists/lists';
import { cards } from '../shared/cards';
import { sortBy, wantedFields } from '../shared/paging';
import { withinProject } from '../shared/serverFilter';
import { expanded, workItemFilters } from './workItemList';
import { operation } from '../operation';

export const getWorkItems = operation({
	kind: 'list',
	resource: 'workItem',
	description: 'Retrieve a list of the work items in a project, filtered and sorted',
	path: 'projects/{project_id}/work-items/',
	list: {
		records: 'work items',
		steadyOrder: 'sequence_id',
		simplified: cards.workItem,
		filters: [
			record('state', 'Only work items in this state', states),
			{
				...record('assignee', 'Only work items assigned to this user', projectMembers),
				rowField: 'assignees',
			},
			withinProject,
		],
		ownFilters: workItemFilters,
		options: [
			sortBy({
				'Highest Number First': '-sequence_id',
				'Lowest Number First': 'sequence_id',
				'Highest Priority First': 'priority',
				'Earliest Start Date First': 'start_date',
				'Earliest Target Date First': 'target_date',
				'By Name': 'name',
			}),
			expanded,
			wantedFields,
		],
	},
});
