import { intakeItem } from '../shared/locators';
import { intakeFields } from './intakeFields';
import { changes, operation } from '../operation';

export const updateIntakeItem = operation({
	kind: 'update',
	resource: 'intakeItem',
	description: 'Change an intake item: accept, decline or snooze it, or mark it as a duplicate',
	path: 'projects/{project_id}/intake-issues/{work_item_id}/',
	locators: { work_item_id: intakeItem },
	body: changes(intakeFields),
});
