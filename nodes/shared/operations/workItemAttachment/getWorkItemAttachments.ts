import { id, record } from '../../fields/kinds';
import { projects } from '../../lists/lists';
import { workItems } from '../../lists/workItems';
import { operation, serverFilter } from '../operation';
import { downloadFiles, fileField } from '../shared/downloads';
import { project, workItem } from '../shared/locators';

export const getWorkItemAttachments = operation({
	kind: 'list',
	resource: 'workItemAttachment',
	action: 'Get many work item attachments',
	description: 'Retrieve a list of the attachments of a work item, with their files if you want',
	request: {
		method: 'GET',
		path: 'projects/{project_id}/work-items/{work_item_id}/attachments/',
	},
	path: [project, workItem],
	list: {
		records: 'work item attachments',
		filters: [
			serverFilter(
				record('issue', "The server's own filter; the work item above is enough", workItems),
			),
			serverFilter(
				record('project', "The server's own filter; the project above is enough", projects),
			),
			serverFilter(id('workspace', "The server's own filter; the workspace of the node is enough")),
		],
		files: {
			wanted: downloadFiles,
			into: fileField,
			path: '{attachment_id}/',
			described: 'attributes',
		},
	},
});
