import { boolean, id, record, text } from '../../fields/kinds';
import { projects } from '../../lists/lists';
import { workItems } from '../../lists/workItems';
import { project, workItem } from '../shared/locators';
import { operation, serverFilter } from '../operation';

/** Specification, operation 12. */
export const getWorkItemAttachments = operation({
	resource: 'workItemAttachment',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many work item attachments',
	description: 'Retrieve a list of the attachments of a work item, with their files if wanted',
	request: {
		method: 'GET',
		path: 'projects/{project_id}/work-items/{work_item_id}/attachments/',
	},
	path: [project, workItem],
	list: {
		records: 'work item attachments',
		filters: [
			serverFilter(
				record(
					'issue',
					'Sent to the server as its own filter. The work item above is enough.',
					workItems,
				),
			),
			serverFilter(
				record(
					'project',
					'Sent to the server as its own filter. The project above is enough.',
					projects,
				),
			),
			serverFilter(
				id(
					'workspace',
					'Sent to the server as its own filter. The workspace of the node is enough.',
				),
			),
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
