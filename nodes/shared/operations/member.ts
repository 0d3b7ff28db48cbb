import { boolean, email, required } from '../fields/kinds';
import { flatBody } from './body';
import { action, list } from './builders';

export const getMembers = list({
	resource: 'member',
	action: 'Get many workspace members',
	description: 'List the members of the workspace with their roles',
	path: 'members/',
	records: 'members',
	paging: 'none',
});

export const removeMember = action({
	resource: 'member',
	description: 'Remove a member from the workspace and all its projects',
	path: 'members/remove/',
	plan: 'any',
	method: 'POST',
	resultKey: 'removed',
	identifiedBy: 'email',
	body: flatBody(
		required(email('email', 'Email address of the user')),
		boolean('remove_seat', 'Whether to free the license', {
			default: true,
			initialValue: true,
		}),
	),
});
