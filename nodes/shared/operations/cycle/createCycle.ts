import { name, required } from '../../fields/kinds';
import { BY_EXTERNAL_ID } from '../shared/external';
import { newCycleFields } from './cycleFields';
import { content, operation } from '../operation';

export const createCycle = operation({
	kind: 'create',
	resource: 'cycle',
	description: 'Create a new cycle in a project',
	path: 'projects/{project_id}/cycles/',
	natural: BY_EXTERNAL_ID,
	body: content(
		[
			required(name('name', 'Name of the cycle', { placeholder: 'e.g. Week 49' })),
			...newCycleFields,
		],
		{
			repeats: ['project_id'],
		},
	),
});
