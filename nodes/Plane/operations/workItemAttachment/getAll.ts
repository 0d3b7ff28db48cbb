import { boolean, id, record, text } from '../../fields';
import { projects } from '../../pickers/lists';
import { workItems } from '../../pickers/workItems';
import { project, workItem } from '../locators';
import { operation } from '../operation';

/** Specification, operation 12. */
export const getWorkItemAttachments = operation({
	resource: 'workItemAttachment',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many work item attachments',
	description: 'Get the attachments of a work item',
	request: {
		method: 'GET',
		path: 'projects/{project_id}/work-items/{work_item_id}/attachments/',
	},
	path: [project, workItem],
	list: {
		records: 'work item attachments',
		filters: [
			record('issue', 'Only attachments of this work item', workItems),
			record('project', 'Only attachments of this project', projects),
			id('workspace', 'Only attachments of the workspace with this ID'),
		],
		options: [],
		files: {
			wanted: boolean(
				'download_files',
				'Whether to put the file of each attachment into its output item',
			),
			into: text('put_output_file_in_field', 'Name of the binary field that takes the file', {
				default: 'data',
				placeholder: 'e.g. data',
			}),
			path: '{attachment_id}/',
			described: 'attributes',
		},
	},
});
