import { operation } from '../operation';

export const deleteModule = operation({
	kind: 'action',
	resource: 'module',
	description: 'Delete a module; its work items stay',
	path: 'projects/{project_id}/modules/{module_id}/',
	done: 'deleted',
});
