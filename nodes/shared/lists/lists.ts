import { picker, type Picker, textIn } from './picker';

/** The lists of docs/server-behaviour.md ("The lists behind From List"), except that of the work items. */

export const projects = picker('searchProjects', 'projects/', {
	label: (row) => withDetail(textIn(row, 'name'), textIn(row, 'identifier')),
	isClosed: ({ is_member: isMember }) => isMember === false,
});

export const modules = picker('searchModules', 'projects/{project_id}/modules/');
export const cycles = picker('searchCycles', 'projects/{project_id}/cycles/');
export const states = picker('searchStates', 'projects/{project_id}/states/');
export const labels = picker('searchLabels', 'projects/{project_id}/labels/');

/** A link has a `title` on some servers, which may be empty, and a `name` on others (row 3). */
export const links = picker(
	'searchLinks',
	'projects/{project_id}/work-items/{work_item_id}/links/',
	{ label: (row) => withDetail(textIn(row, 'title', 'name'), textIn(row, 'url')) },
);

const person: Picker['label'] = (row) => {
	const full = [textIn(row, 'first_name'), textIn(row, 'last_name')].join(' ').trim();
	return withDetail(full || textIn(row, 'display_name'), textIn(row, 'email'));
};

export const members = picker('searchMembers', 'members/', { label: person });

export const projectMembers = picker('searchProjectMembers', 'projects/{project_id}/members/', {
	records: 'project members',
	label: person,
});

const COMMERCIAL = { edition: 'commercial' } as const;

export const customers = picker('searchCustomers', 'customers/', COMMERCIAL);
export const initiatives = picker('searchInitiatives', 'initiatives/', COMMERCIAL);
export const teamspaces = picker('searchTeamspaces', 'teamspaces/', COMMERCIAL);
export const customerProperties = picker('searchCustomerProperties', 'customer-properties/', {
	...COMMERCIAL,
	label: (row) => textIn(row, 'display_name', 'name'),
});

/** `Launch (LNCH)`, or the one of the two that there is. */
const withDetail = (text: string, detail: string): string =>
	text === '' || detail === '' ? text + detail : `${text} (${detail})`;
