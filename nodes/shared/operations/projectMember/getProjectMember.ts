import { operation } from '../operation';

export const getProjectMember = operation({
	kind: 'get',
	resource: 'projectMember',
	description: 'Retrieve one member of a project by the ID of the membership',
	path: 'projects/{project_id}/members/{member_id}/',
});
