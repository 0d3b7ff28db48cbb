import { record, required } from '../../fields/kinds';
import { members } from '../../lists/lists';
import { role } from '../shared/roles';
import { content, operation } from '../operation';

export const addProjectMember = operation({
	kind: 'create',
	resource: 'projectMember',
	description: 'Add a member of the workspace to a project',
	path: 'projects/{project_id}/members/',
	...{ value: 'add', name: 'Add', action: 'Add project member' },
	worksIfArchived: true,
	// The membership of somebody who was removed stays, inactive, and stands in the way of a new one.
	ifNotValid: {
		message: 'The user is a member of this project already, or was one until somebody removed them',
		description:
			'A current member needs no adding: change the role with Project Member → Update. Somebody who was removed can only be added again in Plane itself, under Project Settings, Members.',
	},
	body: content([
		required(record('member', 'Member of the workspace to add', members)),
		role('member of the project'),
	]),
});
