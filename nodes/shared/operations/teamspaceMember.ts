import { records, required } from '../fields/kinds';
import { members } from '../lists/lists';
import { operation } from './operation';

export const addTeamspaceMembers = operation({
	kind: 'add',
	resource: 'teamspaceMember',
	action: 'Add members to teamspace',
	description: 'Add one or more users to a teamspace as its members',
	path: 'teamspaces/{teamspace_id}/members/',
	edition: 'commercial',
	addition: {
		field: required(records('member_ids', 'Users to add', members)),
		row: 'member',
		place: 'workspace',
	},
});

export const getTeamspaceMembers = operation({
	kind: 'list',
	resource: 'teamspaceMember',
	description: 'Retrieve a list of the teamspace members',
	path: 'teamspaces/{teamspace_id}/members/',
	edition: 'commercial',
	list: { records: 'teamspace members' },
});
