import type { JsonObject } from 'n8n-workflow';

import { parseCycleDay } from '../fields/cycleDay';
import { CURRENT } from '../fields/field';
import { readWords } from '../html/readWords';
import { namedRecord, picker, type Picker } from './picker';
import { firstText, textWithin } from '../rows/firstText';

/** The lists of docs/server-behaviour.md ("The lists behind From List"), except that of the work items. */

export const projects = picker('searchProjects', 'projects/', {
	label: (row) => withDetail(firstText(row, 'name'), firstText(row, 'identifier')),
	names: (row) => [firstText(row, 'identifier'), firstText(row, 'name')],
	isClosed: ({ is_member: isMember }) => isMember === false,
});

/** The days of a cycle as a person reads them: `Week 49 (2026-11-30 to 2026-12-06)`. */
const withDays = (row: JsonObject): string => {
	const [start, end] = ['start_date', 'end_date'].map((name) =>
		parseCycleDay(firstText(row, name)),
	);

	return withDetail(firstText(row, 'name'), start && end ? `${start} to ${end}` : '');
};

export const archivedModules = picker(
	'searchArchivedModules',
	'projects/{project_id}/archived-modules/',
	namedRecord,
);
export const modules = picker('searchModules', 'projects/{project_id}/modules/', {
	...namedRecord,
	archived: archivedModules,
	isEmptyIfArchived: true,
	projectFeature: { wire: 'module_view', displayName: 'Modules' },
});
export const archivedCycles = picker(
	'searchArchivedCycles',
	'projects/{project_id}/archived-cycles/',
	{ ...namedRecord, label: withDays },
);
export const cycles = picker('searchCycles', 'projects/{project_id}/cycles/', {
	...namedRecord,
	label: withDays,
	archived: archivedCycles,
	isEmptyIfArchived: true,
	projectFeature: { wire: 'cycle_view', displayName: 'Cycles' },
	currentQuery: { cycle_view: CURRENT },
});
export const states = picker('searchStates', 'projects/{project_id}/states/', {
	...namedRecord,
	isEmptyIfArchived: true,
});

/** What Trello writes behind the name of a label: `Bug (red)`, `UI (green_dark)`. */
const TRELLO_COLOR =
	/\((?:green|yellow|orange|red|purple|blue|sky|lime|pink|black)(?:_dark|_light)?\)$/i;

/** The name of a label without the color that Trello writes behind it. */
function withoutColor(name: string): readonly string[] {
	const plain = name.replace(TRELLO_COLOR, '').trim();

	return plain === '' || plain === name ? [] : [plain];
}

export const labels = picker('searchLabels', 'projects/{project_id}/labels/', {
	...namedRecord,
	allowsAnyName: true,
	alternateNames: withoutColor,
	isEmptyIfArchived: true,
});

const ofWorkItem = 'projects/{project_id}/work-items/{work_item_id}/';

/** A link has a `title` on some servers, which may be empty, and a `name` on others (row 3). */
export const links = picker('searchLinks', `${ofWorkItem}links/`, {
	label: (row) => withDetail(firstText(row, 'title', 'name'), firstText(row, 'url')),
});

/** The first words of a text that is kept as HTML. */
const beginning = (html: string): string => readWords(html).replace(/\s+/g, ' ').slice(0, 60);

export const comments = picker('searchComments', `${ofWorkItem}comments/`, {
	label: (row) =>
		withDetail(
			beginning(firstText(row, 'comment_html')),
			firstText(row, 'created_at').slice(0, 10),
		),
});

export const activities = picker('searchActivities', `${ofWorkItem}activities/`, {
	label: (row) =>
		withDetail(firstText(row, 'comment', 'verb'), firstText(row, 'created_at').slice(0, 10)),
});

export const attachments = picker('searchAttachments', `${ofWorkItem}attachments/`, {
	label: (row) => textWithin(row, 'attributes', 'name'),
});

/** The paths of intake items have the IDs of their work items (row 34). */
export const intakeItems = picker('searchIntakeItems', 'projects/{project_id}/intake-issues/', {
	records: 'intake items',
	idField: 'issue',
	label: (row) => textWithin(row, 'issue_detail', 'name'),
});

const fullName = (row: JsonObject): string =>
	[firstText(row, 'first_name'), firstText(row, 'last_name')].join(' ').trim();

const people: Partial<Picker> = {
	label: (row) =>
		withDetail(fullName(row) || firstText(row, 'display_name'), firstText(row, 'email')),
	names: (row) => [firstText(row, 'email'), firstText(row, 'display_name'), fullName(row)],
};

/** Lists with roles, which no picker shows (row 220). */
const memberRoster = picker('searchMembers', 'members-lite/', people);

export const projectMemberRoster = picker(
	'searchProjectMembers',
	'projects/{project_id}/project-members-lite/',
	people,
);

export const members = picker('searchMembers', 'members/', {
	...people,
	isUnpaged: true,
	roster: memberRoster,
});

export const projectMembers = picker('searchProjectMembers', 'projects/{project_id}/members/', {
	...people,
	isUnpaged: true,
	records: 'project members',
	fallbackSource: members,
	roster: projectMemberRoster,
});

export const invitations = picker('searchInvitations', 'invitations/', {
	isUnpaged: true,
	label: (row) => firstText(row, 'email'),
	names: (row) => [firstText(row, 'email')],
});

export const stickies = picker('searchStickies', 'stickies/', {
	label: (row) => firstText(row, 'name') || beginning(firstText(row, 'description_html')),
	...namedRecord,
});

const COMMERCIAL = { edition: 'commercial', ...namedRecord } as const;

export const customers = picker('searchCustomers', 'customers/', COMMERCIAL);
export const initiatives = picker('searchInitiatives', 'initiatives/', COMMERCIAL);
export const teamspaces = picker('searchTeamspaces', 'teamspaces/', COMMERCIAL);
export const customerProperties = picker('searchCustomerProperties', 'customer-properties/', {
	...COMMERCIAL,
	names: (row) => [firstText(row, 'display_name'), firstText(row, 'name')],
	label: (row) => firstText(row, 'display_name', 'name'),
});

/** `Launch (LNCH)`, or the one of the two that there is. */
const withDetail = (text: string, detail: string): string =>
	text === '' || detail === '' ? text + detail : `${text} (${detail})`;
