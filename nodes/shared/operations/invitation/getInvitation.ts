import { operation } from '../operation';

export const getInvitation = operation({
	kind: 'get',
	resource: 'invitation',
	description: 'Retrieve one invitation to the workspace',
	path: 'invitations/{invitation_id}/',
});
