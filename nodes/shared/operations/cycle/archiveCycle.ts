import { operation } from '../operation';

export const archiveCycle = operation({
	kind: 'action',
	resource: 'cycle',
	description: 'Archive a cycle that has ended',
	path: 'projects/{project_id}/cycles/{cycle_id}/archive/',
	done: 'archived',
	failsIf: 'Plane fails so if the cycle has no days: such a cycle cannot be archived.',
});
