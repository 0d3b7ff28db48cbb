import { cards } from '../shared/cards';
import { operation } from '../operation';

export const getProject = operation({
	kind: 'get',
	resource: 'project',
	description: 'Retrieve one project of the workspace',
	path: 'projects/{project_id}/',
	simplified: cards.project,
});
