import { readEndOfRange, readStartOfRange } from '../days';
import type { Profile } from '../profile';

/** Notion: Export → Markdown & CSV. Everybody names the columns of a table, but for Name; these are of its templates. */
export const notion: Profile = {
	tool: 'Notion',
	recognizedBy: [['Name', 'Assign', 'Date']],
	columns: {
		name: ['Name'],
		state: ['Status'],
		assignees: ['Assign'],
		labels: ['Tag', 'Tags'],
		start_date: ['Date'],
		target_date: ['Date'],
	},
	format: 'text',
	readers: {
		start_date: readStartOfRange,
		target_date: readEndOfRange,
	},
};
