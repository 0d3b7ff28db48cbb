import { operation } from '../operation';

export const deleteLabel = operation({
	kind: 'action',
	resource: 'label',
	description: 'Delete a label of a project, and take it off all work items that have it',
	path: 'projects/{project_id}/labels/{label_id}/',
	done: 'deleted',
});
