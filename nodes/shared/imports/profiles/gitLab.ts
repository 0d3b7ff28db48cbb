import { asText } from '../../values/asText';
import { readTimeInUtc } from '../days';
import type { Profile } from '../profile';

/**
 * GitLab: Issues → Export as CSV. Since version 18.4, the number of an issue is called `IID`, and there are parents and a
 * start date.
 */
export const gitLab: Profile = {
	tool: 'GitLab',
	recognizedBy: [
		['Issue ID', 'Title', 'State', 'Author Username'],
		['IID', 'Title', 'State', 'Author Username'],
	],
	columns: {
		external_id: ['Issue ID', 'IID'],
		name: ['Title'],
		description_html: ['Description'],
		state: ['State'],
		assignees: ['Assignee'],
		labels: ['Labels'],
		start_date: ['Start Date'],
		target_date: ['Due Date'],
		created_at: ['Created At (UTC)'],
	},
	technicalColumns: [
		'Assignee Username',
		'Author Username',
		'Closed At (UTC)',
		'Confidential',
		'ID',
		'Locked',
		'Parent ID',
		'Parent Title',
		'Updated At (UTC)',
		'URL',
	],
	guard: /^'(?=[=+\-@;])/,
	format: 'github',
	readers: { created_at: readTimeInUtc },
	states: {
		open: { group: 'unstarted', name: 'Todo' },
		opened: { group: 'unstarted', name: 'Todo' },
		closed: { group: 'completed', name: 'Done' },
	},
	isOnlyOpen: ({ State: state }) => ['open', 'opened'].includes(asText(state)?.toLowerCase() ?? ''),
	links: ['URL'],
	// An epic has a number of its own, which an issue can have, too.
	parents: { columns: ['Parent IID'], names: ['IID'], title: 'Parent Title' },
};
