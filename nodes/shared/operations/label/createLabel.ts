import { required, text } from '../../fields/kinds';
import { content, operation } from '../operation';
import { project } from '../shared/locators';

export const createLabel = operation({
	kind: 'create',
	resource: 'label',
	description: 'Create a new label in a project',
	request: { method: 'POST', path: 'projects/{project_id}/labels/' },
	path: [project],
	unique: 'name',
	body: content(required(text('name', 'Name of the label', { placeholder: 'e.g. bug' }))),
});
