import { projectIdentifier, projectName, required } from '../../fields/kinds';
import { projectFields } from './projectFields';
import { content, operation } from '../operation';

export const createProject = operation({
	kind: 'create',
	resource: 'project',
	description: 'Create a new project in the workspace',
	path: 'projects/',
	natural: { unique: ['identifier'] },
	body: content([
		required(projectName('name', 'Name of the project', { placeholder: 'e.g. Launch' })),
		required(
			projectIdentifier(
				'identifier',
				'What the keys of its work items begin with, up to 12 characters',
				{
					placeholder: 'e.g. LNCH',
				},
			),
		),
		...projectFields,
	]),
});
