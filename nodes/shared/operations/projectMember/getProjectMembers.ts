import { operation } from '../operation';

export const getProjectMembers = operation({
	kind: 'list',
	resource: 'projectMember',
	description: 'Retrieve a list of the members of a project',
	path: 'projects/{project_id}/members/',
	list: { records: 'project members', comes: 'whole' },
});
