import { name, required } from '../../fields/kinds';
import { BY_EXTERNAL_ID } from '../shared/external';
import { newMemberships, newWorkItemFields } from './workItemFields';
import { content, operation } from '../operation';

export const createWorkItem = operation({
	kind: 'create',
	resource: 'workItem',
	description: 'Create a new work item in a project',
	path: 'projects/{project_id}/work-items/',
	natural: { ...BY_EXTERNAL_ID, listFinds: true },
	body: content(
		[
			required(
				name('name', 'Title of the work item', { placeholder: 'e.g. Write the release notes' }),
			),
			...newWorkItemFields,
		],
		{ memberships: newMemberships },
	),
});
