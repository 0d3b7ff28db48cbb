import { cards } from '../shared/cards';
import { wantedFields } from '../shared/paging';
import { operation } from '../operation';

export const getModules = operation({
	kind: 'list',
	resource: 'module',
	description: 'Retrieve a list of the modules of a project',
	path: 'projects/{project_id}/modules/',
	list: { records: 'modules', simplified: cards.module, options: [wantedFields] },
});
