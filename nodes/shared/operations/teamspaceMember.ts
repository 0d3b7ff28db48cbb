import { records, required } from '../fields/kinds';
import { features } from '../fields/features';
import { members } from '../lists/lists';
import { add, list, remove } from './builders';

export const addTeamspaceMembers = add({
	resource: 'teamspaceMember',
	action: 'Add members to teamspace',
	description: 'Add users to a teamspace as members',
	path: 'teamspaces/{teamspace_id}/members/',
	plan: 'Pro',
	feature: features.teams,
	idsField: required(records('member_ids', 'Which users', members)),
	responseIdField: 'id',
	scope: 'workspace',
	targetsPerRecord: 'several',
});

export const getTeamspaceMembers = list({
	resource: 'teamspaceMember',
	description: 'List the members of a teamspace',
	path: 'teamspaces/{teamspace_id}/members/',
	plan: 'Pro',
	feature: features.teams,
	records: 'teamspace members',
	paging: 'optional',
});

export const removeTeamspaceMembers = remove({
	resource: 'teamspaceMember',
	description: 'Remove users from a teamspace',
	path: 'teamspaces/{teamspace_id}/members/',
	plan: 'Pro',
	feature: features.teams,
	value: 'remove',
	name: 'Remove',
	action: 'Remove members from teamspace',
	idsField: required(records('member_ids', 'Which users', members)),
});
