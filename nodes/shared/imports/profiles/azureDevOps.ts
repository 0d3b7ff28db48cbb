import { readPerson } from '../personCells';
import type { Profile } from '../profile';

/** A query for a tree has a column of titles for each level. */
const LEVELS = Array.from({ length: 9 }, (_, index) => `Title ${index + 1}`);

/** Azure DevOps: a query → Export to CSV. The states are those of its four processes. */
export const azureDevOps: Profile = {
	tool: 'Azure DevOps',
	recognizedBy: [
		['ID', 'Work Item Type', 'Title', 'State'],
		['ID', 'Work Item Type', 'Title 1', 'State'],
	],
	columns: {
		external_id: ['ID'],
		name: ['Title', ...LEVELS],
		description_html: ['Description'],
		state: ['State'],
		assignees: ['Assigned To'],
		labels: ['Tags'],
		priority: ['Priority'],
		start_date: ['Start Date'],
		target_date: ['Due Date', 'Target Date'],
		created_at: ['Created Date'],
	},
	furtherTimes: [
		'Activated Date',
		'Changed Date',
		'Closed Date',
		'Finish Date',
		'Resolved Date',
		'State Change Date',
	],
	format: 'html',
	readers: { assignees: readPerson },
	priorities: { 1: 'urgent', 2: 'high', 3: 'medium', 4: 'low' },
	states: {
		new: { group: 'unstarted' },
		proposed: { group: 'unstarted' },
		'to do': { group: 'unstarted', name: 'Todo' },
		approved: { group: 'unstarted' },
		active: { group: 'started' },
		committed: { group: 'started' },
		doing: { group: 'started' },
		resolved: { group: 'started' },
		closed: { group: 'completed', name: 'Done' },
		done: { group: 'completed', name: 'Done' },
		removed: { group: 'cancelled' },
	},
	parents: { columns: ['Parent'], names: ['ID'] },
	levels: LEVELS,
};
