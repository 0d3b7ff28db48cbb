import { stickyFields } from './stickyFields';
import { content, operation } from '../operation';

export const createSticky = operation({
	kind: 'create',
	resource: 'sticky',
	description: "Create a new sticky of the API key's user",
	path: 'stickies/',
	body: content(stickyFields),
});
