import { choice } from '../../fields/kinds';
import { cards } from '../shared/cards';
import { wantedFields } from '../shared/paging';
import { operation } from '../operation';

export const getCycles = operation({
	kind: 'list',
	resource: 'cycle',
	description: 'Retrieve a list of the cycles of a project, e.g. the current one alone',
	path: 'projects/{project_id}/cycles/',
	list: {
		records: 'cycles',
		simplified: cards.cycle,
		// One view of them is a bare array.
		comes: 'either',
		filters: [
			choice(
				'cycle_view',
				['all', 'current', 'upcoming', 'completed', 'draft', 'incomplete'],
				'Which cycles to return, by their dates',
				{ displayName: 'View' },
			),
		],
		options: [wantedFields],
	},
});
