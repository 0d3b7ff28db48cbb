import { operation } from '../operation';

export const unarchiveProject = operation({
	kind: 'action',
	resource: 'project',
	description: 'Restore a project that was archived',
	path: 'projects/{project_id}/archive/',
	done: 'unarchived',
});
