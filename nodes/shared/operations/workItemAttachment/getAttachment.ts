import { cards } from '../shared/cards';
import { files } from '../shared/downloads';
import { operation } from '../operation';

export const getAttachment = operation({
	kind: 'get',
	resource: 'workItemAttachment',
	description: 'Retrieve one attachment of a work item with its file',
	path: 'projects/{project_id}/work-items/{work_item_id}/attachments/{attachment_id}/',
	simplified: cards.attachment,
	inList: files,
});
