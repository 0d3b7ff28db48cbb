import { get } from './builders';

export const getCurrentUser = get({
	resource: 'user',
	description: 'Get the user that the credential belongs to',
	path: '/users/me/',
	value: 'getCurrent',
	name: 'Get Current',
	action: 'Get current user',
});
