import { email, lasting, required } from '../fields/kinds';
import { changes, content, operation } from './operation';
import { role } from './shared/roles';

export const createInvitation = operation({
	kind: 'create',
	resource: 'invitation',
	description: 'Send an invitation to the workspace by email',
	path: 'invitations/',
	body: content([required(email('email', 'Address to invite')), role('invited person')]),
});

export const getInvitation = operation({
	kind: 'get',
	resource: 'invitation',
	description: 'Retrieve one invitation to the workspace',
	path: 'invitations/{invitation_id}/',
});

export const getInvitations = operation({
	kind: 'list',
	resource: 'invitation',
	description: 'Retrieve a list of the invitations to the workspace',
	path: 'invitations/',
	list: { records: 'invitations', comes: 'whole' },
});

export const updateInvitation = operation({
	kind: 'update',
	resource: 'invitation',
	description: 'Change the role of an invitation',
	path: 'invitations/{invitation_id}/',
	body: changes([lasting(email('email', 'Address to invite')), role('invited person')]),
});

export const deleteInvitation = operation({
	kind: 'action',
	resource: 'invitation',
	description: 'Withdraw an invitation to the workspace',
	path: 'invitations/{invitation_id}/',
	done: 'deleted',
});
