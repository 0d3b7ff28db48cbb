import { operation } from '../operation';

export const deleteProject = operation({
	kind: 'action',
	resource: 'project',
	description: 'Delete a project with everything in it',
	path: 'projects/{project_id}/',
	done: 'deleted',
});
