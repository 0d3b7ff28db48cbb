import { operation } from './operation';

export const getMembers = operation({
	kind: 'list',
	resource: 'member',
	description: 'Retrieve a list of the members of the workspace with their roles',
	path: 'members/',
	list: { records: 'members', comes: 'whole' },
});
