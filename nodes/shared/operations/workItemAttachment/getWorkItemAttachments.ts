import { workItems } from '../../lists/workItems';
import { operation } from '../operation';
import { downloadFiles, fileField } from '../shared/downloads';
import { project, workItem } from '../shared/locators';
import { serverFilter, withinProject, withinWorkspace } from '../shared/serverFilter';

export const getWorkItemAttachments = operation({
	kind: 'list',
	resource: 'workItemAttachment',
	description: 'Retrieve a list of the attachments of a work item, with their files if you want',
	request: { method: 'GET', path: 'projects/{project_id}/work-items/{work_item_id}/attachments/' },
	path: [project, workItem],
	list: {
		records: 'work item attachments',
		filters: [serverFilter('issue', 'work item above', workItems), withinProject, withinWorkspace],
		files: {
			wanted: downloadFiles,
			into: fileField,
			path: '{attachment_id}/',
			described: 'attributes',
		},
	},
});
