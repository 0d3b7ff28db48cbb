import { required, users } from '../../fields/kinds';
import { members } from '../../lists/lists';
import { teamspace } from '../shared/locators';
import { additions, operation } from '../operation';

/** Specification, operation 15. */
export const addTeamspaceMembers = operation({
	resource: 'teamspaceMember',
	value: 'add',
	name: 'Add',
	action: 'Add members to teamspace',
	description: 'Add one or more users to a teamspace as its members',
	request: { method: 'POST', path: 'teamspaces/{teamspace_id}/members/' },
	edition: 'commercial',
	path: [teamspace],
	body: additions(
		required(users('member_ids', 'Users to add', members, { displayName: 'Member Names or IDs' })),
		'member',
		'workspace',
	),
});
