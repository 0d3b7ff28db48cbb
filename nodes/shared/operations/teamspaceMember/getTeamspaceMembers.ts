import { operation } from '../operation';
import { teamspace } from '../shared/locators';

export const getTeamspaceMembers = operation({
	kind: 'list',
	resource: 'teamspaceMember',
	description: 'Retrieve a list of the teamspace members',
	request: { method: 'GET', path: 'teamspaces/{teamspace_id}/members/' },
	edition: 'commercial',
	path: [teamspace],
	list: { records: 'teamspace members' },
});
