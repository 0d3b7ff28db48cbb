import { intakeItem } from '../shared/locators';
import { operation } from '../operation';

export const deleteIntakeItem = operation({
	kind: 'action',
	resource: 'intakeItem',
	description: 'Delete an intake item',
	path: 'projects/{project_id}/intake-issues/{work_item_id}/',
	done: 'deleted',
	locators: { work_item_id: intakeItem },
});
