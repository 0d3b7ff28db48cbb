import { required, users } from '../../fields/kinds';
import { members } from '../../lists/lists';
import { operation } from '../operation';
import { teamspace } from '../shared/locators';

export const addTeamspaceMembers = operation({
	kind: 'add',
	resource: 'teamspaceMember',
	action: 'Add members to teamspace',
	description: 'Add one or more users to a teamspace as its members',
	request: { method: 'POST', path: 'teamspaces/{teamspace_id}/members/' },
	edition: 'commercial',
	path: [teamspace],
	addition: {
		field: required(
			users('member_ids', 'Users to add', members, { displayName: 'Member Names or IDs' }),
		),
		row: 'member',
		place: 'workspace',
	},
});
