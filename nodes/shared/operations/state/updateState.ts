import { color, lasting, name, number } from '../../fields/kinds';
import { stateFields } from './stateFields';
import { changes, operation } from '../operation';

export const updateState = operation({
	kind: 'update',
	resource: 'state',
	description: 'Change the details of a workflow state',
	path: 'projects/{project_id}/states/{state_id}/',
	body: changes([
		lasting(name('name', 'Name of the state', { isIdentity: true })),
		lasting(color('color', 'Color of the state as #rrggbb')),
		lasting(number('sequence', 'Position among the states of its group: lower numbers come first')),
		...stateFields,
	]),
});
