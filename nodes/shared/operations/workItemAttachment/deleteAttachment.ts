import { operation } from '../operation';

export const deleteAttachment = operation({
	kind: 'action',
	resource: 'workItemAttachment',
	description: 'Delete an attachment of a work item, with its file',
	path: 'projects/{project_id}/work-items/{work_item_id}/attachments/{attachment_id}/',
	done: 'deleted',
});
