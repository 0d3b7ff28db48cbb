import { record, required } from '../../fields/kinds';
import { members } from '../../lists/lists';
import { role } from '../shared/roles';
import { content, operation } from '../operation';

export const addProjectMember = operation({
	kind: 'create',
	resource: 'projectMember',
	description: 'Add a member of the workspace to a project',
	path: 'projects/{project_id}/members/',
	...{ value: 'add', name: 'Add', action: 'Add project member' },
	body: content([
		required(record('member', 'Member of the workspace to add', members)),
		role('member of the project'),
	]),
});
