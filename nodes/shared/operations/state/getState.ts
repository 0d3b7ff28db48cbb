import { cards } from '../shared/cards';
import { operation } from '../operation';

export const getState = operation({
	kind: 'get',
	resource: 'state',
	description: 'Retrieve one workflow state of a project',
	path: 'projects/{project_id}/states/{state_id}/',
	simplified: cards.state,
});
