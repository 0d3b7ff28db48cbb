import { cards } from '../shared/cards';
import { wantedFields } from '../shared/paging';
import { expanded, placedFilters } from '../workItem/workItemList';
import { operation } from '../operation';

export const getWorkItemsOfCycle = operation({
	kind: 'list',
	resource: 'cycle',
	description: 'Retrieve a list of the work items in a cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/cycle-issues/',
	...{ value: 'getWorkItems', name: 'Get Work Items', action: 'Get work items of cycle' },
	list: {
		records: 'work items',
		simplified: cards.workItem,
		ownFilters: placedFilters,
		options: [expanded, wantedFields],
	},
});
