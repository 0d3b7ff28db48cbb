import { cards } from '../shared/cards';
import { wantedFields } from '../shared/paging';
import { operation } from '../operation';

export const getIntakeItems = operation({
	kind: 'list',
	resource: 'intakeItem',
	description: 'Retrieve a list of the intake items of a project',
	path: 'projects/{project_id}/intake-issues/',
	list: { records: 'intake items', simplified: cards.intakeItem, options: [wantedFields] },
});
