import { cards } from '../shared/cards';
import { intakeItem } from '../shared/locators';
import { operation } from '../operation';

export const getIntakeItem = operation({
	kind: 'get',
	resource: 'intakeItem',
	description: 'Retrieve one intake item of a project',
	path: 'projects/{project_id}/intake-issues/{work_item_id}/',
	locators: { work_item_id: intakeItem },
	simplified: cards.intakeItem,
	ifNotFound:
		'Plane does not find an intake item either that was snoozed until a time that is past; Update still works.',
});
