import { archivedCycle } from '../shared/locators';
import { operation } from '../operation';

export const unarchiveCycle = operation({
	kind: 'action',
	resource: 'cycle',
	description: 'Restore a cycle that was archived',
	path: 'projects/{project_id}/archived-cycles/{cycle_id}/unarchive/',
	done: 'unarchived',
	locators: { cycle_id: archivedCycle },
});
