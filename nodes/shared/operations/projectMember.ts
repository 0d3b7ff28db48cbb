import { record, required } from '../fields/kinds';
import { members, projectMemberRoster } from '../lists/lists';
import { updateBody, createBody } from './body';
import { action, resource } from './builders';
import { role } from './shared/roles';

const operations = resource({
	resource: 'projectMember',
	records: 'project members',
	path: 'projects/{project_id}/members/',
	recordPath: 'projects/{project_id}/members/{member_id}/',
});

export const addProjectMember = operations.create({
	description: 'Add a member of the workspace to a project',
	value: 'add',
	name: 'Add',
	action: 'Add project member',
	check: { kind: 'nothing' },
	// The membership of a removed user stays as inactive, and prevents a new one.
	refusals: [
		{
			when: { message: /^the payload is not valid$/i },
			says: 'The user is already a member of this project, or was removed from it before',
			remedy:
				'To change the role of a current member, use Project Member → Update. A removed member can be added again only in Plane itself, under Project Settings → Members.',
		},
	],
	body: createBody([required(record('member', 'Member of the workspace', members)), role]),
});

export const getProjectMember = operations.get({
	description: 'Get one member of a project by the ID of the membership',
});

export const getProjectMembers = operations.list({
	description: 'List the members of a project',
	paging: 'none',
});

export const updateProjectMember = operations.update({
	action: 'Update role of project member',
	description: 'Change the role of a member of a project',
	body: updateBody([role]),
});

export const removeProjectMember = action({
	resource: 'projectMember',
	description: 'Remove a member from a project',
	path: 'projects/{project_id}/members/{member_id}/',
	resultKey: 'removed',
	check: {
		kind: 'membership',
		path: projectMemberRoster.path,
		userField: 'member',
	},
});
