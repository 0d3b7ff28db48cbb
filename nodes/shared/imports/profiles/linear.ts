import { isEmpty } from '../../values/valueChecks';
import { readNearestDay } from '../days';
import type { Profile, Row, StateGroup } from '../profile';

function findGroup({ Completed: completed, Canceled: canceled }: Row): StateGroup | undefined {
	if (!isEmpty(canceled)) return 'cancelled';

	return isEmpty(completed) ? undefined : 'completed';
}

/** Linear: Settings → Export data. */
export const linear: Profile = {
	tool: 'Linear',
	recognizedBy: [['ID', 'Team', 'Title', 'Status', 'Cycle Number']],
	columns: {
		external_id: ['ID'],
		name: ['Title'],
		description_html: ['Description'],
		state: ['Status'],
		assignees: ['Assignee'],
		labels: ['Labels'],
		priority: ['Priority'],
		target_date: ['Due Date'],
		created_at: ['Created'],
	},
	technicalColumns: [
		'Archived',
		'Canceled',
		'Completed',
		'Project ID',
		'Project Milestone ID',
		'Started',
		'Team',
		'Time in status (minutes)',
		'Triaged',
		'UUID',
		'Updated',
	],
	guard: /^'(?=[=+\-@])/,
	format: 'markdown',
	readers: { target_date: readNearestDay },
	priorities: { 'no priority': 'none' },
	states: {
		triage: { group: 'backlog' },
		backlog: { group: 'backlog', name: 'Backlog' },
		todo: { group: 'unstarted', name: 'Todo' },
		'in progress': { group: 'started', name: 'In Progress' },
		'in review': { group: 'started' },
		done: { group: 'completed', name: 'Done' },
		canceled: { group: 'cancelled', name: 'Cancelled' },
		duplicate: { group: 'cancelled' },
	},
	groupRules: [{ columns: ['Canceled', 'Completed'], read: findGroup }],
	exceptionRule: {
		columns: ['Archived'],
		read: ({ Archived: archived }) => (isEmpty(archived) ? undefined : 'archived'),
	},
	parents: { columns: ['Parent issue'], names: ['ID'] },
	sprints: ['Cycle Name'],
	relations: {
		'Related to': 'relates_to',
		'Blocked by': 'blocked_by',
		'Duplicate of': 'duplicate',
	},
};
