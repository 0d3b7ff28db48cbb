import { stickyFields } from './stickyFields';
import { changes, operation } from '../operation';

export const updateSticky = operation({
	kind: 'update',
	resource: 'sticky',
	description: 'Change a sticky',
	path: 'stickies/{sticky_id}/',
	body: changes(stickyFields),
});
