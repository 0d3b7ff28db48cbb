import { color, name, required } from '../../fields/kinds';
import { BY_NAME } from '../shared/external';
import { stateFields } from './stateFields';
import { content, operation } from '../operation';

export const createState = operation({
	kind: 'create',
	resource: 'state',
	description: 'Create a new workflow state in a project',
	path: 'projects/{project_id}/states/',
	natural: BY_NAME,
	body: content([
		required(
			name('name', 'Name of the state', { placeholder: 'e.g. In Review', isIdentity: true }),
		),
		required(color('color', 'Color of the state as #rrggbb')),
		...stateFields,
	]),
});
