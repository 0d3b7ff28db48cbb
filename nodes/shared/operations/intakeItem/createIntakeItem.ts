import { newIntakeFields } from './intakeFields';
import { content, operation } from '../operation';

export const createIntakeItem = operation({
	kind: 'create',
	resource: 'intakeItem',
	description: 'Create a new intake item: something that is asked for and not yet accepted',
	path: 'projects/{project_id}/intake-issues/',
	body: content(newIntakeFields),
});
