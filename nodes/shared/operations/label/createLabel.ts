import { name, required } from '../../fields/kinds';
import { BY_NAME } from '../shared/external';
import { labelFields } from './labelFields';
import { content, operation } from '../operation';

export const createLabel = operation({
	kind: 'create',
	resource: 'label',
	description: 'Create a new label in a project',
	path: 'projects/{project_id}/labels/',
	natural: BY_NAME,
	body: content([
		required(name('name', 'Name of the label', { placeholder: 'e.g. bug', isIdentity: true })),
		...labelFields,
	]),
});
