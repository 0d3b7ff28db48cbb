import { teamspace } from '../shared/locators';
import { operation } from '../operation';

/** Specification, operation 17. */
export const getTeamspaceMembers = operation({
	resource: 'teamspaceMember',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many teamspace members',
	description: 'Retrieve a list of the teamspace members',
	request: { method: 'GET', path: 'teamspaces/{teamspace_id}/members/' },
	edition: 'commercial',
	path: [teamspace],
	list: { records: 'teamspace members', filters: [], options: [] },
});
