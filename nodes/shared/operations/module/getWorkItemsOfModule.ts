import { cards } from '../shared/cards';
import { sortBy, wantedFields } from '../shared/paging';
import { expanded, placedFilters } from '../workItem/workItemList';
import { operation } from '../operation';

export const getWorkItemsOfModule = operation({
	kind: 'list',
	resource: 'module',
	description: 'Retrieve a list of the work items in a module',
	path: 'projects/{project_id}/modules/{module_id}/module-issues/',
	...{ value: 'getWorkItems', name: 'Get Work Items', action: 'Get work items of module' },
	list: {
		records: 'work items',
		simplified: cards.workItem,
		ownFilters: placedFilters,
		options: [sortBy(), expanded, wantedFields],
	},
});
