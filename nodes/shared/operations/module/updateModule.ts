import { lasting, text } from '../../fields/kinds';
import { moduleFields } from './moduleFields';
import { changes, operation } from '../operation';

export const updateModule = operation({
	kind: 'update',
	resource: 'module',
	description: 'Change the details of a module',
	path: 'projects/{project_id}/modules/{module_id}/',
	body: changes([lasting(text('name', 'Name of the module')), ...moduleFields]),
});
