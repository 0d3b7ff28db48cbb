import { lasting, name } from '../../fields/kinds';
import { cycleFields } from './cycleFields';
import { changes, operation } from '../operation';

export const updateCycle = operation({
	kind: 'update',
	resource: 'cycle',
	description: 'Change the details of a cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/',
	body: changes([lasting(name('name', 'Name of the cycle')), ...cycleFields]),
});
