import { operation } from '../operation';

export const deleteCycle = operation({
	kind: 'action',
	resource: 'cycle',
	description: 'Delete a cycle; its work items stay',
	path: 'projects/{project_id}/cycles/{cycle_id}/',
	done: 'deleted',
});
