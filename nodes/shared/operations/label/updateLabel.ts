import { lasting, name } from '../../fields/kinds';
import { labelFields } from './labelFields';
import { changes, operation } from '../operation';

export const updateLabel = operation({
	kind: 'update',
	resource: 'label',
	description: 'Change the details of a label',
	path: 'projects/{project_id}/labels/{label_id}/',
	body: changes([lasting(name('name', 'Name of the label', { isIdentity: true })), ...labelFields]),
});
