import { operation } from '../operation';

export const deleteInvitation = operation({
	kind: 'action',
	resource: 'invitation',
	description: 'Withdraw an invitation to the workspace',
	path: 'invitations/{invitation_id}/',
	done: 'deleted',
});
