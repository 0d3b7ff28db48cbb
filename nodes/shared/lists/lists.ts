import type { JsonObject } from 'n8n-workflow';

import { parseCycleDay } from '../values/parseCycleDay';
import { CURRENT } from '../fields/field';
import { features } from '../fields/features';
import { toReadableText } from '../html/toReadableText';
import { compareAlphabetically } from '../text/letterCase';
import { INTAKE_STATUS, nameIntakeStatus } from './intakeStatus';
import { namedRecord, picker, type Picker } from './picker';
import { readFirstText, readNestedText } from '../values/readFirstText';
import { mayNameSeveral, readMailAddress } from '../values/readMailAddress';

/** The lists of docs/server-behaviour.md ("The lists behind From List"), except the list of work items. */

export const projects = picker('searchProjects', 'projects/', {
	label: (row) => withDetail(readFirstText(row, 'name'), readFirstText(row, 'identifier')),
	names: (row) => [[readFirstText(row, 'identifier'), readFirstText(row, 'name')]],
	address: { segments: ['projects'] },
});

/** The name of a cycle with its days: `Week 49 (2026-11-30 to 2026-12-06)`. */
const withDays = (row: JsonObject): string => {
	const [start, end] = ['start_date', 'end_date'].map((name) =>
		parseCycleDay(readFirstText(row, name)),
	);

	return withDetail(readFirstText(row, 'name'), start && end ? `${start} to ${end}` : '');
};

/** Compares cycles: the latest comes first, and those without days come last. */
const byStart = (cycle: JsonObject, other: JsonObject): number =>
	readFirstText(other, 'start_date').localeCompare(readFirstText(cycle, 'start_date'));

export const archivedModules = picker(
	'searchArchivedModules',
	'projects/{project_id}/archived-modules/',
	namedRecord,
);
export const modules = picker('searchModules', 'projects/{project_id}/modules/', {
	...namedRecord,
	address: { segments: ['modules'] },
	otherLists: [{ kind: 'archived', list: archivedModules }],
	emptyIf: {
		kind: 'archivedOrTurnedOff',
		feature: { wire: 'module_view', displayName: 'Modules' },
	},
});
export const archivedCycles = picker(
	'searchArchivedCycles',
	'projects/{project_id}/archived-cycles/',
	{ ...namedRecord, label: withDays, order: byStart },
);
export const cycles = picker('searchCycles', 'projects/{project_id}/cycles/', {
	...namedRecord,
	label: withDays,
	order: byStart,
	address: { segments: ['cycles'] },
	modes: [
		{
			displayName: 'By Name',
			name: 'name',
			hint: 'Enter current for the active cycle',
		},
	],
	otherLists: [{ kind: 'archived', list: archivedCycles }],
	emptyIf: { kind: 'archivedOrTurnedOff', feature: { wire: 'cycle_view', displayName: 'Cycles' } },
	currentQuery: { cycle_view: CURRENT },
});
export const states = picker('searchStates', 'projects/{project_id}/states/', {
	...namedRecord,
	emptyIf: { kind: 'archived' },
});

/** The color that Trello appends to the name of a label: `Bug (red)`, `UI (green_dark)`. */
const TRELLO_COLOR =
	/\((?:green|yellow|orange|red|purple|blue|sky|lime|pink|black)(?:_dark|_light)?\)$/i;

/** The name of a label and, if it ends in a color that Trello has appended, the name without that. */
function withoutColor(name: string): readonly string[] {
	const plain = name.replace(TRELLO_COLOR, '').trim();

	return plain === '' || plain === name ? [name] : [name, plain];
}

export const labels = picker('searchLabels', 'projects/{project_id}/labels/', {
	...namedRecord,
	spellings: withoutColor,
	// Users choose the names freely: one may look like a web address, or like `undefined`.
	canBeName: () => true,
	emptyIf: { kind: 'archived' },
});

const workItemPath = 'projects/{project_id}/work-items/{work_item_id}/';

/** A link has a `title` on some servers, which may be empty, and a `name` on others (row 3). */
export const links = picker('searchLinks', `${workItemPath}links/`, {
	label: (row) => withDetail(readFirstText(row, 'title', 'name'), readFirstText(row, 'url')),
});

/** The first words of a text in HTML. */
const firstWords = (html: string): string => toReadableText(html).replace(/\s+/g, ' ').slice(0, 60);

