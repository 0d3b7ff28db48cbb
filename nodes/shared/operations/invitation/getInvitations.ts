import { operation } from '../operation';

export const getInvitations = operation({
	kind: 'list',
	resource: 'invitation',
	description: 'Retrieve a list of the invitations to the workspace',
	path: 'invitations/',
	list: { records: 'invitations', comes: 'whole' },
});
