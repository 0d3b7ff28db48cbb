import { choice, date, lasting, longText, text, user, users } from '../../fields/kinds';
import { projectMembers } from '../../lists/lists';
import { changes, operation } from '../operation';

export const updateModule = operation({
	kind: 'update',
	resource: 'module',
	description: 'Change the details of a module',
	path: 'projects/{project_id}/modules/{module_id}/',
	body: changes(
		lasting(text('name', 'Name of the module')),
		longText('description', 'What the module is about'),
		date('start_date', 'Day on which the module starts'),
		date('target_date', 'Day by which the module is due', { notBefore: 'start_date' }),
		choice(
			'status',
			['backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled'],
			'Status of the module',
		),
		user('lead', 'User who leads the module', projectMembers),
		users('members', 'All users who work on the module', projectMembers, {
			displayName: 'Member Names or IDs',
		}),
		text('external_source', 'System that the module was imported from', {
			placeholder: 'e.g. github',
		}),
		text('external_id', 'ID of the module in the external source'),
	),
});