export const comments = picker('searchComments', `${workItemPath}comments/`, {
	label: (row) =>
		withDetail(
			firstWords(readFirstText(row, 'comment_html')),
			readFirstText(row, 'created_at').slice(0, 10),
		),
});

export const activities = picker('searchActivities', `${workItemPath}activities/`, {
	label: (row) =>
		withDetail(
			readFirstText(row, 'comment', 'verb'),
			readFirstText(row, 'created_at').slice(0, 10),
		),
});

export const attachments = picker('searchAttachments', `${workItemPath}attachments/`, {
	label: (row) => readNestedText(row, 'attributes', 'name'),
});

/** An intake item with the number in its key, and its status unless it waits: `341 The printer is on fire (Accepted)`. */
function describeIntakeItem(row: JsonObject): string {
	const number = readNestedText(row, 'issue_detail', 'sequence_id');
	const title = readNestedText(row, 'issue_detail', 'name');
	if (title === '') return '';

	const isPending = row.status === INTAKE_STATUS.Pending;
	const status = isPending ? '' : (nameIntakeStatus(row.status) ?? '');

	return withDetail([number, title].filter((text) => text !== '').join(' '), status);
}

/** The paths of intake items have the IDs of their work items (row 34). */
export const intakeItems = picker('searchIntakeItems', 'projects/{project_id}/intake-issues/', {
	records: 'intake items',
	idField: 'issue',
	label: describeIntakeItem,
});

const fullName = (row: JsonObject): string =>
	[readFirstText(row, 'first_name'), readFirstText(row, 'last_name')].join(' ').trim();

/** A text and, if that has an email address beside a name, the address, as the picker shows people. */
function withAddress(text: string): readonly string[] {
	const address = mayNameSeveral(text) ? undefined : readMailAddress(text.trim());

	return address === undefined ? [text] : [text, address];
}

const describePerson = (row: JsonObject): string =>
	withDetail(fullName(row) || readFirstText(row, 'display_name'), readFirstText(row, 'email'));

const people: Partial<Picker> = {
	label: describePerson,
	order: (row, other) => compareAlphabetically(describePerson(row), describePerson(other)),
	names: (row) => [readFirstText(row, 'email'), readFirstText(row, 'display_name'), fullName(row)],
	spellings: withAddress,
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
	paging: 'none',
	otherLists: [{ kind: 'roster', list: memberRoster }],
});

export const projectMembers = picker('searchProjectMembers', 'projects/{project_id}/members/', {
	...people,
	paging: 'none',
	records: 'project members',
	otherLists: [
		{ kind: 'roster', list: projectMemberRoster },
		{ kind: 'everybody', list: members },
	],
});

export const invitations = picker('searchInvitations', 'invitations/', {
	paging: 'none',
	label: (row) => readFirstText(row, 'email'),
	names: (row) => [readFirstText(row, 'email')],
});

export const stickies = picker('searchStickies', 'stickies/', {
	label: (row) => readFirstText(row, 'name') || firstWords(readFirstText(row, 'description_html')),
	...namedRecord,
});

const BUSINESS = { plan: 'Business', ...namedRecord } as const;
const CUSTOMER = { ...BUSINESS, feature: features.customers } as const;
/** A custom property has a name that people see, and one that the server makes of it. */
const customProperty: Partial<Picker> = {
	names: (row) => [readFirstText(row, 'display_name'), readFirstText(row, 'name')],
	label: (row) => readFirstText(row, 'display_name', 'name'),
};
const PRO = { plan: 'Pro', ...namedRecord } as const;

