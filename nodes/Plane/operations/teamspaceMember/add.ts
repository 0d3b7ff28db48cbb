import { required, users } from '../../fields';
import { members } from '../../pickers/lists';
import { teamspace } from '../locators';
import { additions, operation } from '../operation';

/** Specification, operation 15. */
export const addTeamspaceMembers = operation({
	resource: 'teamspaceMember',
	value: 'add',
	name: 'Add',
	action: 'Add members to a teamspace',
	description: 'Add one or more users to a teamspace',
	request: { method: 'POST', path: 'teamspaces/{teamspace_id}/members/' },
	edition: 'commercial',
	path: [teamspace],
	body: additions(
		required(users('member_ids', 'Users to add', members, { displayName: 'Member Names or IDs' })),
		'member',
		'workspace',
	),
});
