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
	body: createBody([required(email('email', 'Address to invite')), role]),
});

export const getInvitation = operations.get({
	description: 'Get one invitation',
});

export const getInvitations = operations.list({
	description: 'List the invitations',
	paging: 'none',
});

export const updateInvitation = operations.update({
	action: 'Update role of invitation',
	description: 'Change the role of an invitation',
	body: updateBody([notClearable(email('email', 'Address to invite')), role]),
});

export const deleteInvitation = operations.delete({
	description: 'Withdraw an invitation',
});
