import { cards } from '../shared/cards';
import { operation } from '../operation';

export const getModule = operation({
	kind: 'get',
	resource: 'module',
	description: 'Retrieve one module of a project',
	path: 'projects/{project_id}/modules/{module_id}/',
	simplified: cards.module,
});
