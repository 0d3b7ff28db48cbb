import { cards } from '../shared/cards';
import { wantedFields } from '../shared/paging';
import { operation } from '../operation';

export const getStates = operation({
	kind: 'list',
	resource: 'state',
	description: 'Retrieve a list of the workflow states of a project',
	path: 'projects/{project_id}/states/',
	list: { records: 'states', simplified: cards.state, options: [wantedFields] },
});
