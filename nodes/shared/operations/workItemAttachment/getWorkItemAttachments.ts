import { workItems } from '../../lists/workItems';
import { operation } from '../operation';
import { cards } from '../shared/cards';
import { files } from '../shared/downloads';
import { serverFilter, withinProject, withinWorkspace } from '../shared/serverFilter';

export const getWorkItemAttachments = operation({
	kind: 'list',
	resource: 'workItemAttachment',
	description: 'Retrieve a list of the attachments of a work item, with their files if you want',
	path: 'projects/{project_id}/work-items/{work_item_id}/attachments/',
	list: {
		records: 'work item attachments',
		filters: [
			{
				...serverFilter('issue', 'work item above', workItems),
				displayName: 'Within Work Item (Server Filter)',
			},
			withinProject,
			withinWorkspace,
		],
		simplified: cards.attachment,
		files,
	},
});
