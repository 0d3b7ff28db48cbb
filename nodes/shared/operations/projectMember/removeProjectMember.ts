import { projectMemberRoster } from '../../lists/lists';
import { operation } from '../operation';

export const removeProjectMember = operation({
	kind: 'action',
	resource: 'projectMember',
	description: 'Take a member out of a project',
	path: 'projects/{project_id}/members/{member_id}/',
	done: 'removed',
	formerIn: {
		list: projectMemberRoster.path,
		user: 'member',
	},
});
