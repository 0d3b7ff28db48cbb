import { cards } from '../shared/cards';
import { operation } from '../operation';

export const getCycle = operation({
	kind: 'get',
	resource: 'cycle',
	description: 'Retrieve one cycle of a project, e.g. the current one',
	path: 'projects/{project_id}/cycles/{cycle_id}/',
	simplified: cards.cycle,
});
