import { role } from '../shared/roles';
import { changes, operation } from '../operation';

export const updateProjectMember = operation({
	kind: 'update',
	resource: 'projectMember',
	description: 'Change the role of a member of a project',
	path: 'projects/{project_id}/members/{member_id}/',
	body: changes([role('member of the project')]),
});
