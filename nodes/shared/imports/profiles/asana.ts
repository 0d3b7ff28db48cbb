import { readPeople } from '../personCells';
import type { Profile } from '../profile';

/** Asana: Export/Print → CSV. A section is where a task stands on a board, which may or may not be a state. */
export const asana: Profile = {
	tool: 'Asana',
	recognizedBy: [['Task ID', 'Name', 'Section/Column', 'Notes']],
	columns: {
		external_id: ['Task ID'],
		name: ['Name'],
		description_html: ['Notes'],
		state: ['Section/Column'],
		assignees: ['Assignee Email', 'Assignee'],
		labels: ['Tags'],
		start_date: ['Start Date'],
		target_date: ['Due Date'],
		created_at: ['Created At'],
	},
	technicalColumns: ['Completed At', 'Last Modified', 'Projects'],
	furtherTimes: ['Completed At', 'Last Modified'],
	emptyWords: ['(no section)'],
	hasFinalGroup: true,
	format: 'text',
	readers: { assignees: readPeople },
	findGroup: ({ 'Completed At': completedAt }) =>
		typeof completedAt === 'string' && completedAt !== '' ? 'completed' : undefined,
	relations: {
		'Blocked By (Dependencies)': 'blocked_by',
		'Blocking (Dependencies)': 'blocking',
	},
	// The export has no ID of the parent.
	parents: { columns: ['Parent task', 'Parent Task'], names: ['Name'] },
};
