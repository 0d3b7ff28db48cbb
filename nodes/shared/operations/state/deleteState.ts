import { operation } from '../operation';

export const deleteState = operation({
	kind: 'action',
	resource: 'state',
	description: 'Delete a workflow state that no work item is in, and that is not the default one',
	path: 'projects/{project_id}/states/{state_id}/',
	done: 'deleted',
});
