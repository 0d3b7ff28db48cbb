import { operation } from '../operation';
import { label, project } from '../shared/locators';

export const deleteLabel = operation({
	kind: 'delete',
	resource: 'label',
	description: 'Delete a label of a project, and take it off all work items that have it',
	request: { method: 'DELETE', path: 'projects/{project_id}/labels/{label_id}/' },
	path: [project, label],
});
