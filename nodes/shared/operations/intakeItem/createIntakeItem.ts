import { intake } from '../project/projectFields';
import { newIntakeFields } from './intakeFields';
import { content, operation } from '../operation';

export const createIntakeItem = operation({
	kind: 'create',
	resource: 'intakeItem',
	description: 'Create a new intake item: something that is asked for and not yet accepted',
	path: 'projects/{project_id}/intake-issues/',
	failsIf:
		'Plane fails so in a project whose intake was turned on when the project was created: turn it on once more with Project → Update. Each failed try has left a hidden work item in the state Triage.',
	feature: intake,
	body: content(newIntakeFields),
});
