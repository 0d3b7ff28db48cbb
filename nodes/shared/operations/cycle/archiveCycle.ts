import { operation } from '../operation';

export const archiveCycle = operation({
	kind: 'action',
	resource: 'cycle',
	description: 'Archive a cycle that has ended',
	path: 'projects/{project_id}/cycles/{cycle_id}/archive/',
	done: 'archived',
});
