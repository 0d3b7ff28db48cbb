import { choices } from '../../fields/kinds';
import { operation } from '../operation';

export const getProjectSummary = operation({
	kind: 'get',
	resource: 'project',
	description:
		'Count the work items, members, states, labels, cycles, modules, intake items and pages of a project',
	path: 'projects/{project_id}/summary/',
	...{ value: 'getSummary', name: 'Get Summary', action: 'Get summary of project' },
	options: [
		choices(
			'fields',
			['issues', 'members', 'states', 'labels', 'cycles', 'modules', 'intakes', 'pages'],
			'What to count. Without it, everything.',
			{ displayName: 'Counts' },
		),
	],
});
