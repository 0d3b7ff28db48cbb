import { record, required } from '../../fields/kinds';
import { cycles } from '../../lists/lists';
import { content, operation } from '../operation';

export const transferWorkItems = operation({
	kind: 'action',
	resource: 'cycle',
	description: 'Move the work items that are not done from a cycle that has ended to another one',
	path: 'projects/{project_id}/cycles/{cycle_id}/transfer-issues/',
	action: 'Transfer work items of cycle',
	done: 'transferred',
	// A second transfer saves the report of the ended cycle again, without what has been moved (row 89).
	isRepeatable: false,
	body: content([
		required(
			record('new_cycle_id', 'Cycle to move them to', cycles, {
				...{ parameter: 'newCycleId', displayName: 'New Cycle' },
			}),
		),
	]),
});
