import { name, required } from '../../fields/kinds';
import { BY_NAME } from '../shared/external';
import { moduleFields } from './moduleFields';
import { content, operation } from '../operation';

export const createModule = operation({
	kind: 'create',
	resource: 'module',
	description: 'Create a new module in a project',
	path: 'projects/{project_id}/modules/',
	natural: BY_NAME,
	body: content([
		required(
			name('name', 'Name of the module', { placeholder: 'e.g. Printing', isIdentity: true }),
		),
		...moduleFields,
	]),
});
