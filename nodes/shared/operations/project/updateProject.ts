import { id, lasting, projectIdentifier, projectName, record } from '../../fields/kinds';
import { states } from '../../lists/lists';
import { projectFields } from './projectFields';
import { changes, operation } from '../operation';

export const updateProject = operation({
	kind: 'update',
	resource: 'project',
	description: 'Change the details of a project, e.g. turn its cycles, modules or intake on or off',
	path: 'projects/{project_id}/',
	body: changes([
		lasting(projectName('name', 'Name of the project')),
		lasting(projectIdentifier('identifier', 'What the keys of its work items begin with')),
		record('default_state', 'State that new work items begin in', states, {
			ifRefused: {
				message: 'Plane refused Default State',
				description:
					'Version 1.3 of Plane refuses it whatever it is, which is a fault of the server. Remove it, and turn on Default of the state with State → Update: new work items then begin in that state.',
			},
		}),
		id('estimate', 'Estimate that the project uses, by its ID'),
		...projectFields,
	]),
});
