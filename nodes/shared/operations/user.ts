import { get } from './builders';

export const getCurrentUser = get({
	resource: 'user',
	description: 'Retrieve the user that the API key belongs to',
	path: '/users/me/',
	value: 'getCurrent',
	name: 'Get Current',
	action: 'Get current user',
});