export const customers = picker('searchCustomers', 'customers/', {
	...CUSTOMER,
	address: { segments: ['customers'] },
});
export const customerRequests = picker(
	'searchCustomerRequests',
	'customers/{customer_id}/requests/',
	{ ...CUSTOMER, records: 'customer requests' },
);
export const initiativeLabels = picker('searchInitiativeLabels', 'initiatives/labels/', {
	...PRO,
	feature: features.initiatives,
	records: 'initiative labels',
});
export const projectLabels = picker('searchProjectLabels', 'project-labels/', {
	...BUSINESS,
	records: 'project labels',
	paging: 'optional',
});
export const projectTemplates = picker('searchProjectTemplates', 'projects/templates/', {
	...BUSINESS,
	records: 'project templates',
	paging: 'none',
});
export const relationDefinitions = picker(
	'searchRelationDefinitions',
	'work-item-relation-definitions/',
	{ plan: 'any', ...namedRecord, records: 'relation definitions', paging: 'optional' },
);
export const milestones = picker('searchMilestones', 'projects/{project_id}/milestones/', {
	plan: 'Pro',
	paging: 'optional',
	names: (row) => [readFirstText(row, 'title')],
	label: (row) => readFirstText(row, 'title'),
});
export const workItemTypes = picker(
	'searchWorkItemTypes',
	'projects/{project_id}/work-item-types/',
	{ ...PRO, feature: features.workItemTypes, paging: 'optional' },
);
export const workItemProperties = picker(
	'searchWorkItemProperties',
	'projects/{project_id}/work-item-types/{type_id}/work-item-properties/',
	{ ...PRO, ...customProperty, feature: features.workItemTypes, paging: 'optional' },
);
export const propertyOptions = picker(
	'searchPropertyOptions',
	'projects/{project_id}/work-item-properties/{property_id}/options/',
	{ ...PRO, feature: features.workItemTypes, paging: 'optional' },
);
export const worklogs = picker('searchWorklogs', `${workItemPath}worklogs/`, {
	plan: 'Pro',
	feature: features.timeTracking,
	label: (row) =>
		withDetail(`${readFirstText(row, 'duration')} min`, readFirstText(row, 'description')),
});
export const estimatePoints = picker(
	'searchEstimatePoints',
	'projects/{project_id}/estimates/{estimate_id}/estimate-points/',
	{
		plan: 'Free',
		label: (row) => readFirstText(row, 'value'),
		names: (row) => [readFirstText(row, 'value')],
		paging: 'optional',
	},
);
/** The points of the only estimate of a project, which need not be chosen first. */
export const projectEstimatePoints = picker('searchProjectEstimatePoints', estimatePoints.path, {
	plan: 'Free',
	records: estimatePoints.records,
	label: estimatePoints.label,
	...(estimatePoints.names && { names: estimatePoints.names }),
	parents: [
		{ kind: 'chosen', wire: 'project_id' },
		{
			kind: 'only',
			wire: 'estimate_id',
			howToCreate:
				'Create one with Estimate → Create, its values with Estimate Point → Create, and choose it with Project → Update: Estimate. Or leave out the field Estimate Point.',
		},
	],
	paging: 'optional',
});
export const archivedPages = picker('searchArchivedPages', 'projects/{project_id}/pages/', {
	...namedRecord,
	plan: 'any',
	feature: features.pages,
	records: 'archived pages',
	rowQuery: { type: 'archived' },
});
export const pages = picker('searchPages', 'projects/{project_id}/pages/', {
	...namedRecord,
	plan: 'any',
	feature: features.pages,
	otherLists: [{ kind: 'archived', list: archivedPages }],
	address: { segments: ['pages'] },
});
export const archivedWikiPages = picker('searchArchivedWikiPages', 'pages/', {
	...namedRecord,
	plan: 'any',
	feature: features.wiki,
	records: 'archived wiki pages',
	rowQuery: { type: 'archived' },
});
export const wikiPages = picker('searchWikiPages', 'pages/', {
	...namedRecord,
	plan: 'any',
	feature: features.wiki,
	otherLists: [{ kind: 'archived', list: archivedWikiPages }],
	records: 'wiki pages',
});
export const workItemPages = picker('searchWorkItemPages', `${workItemPath}pages/`, {
	...PRO,
	feature: features.pages,
	label: (row) => readNestedText(row, 'page', 'name') || readFirstText(row, 'name'),
});
export const initiatives = picker('searchInitiatives', 'initiatives/', {
	...PRO,
	feature: features.initiatives,
	address: { segments: ['initiatives'] },
});
export const teamspaces = picker('searchTeamspaces', 'teamspaces/', {
	...PRO,
	feature: features.teams,
	address: { segments: ['teamspaces'] },
});
export const customerProperties = picker('searchCustomerProperties', 'customer-properties/', {
	...CUSTOMER,
	...customProperty,
	paging: 'optional',
});

/** `Launch (LNCH)`, or just one of the two if the other is empty. */
const withDetail = (text: string, detail: string): string =>
	text === '' || detail === '' ? text + detail : `${text} (${detail})`;
