import { operation } from '../operation';
import { label, project } from '../shared/locators';

export const getLabel = operation({
	kind: 'get',
	resource: 'label',
	description: 'Retrieve one label of a project',
	request: { method: 'GET', path: 'projects/{project_id}/labels/{label_id}/' },
	path: [project, label],
});
