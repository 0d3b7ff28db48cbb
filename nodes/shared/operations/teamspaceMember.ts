import { records, required } from '../fields/kinds';
import { members } from '../lists/lists';
import { add, list } from './builders';

export const addTeamspaceMembers = add({
	resource: 'teamspaceMember',
	action: 'Add members to teamspace',
	description: 'Add one or more users to a teamspace as its members',
	path: 'teamspaces/{teamspace_id}/members/',
	edition: 'commercial',
	idsField: required(records('member_ids', 'Users to add', members)),
	responseIdField: 'member',
	container: 'workspace',
});

export const getTeamspaceMembers = list({
	resource: 'teamspaceMember',
	description: 'Retrieve a list of the teamspace members',
	path: 'teamspaces/{teamspace_id}/members/',
	edition: 'commercial',
	records: 'teamspace members',
});
