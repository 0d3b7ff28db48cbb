import { color, required, text } from '../../fields/kinds';
import { project } from '../shared/locators';
import { content, operation } from '../operation';

/** Specification, operation 5. */
export const createState = operation({
	resource: 'state',
	value: 'create',
	name: 'Create',
	action: 'Create state',
	description: 'Create a new workflow state in a project',
	request: { method: 'POST', path: 'projects/{project_id}/states/' },
	path: [project],
	unique: 'name',
	body: content(
		required(text('name', 'Name of the state', { placeholder: 'e.g. In Review' })),
		required(color('color', 'Color of the state as #rrggbb')),
	),
});
