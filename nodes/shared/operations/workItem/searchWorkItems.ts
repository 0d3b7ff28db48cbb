import { record, required, text } from '../../fields/kinds';
import { projects } from '../../lists/lists';
import { cards } from '../shared/cards';
import { operation } from '../operation';

export const searchWorkItems = operation({
	kind: 'list',
	resource: 'workItem',
	description:
		'Search the work items of the workspace, or of one project, by words of their name, number or key',
	path: 'work-items/search/',
	...{ value: 'search', name: 'Search', action: 'Search work items' },
	list: {
		records: 'work items',
		simplified: cards.hit,
		comes: 'limited',
		fields: [
			required(
				text('search', 'What to look for in names, numbers and keys', {
					...{ displayName: 'Search Term', placeholder: 'e.g. printer' },
				}),
			),
		],
		options: [
			record('project_id', 'Only work items of this project', projects, {
				...{ parameter: 'project', displayName: 'Project' },
			}),
		],
	},
});
