import { email, notClearable, required } from '../fields/kinds';
import { updateBody, createBody } from './body';
import { action, create, get, list, update } from './builders';
import { role } from './shared/roles';

export const createInvitation = create({
	resource: 'invitation',
	description: 'Send an invitation to the workspace by email',
	path: 'invitations/',
	body: createBody([required(email('email', 'Address to invite')), role('invited person')]),
});

export const getInvitation = get({
	resource: 'invitation',
	description: 'Retrieve one invitation to the workspace',
	path: 'invitations/{invitation_id}/',
});

export const getInvitations = list({
	resource: 'invitation',
	description: 'Retrieve a list of the invitations to the workspace',
	path: 'invitations/',
	records: 'invitations',
	paging: 'none',
});

export const updateInvitation = update({
	resource: 'invitation',
	action: 'Update role of invitation',
	description: 'Change the role of an invitation',
	path: 'invitations/{invitation_id}/',
	body: updateBody([notClearable(email('email', 'Address to invite')), role('invited person')]),
});

export const deleteInvitation = action({
	resource: 'invitation',
	description: 'Withdraw an invitation to the workspace',
	path: 'invitations/{invitation_id}/',
	resultKey: 'deleted',
});
