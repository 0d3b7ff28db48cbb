import { operation } from '../operation';

export const deleteSticky = operation({
	kind: 'action',
	resource: 'sticky',
	description: 'Delete a sticky',
	path: 'stickies/{sticky_id}/',
	done: 'deleted',
});
