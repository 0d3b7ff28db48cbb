import { picker, type Picker, textIn } from './picker';

/** The lists of docs/server-behaviour.md ("The lists behind From List"), except that of the work items. */

const name: Picker['label'] = (row) => textIn(row, 'name');

export const projects = picker({
	method: 'searchProjects',
	records: 'projects',
	path: 'projects/',
	label: (row) => withDetail(textIn(row, 'name'), textIn(row, 'identifier')),
	isClosed: ({ is_member: isMember }) => isMember === false,
});

export const modules = picker({
	method: 'searchModules',
	records: 'modules',
	path: 'projects/{project_id}/modules/',
	label: name,
});

export const cycles = picker({
	method: 'searchCycles',
	records: 'cycles',
	path: 'projects/{project_id}/cycles/',
	label: name,
});

export const states = picker({
	method: 'searchStates',
	records: 'states',
	path: 'projects/{project_id}/states/',
	label: name,
});

export const labels = picker({
	method: 'searchLabels',
	records: 'labels',
	path: 'projects/{project_id}/labels/',
	label: name,
});

/** A link has a `title` on some servers, which may be empty, and a `name` on others (row 3). */
export const links = picker({
	method: 'searchLinks',
	records: 'links',
	path: 'projects/{project_id}/work-items/{work_item_id}/links/',
	label: (row) => withDetail(textIn(row, 'title', 'name'), textIn(row, 'url')),
});

const person: Picker['label'] = (row) => {
	const full = [textIn(row, 'first_name'), textIn(row, 'last_name')].join(' ').trim();
	return withDetail(full === '' ? textIn(row, 'display_name') : full, textIn(row, 'email'));
};

export const members = picker({
	method: 'searchMembers',
	records: 'members',
	path: 'members/',
	label: person,
});

export const projectMembers = picker({
	method: 'searchProjectMembers',
	records: 'project members',
	path: 'projects/{project_id}/members/',
	label: person,
});

export const customers = picker({
	method: 'searchCustomers',
	records: 'customers',
	path: 'customers/',
	edition: 'commercial',
	label: name,
});

export const customerProperties = picker({
	method: 'searchCustomerProperties',
	records: 'customer properties',
	path: 'customer-properties/',
	edition: 'commercial',
	label: (row) => textIn(row, 'display_name', 'name'),
});

export const initiatives = picker({
	method: 'searchInitiatives',
	records: 'initiatives',
	path: 'initiatives/',
	edition: 'commercial',
	label: name,
});

export const teamspaces = picker({
	method: 'searchTeamspaces',
	records: 'teamspaces',
	path: 'teamspaces/',
	edition: 'commercial',
	label: name,
});

/** `Launch (LNCH)`, or the one of the two that there is. */
function withDetail(text: string, detail: string): string {
	if (text === '' || detail === '') return text + detail;
	return `${text} (${detail})`;
}
