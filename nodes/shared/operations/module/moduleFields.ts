import { choice, date, longText, record, records } from '../../fields/kinds';
import { projectMembers } from '../../lists/lists';
import { external } from '../shared/external';

/** What a module has besides its name. */
export const moduleFields = [
	longText('description', 'What the module is about'),
	date('start_date', 'Day on which the module starts'),
	date('target_date', 'Day by which the module is due', { notBefore: 'start_date' }),
	choice(
		'status',
		['backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled'],
		'Status of the module',
	),
	record('lead', 'User who leads the module', projectMembers, { isChecked: true }),
	records('members', 'All users who work on the module', projectMembers, { isChecked: true }),
	...external('module'),
];
