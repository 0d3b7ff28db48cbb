import { link, name, required } from '../../fields/kinds';
import { content, operation } from '../operation';

export const createLink = operation({
	kind: 'create',
	resource: 'workItemLink',
	description: 'Add a link to a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/',
	natural: { unique: ['url'] },
	body: content([
		required(link('url', 'Address that the link leads to')),
		name('title', 'What the link is called'),
	]),
});
