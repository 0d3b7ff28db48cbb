import { required, text, url } from '../../fields/kinds';
import { content, operation } from '../operation';

export const createLink = operation({
	kind: 'create',
	resource: 'workItemLink',
	description: 'Add a link to a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/',
	natural: { unique: ['url'] },
	body: content([
		required(url('url', 'Address that the link leads to')),
		text('title', 'What the link is called'),
	]),
});
