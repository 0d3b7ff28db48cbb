import { email, lasting } from '../../fields/kinds';
import { role } from '../shared/roles';
import { changes, operation } from '../operation';

export const updateInvitation = operation({
	kind: 'update',
	resource: 'invitation',
	description: 'Change the role of an invitation',
	path: 'invitations/{invitation_id}/',
	body: changes([lasting(email('email', 'Address to invite')), role('invited person')]),
});
