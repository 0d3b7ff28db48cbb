import { cards } from '../shared/cards';
import { sortBy, wantedFields } from '../shared/paging';
import { operation } from '../operation';

export const getProjects = operation({
	kind: 'list',
	resource: 'project',
	description: 'Retrieve a list of the projects of the workspace',
	path: 'projects/',
	list: {
		records: 'projects',
		simplified: cards.project,
		options: [sortBy(), wantedFields],
	},
});
