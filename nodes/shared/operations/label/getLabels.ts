import { cards } from '../shared/cards';
import { wantedFields } from '../shared/paging';
import { operation } from '../operation';

export const getLabels = operation({
	kind: 'list',
	resource: 'label',
	description: 'Retrieve a list of the labels of a project',
	path: 'projects/{project_id}/labels/',
	list: { records: 'labels', simplified: cards.label, options: [wantedFields] },
});
