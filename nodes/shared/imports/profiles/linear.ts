import { readNearestDay } from '../days';
import type { Profile, Row, StateGroup } from '../profile';

const isFilled = (cell: unknown): boolean => typeof cell === 'string' && cell !== '';

function findGroup({ Completed: completed, Canceled: canceled }: Row): StateGroup | undefined {
	if (isFilled(canceled)) return 'cancelled';

	return isFilled(completed) ? 'completed' : undefined;
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
		read: ({ Archived: archived }) => (isFilled(archived) ? 'archived' : undefined),
	},
	parents: { columns: ['Parent issue'], names: ['ID'] },
	sprints: ['Cycle Name'],
	relations: {
		'Related to': 'relates_to',
		'Blocked by': 'blocked_by',
		'Duplicate of': 'duplicate',
	},
};
