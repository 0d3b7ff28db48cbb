import { cards } from '../shared/cards';
import { wantedFields } from '../shared/paging';
import { operation } from '../operation';

export const getArchivedModules = operation({
	kind: 'list',
	resource: 'module',
	description: 'Retrieve a list of the modules of a project that are archived',
	path: 'projects/{project_id}/archived-modules/',
	...{ value: 'getArchived', name: 'Get Many Archived', action: 'Get many archived modules' },
	list: { records: 'modules', simplified: cards.module, options: [wantedFields] },
});
