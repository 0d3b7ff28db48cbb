import { required, text } from '../../fields/kinds';
import { project } from '../shared/locators';
import { content, operation } from '../operation';

/** Specification, operation 9. */
export const createLabel = operation({
	resource: 'label',
	value: 'create',
	name: 'Create',
	action: 'Create label',
	description: 'Create a new label in a project',
	request: { method: 'POST', path: 'projects/{project_id}/labels/' },
	path: [project],
	unique: 'name',
	body: content(required(text('name', 'Name of the label', { placeholder: 'e.g. bug' }))),
});
