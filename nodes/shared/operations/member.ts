import { list } from './builders';

export const getMembers = list({
	resource: 'member',
	action: 'Get many workspace members',
	description: 'Retrieve a list of the members of the workspace with their roles',
	path: 'members/',
	records: 'members',
	paging: 'none',
});
