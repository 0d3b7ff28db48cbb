import { operation } from '../operation';

export const archiveModule = operation({
	kind: 'action',
	resource: 'module',
	description: 'Archive a module that is completed or cancelled',
	path: 'projects/{project_id}/modules/{module_id}/archive/',
	done: 'archived',
});
