import { operation } from '../operation';
import { project } from '../shared/locators';

export const getLabels = operation({
	kind: 'list',
	resource: 'label',
	description: 'Retrieve a list of the labels of a project',
	request: { method: 'GET', path: 'projects/{project_id}/labels/' },
	path: [project],
	list: { records: 'labels' },
});
