import { lasting, name } from '../../fields/kinds';
import { moduleFields } from './moduleFields';
import { changes, operation } from '../operation';

export const updateModule = operation({
	kind: 'update',
	resource: 'module',
	description: 'Change the details of a module',
	path: 'projects/{project_id}/modules/{module_id}/',
	body: changes([
		lasting(name('name', 'Name of the module', { isIdentity: true })),
		...moduleFields,
	]),
});
