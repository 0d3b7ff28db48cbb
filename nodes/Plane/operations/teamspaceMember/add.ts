import { ids, required } from '../../fields';
import { teamspace } from '../locators';
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
		required(
			ids(
				'member_ids',
				'IDs of the users to add: a list, or text separated by commas or line breaks',
				{ hint: 'IDs of users, not their names or e-mail addresses' },
			),
		),
		'member',
		'workspace',
	),
});
