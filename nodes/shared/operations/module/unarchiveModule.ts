import { archivedModule } from '../shared/locators';
import { operation } from '../operation';

export const unarchiveModule = operation({
	kind: 'action',
	resource: 'module',
	description: 'Restore a module that was archived',
	path: 'projects/{project_id}/archived-modules/{module_id}/unarchive/',
	done: 'unarchived',
	locators: { module_id: archivedModule },
});
