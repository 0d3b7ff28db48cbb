import { operation } from '../operation';

export const getTeamspaceMembers = operation({
	kind: 'list',
	resource: 'teamspaceMember',
	description: 'Retrieve a list of the teamspace members',
	path: 'teamspaces/{teamspace_id}/members/',
	edition: 'commercial',
	list: { records: 'teamspace members' },
});
