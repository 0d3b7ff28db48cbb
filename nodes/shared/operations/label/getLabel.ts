import { cards } from '../shared/cards';
import { operation } from '../operation';

export const getLabel = operation({
	kind: 'get',
	resource: 'label',
	description: 'Retrieve one label of a project',
	path: 'projects/{project_id}/labels/{label_id}/',
	simplified: cards.label,
});
