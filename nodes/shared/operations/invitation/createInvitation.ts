import { email, required } from '../../fields/kinds';
import { role } from '../shared/roles';
import { content, operation } from '../operation';

export const createInvitation = operation({
	kind: 'create',
	resource: 'invitation',
	description: 'Send an invitation to the workspace by email',
	path: 'invitations/',
	body: content([required(email('email', 'Address to invite')), role('invited person')]),
});
