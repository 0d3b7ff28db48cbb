import { operation } from '../operation';

export const archiveProject = operation({
	kind: 'action',
	resource: 'project',
	description: 'Archive a project; it can be restored',
	path: 'projects/{project_id}/archive/',
	done: 'archived',
});
