import { email, notClearable, required } from '../fields/kinds';
import { updateBody, createBody } from './body';
import { resource } from './builders';
import { role } from './shared/roles';

const operations = resource({
	resource: 'invitation',
	records: 'invitations',
	path: 'invitations/',
	recordPath: 'invitations/{invitation_id}/',
});

export const createInvitation = operations.create({
	description: 'Send an invitation to the workspace by email',
	body: createBody([required(email('email', 'Address to invite')), role('invited person')]),
});

export const getInvitation = operations.get({
	description: 'Retrieve one invitation to the workspace',
});

export const getInvitations = operations.list({
	description: 'Retrieve a list of the invitations to the workspace',
	paging: 'none',
});

export const updateInvitation = operations.update({
	action: 'Update role of invitation',
	description: 'Change the role of an invitation',
	body: updateBody([notClearable(email('email', 'Address to invite')), role('invited person')]),
});

export const deleteInvitation = operations.delete({
	description: 'Withdraw an invitation to the workspace',
});
