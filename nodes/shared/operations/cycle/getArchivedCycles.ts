import { cards } from '../shared/cards';
import { operation } from '../operation';

export const getArchivedCycles = operation({
	kind: 'list',
	resource: 'cycle',
	description: 'Retrieve a list of the cycles of a project that are archived',
	path: 'projects/{project_id}/archived-cycles/',
	...{ value: 'getArchived', name: 'Get Many Archived', action: 'Get many archived cycles' },
	list: { records: 'cycles', simplified: cards.cycle },
});
