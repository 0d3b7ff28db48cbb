import { stableId, type Row, type ServiceState, type State, type WorkItem } from './state';

const start = Date.parse('2026-01-05T08:00:00.000Z');
const minute = 60_000;

/**
 * Returns the common fields of record number `index` of its kind. Each is 47 minutes younger than
 * the one before.
 */
function row(kind: string, index: number): Row {
	const at = new Date(start + index * 47 * minute).toISOString();

	return { id: stableId(kind, index), created_at: at, updated_at: at };
}

function pick<Entry>(entries: readonly Entry[], index: number): Entry {
	const entry = entries[index % entries.length];
	if (entry === undefined) throw new Error('Nothing to pick from.');

	return entry;
}

/** Returns a record of the kind for each name, with its other fields. */
const namedRows = <Fields extends object>(
	kind: string,
	names: readonly string[],
	fieldsOf: (name: string, index: number) => Fields,
) => names.map((name, index) => ({ ...row(kind, index), name, ...fieldsOf(name, index) }));

const verbs = ['Write', 'Review', 'Translate', 'Test', 'Publish', 'Measure', 'Clean up'];
const objects = [
	'the press release',
	'the price list',
	'the sign-up form',
	'the manual',
	'the map',
];
const priorities = ['none', 'low', 'medium', 'high', 'urgent'];

const workspace = { ...row('workspace', 0), slug: 'acme', name: 'Acme' };
const inWorkspace = { workspace: workspace.id };
const noExternalIds = { external_source: null, external_id: null };

function makeUsers() {
	const first = ['Ada', 'Bob', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Margaret'];
	const last = ['Lovelace', 'Kahn', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Hamilton'];

	return first.map((name, index) => ({
		...row('user', index),
		first_name: name,
		last_name: pick(last, index),
		email: `${name.toLowerCase()}@example.com`,
		display_name: name.toLowerCase(),
	}));
}

/** Returns a workspace with two projects, without the records that refer to several others. */
function makeBase(): ServiceState {
	const users = makeUsers();
	const members = users.map(({ id }) => id);
	const projects = namedRows('project', ['Launch', 'Website'], (_name, index) => ({
		identifier: pick(['LNCH', 'WEB'], index),
		description: pick(['All that the launch needs', 'The new website'], index),
		project_lead: null,
		default_assignee: null,
		default_state: null,
		archived_at: null,
		module_view: true,
		cycle_view: true,
		issue_views_view: false,
		page_view: true,
		intake_view: true,
		archive_in: 0,
		close_in: 0,
		timezone: 'UTC',
		...noExternalIds,
		members: [...members],
		...inWorkspace,
	}));
	/** Returns records with these names in each project. */
	const perProject = <Fields extends object>(
		kind: string,
		names: readonly string[],
		fieldsOf: (name: string, index: number) => Fields,
	) =>
		projects.flatMap(({ id: project }) =>
			namedRows(`${kind} ${project}`, names, (name, index) => ({
				...fieldsOf(name, index),
				project,
				...inWorkspace,
			})),
		);
	const companies = ['Acme Tools', 'Globex', 'Initech', 'Umbrella Gardens', 'Hooli'];

	return {
		workspace: { ...workspace },
		users,
		projects,
		projectMembers: projects.flatMap(({ id: project }) =>
			members.map((member, index) => ({
				...row(`member of ${project}`, index),
				member,
				role: index === 0 ? 20 : 15,
				project,
				...inWorkspace,
			})),
		),
		invitations: [],
		stickies: [],
		states: perProject('state', ['Backlog', 'To do', 'In progress', 'Done'], (_name, index) => ({
			color: pick(['#60646c', '#f59e0b', '#3b82f6', '#16a34a'], index),
			group: pick(['backlog', 'unstarted', 'started', 'completed'], index),
			description: '',
			slug: '',
			sequence: 15_000 + index * 10_000,
			default: index === 0,
			...noExternalIds,
		})),
		labels: perProject('label', ['bug', 'text', 'design', 'urgent'], (_name, index) => ({
			description: '',
			color: '#808080',
			sort_order: 65_535 + index * 10_000,
			parent: null,
			...noExternalIds,
		})),
		types: perProject('type', ['Task', 'Fault', 'Epic'], (name) => ({
			description: '',
			is_epic: name === 'Epic',
			is_default: name === 'Task',
			is_active: true,
			level: name === 'Epic' ? 1 : 0,
			logo_props: {},
			...noExternalIds,
		})),
		workItems: [],
		links: [],
		comments: [],
		activities: [],
		relations: [],
		customRelations: [],
		relationDefinitions: [],
		projectTemplates: [],
		intakeItems: [],
		attachments: [],
		pages: [],
		workItemPages: [],
		workItemProperties: [],
		workItemPropertyOptions: [],
		workItemPropertyValues: [],
		worklogs: [],
		estimates: [],
		estimatePoints: [],
		features: [],
		modules: perProject('module', ['Preparation', 'Opening week'], (name, index) => ({
			description: `Everything about the ${name.toLowerCase()}`,
			start_date: `2026-0${index + 2}-01`,
			target_date: `2026-0${index + 3}-01`,
			status: pick(['in-progress', 'planned'], index),
			lead: pick(members, index),
			members: members.slice(0, 2),
			issues: [],
			archived_at: null,
			sort_order: 65_535 - index * 10_000,
			...noExternalIds,
		})),
		cycles: perProject('cycle', ['Week 6', 'Week 7'], (_name, index) => ({
			// In the far future, because work items cannot be added to a cycle that has ended.
			start_date: `2098-02-0${index * 7 + 2}`,
			end_date: `2098-02-${String(index * 7 + 8).padStart(2, '0')}`,
			description: '',
			timezone: 'UTC',
			owned_by: members[0] ?? null,
			issues: [],
			archived_at: null,
			sort_order: 65_535 - index * 10_000,
			...noExternalIds,
		})),
		additions: [],
		customers: namedRows('customer', companies, (name) => ({
			description_html: '<p></p>',
			email: `office@${name.toLowerCase().replaceAll(' ', '-')}.example`,
			website_url: null,
			domain: null,
			employees: null,
			stage: null,
			contract_status: null,
			revenue: null,
			logo_props: {},
			...noExternalIds,
			...inWorkspace,
		})),
		customerProperties: namedRows(
			'customer property',
			['tier', 'seats', 'account_manager'],
			makeProperty,
		),
		customerPropertyValues: [],
		customerRequests: [],
		customerLinks: [],
		initiatives: namedRows(
			'initiative',
			['Enter the Nordic market', 'Halve the waiting time'],
			(name, index) => ({
				description: '',
				description_html: `<p>Why: ${name.toLowerCase()}</p>`,
				start_date: '2026-01-12',
				end_date: '2026-12-18',
				lead: pick(members, index),
				logo_props: {},
				state: pick(['ACTIVE', 'DRAFT'], index),
				...inWorkspace,
			}),
		),
		initiativeLabels: namedRows('initiative label', ['Growth', 'Quality'], makeWorkspaceLabel),
		projectLabels: namedRows('project label', ['Internal', 'External'], makeWorkspaceLabel),
		setMembers: [],
		milestones: [],
		epics: [],
		teamspaces: namedRows('teamspace', ['Product', 'Support'], () => ({
			description_html: '<p></p>',
			lead: null,
			logo_props: {},
			...inWorkspace,
		})),
		webhooks: [],
	};
}

const makeWorkspaceLabel = (_name: string, index: number) => ({
	color: '#808080',
	description: '',
	sort_order: 65_535 + index * 10_000,
	...inWorkspace,
});

/** The options of the first property of customers. */
const customerOptions = ['Standard', 'Gold'].map((name, index) => ({
	...row('option of customers', index),
	name,
}));

const makeProperty = (name: string, index: number) => ({
	display_name: name.replaceAll('_', ' '),
	description: `The ${name.replaceAll('_', ' ')} of a customer`,
	property_type: pick(['OPTION', 'DECIMAL', 'RELATION'], index),
	relation_type: pick([null, null, 'USER'], index),
	is_required: false,
	is_multi: false,
	is_active: true,
	sort_order: (index + 1) * 10_000,
	default_value: [],
	settings: {},
	validation_rules: {},
	logo_props: {},
	options: index === 0 ? customerOptions : [],
	...noExternalIds,
	...inWorkspace,
});

const emptyFields = {
	description_html: '<p></p>',
	parent: null,
	estimate_point: null,
	...noExternalIds,
	start_date: null,
	target_date: null,
	completed_at: null,
	archived_at: null,
};

/** Adds work items to each project, three links, and four attachments of the first work item. */
function fillWorkItems(state: ServiceState, count: number): void {
	state.workItems = state.projects.flatMap((project, place): WorkItem[] => {
		const ownRows = <Entry extends { project: string }>(rows: readonly Entry[]) =>
			rows.filter((entry) => entry.project === project.id);
		const [states, labels, types] = [
			ownRows(state.states),
			ownRows(state.labels),
			ownRows(state.types).filter(({ is_epic: isEpic }) => !isEpic),
		];

		return Array.from({ length: place === 0 ? count : 7 }, (_, index) => ({
			...row(`${project.identifier} work item`, index),
			name: `${pick(verbs, index)} ${pick(objects, Math.floor(index / verbs.length))} ${index + 1}`,
			sequence_id: index + 1,
			priority: pick(priorities, index),
			type: pick(types, index).id,
			state: pick(states, index).id,
			module: null,
			cycle: null,
			assignees: index % 3 === 0 ? [] : [pick(state.users, index).id],
			labels: [pick(labels, index).id],
			...emptyFields,
			sort_order: 65_535 + index * 10_000,
			project: project.id,
			...inWorkspace,
		}));
	});
	state.links = state.workItems.slice(0, 3).map((item, index) => {
		const url = `https://example.com/drafts/${index + 1}`;
		const link = { name: `Draft ${index + 1}`, url, visited: url };

		return {
			...row('link', index),
			...link,
			issue: item.id,
			project: item.project,
			...inWorkspace,
		};
	});
	state.attachments = state.workItems.slice(0, 1).flatMap((item) =>
		['plan.pdf', 'map.png', 'notes.txt', 'budget.csv'].map((name, index) => ({
			...row('attachment', index),
			attributes: { name, type: 'application/octet-stream', size: 1000 + index },
			asset: `${item.workspace}/${stableId('asset', index).replaceAll('-', '')}-${name}`,
			size: 1000 + index,
			is_uploaded: true,
			issue: item.id,
			project: item.project,
			...inWorkspace,
		})),
	);
}

/** Adds 65 requests of the first customer, two of each other one, and a property value. */
function fillCustomers(state: ServiceState): void {
	const owners = state.customers.flatMap(({ id }, index) =>
		Array.from({ length: index === 0 ? 65 : 2 }, () => id),
	);

	state.customerRequests = owners.map((customer, index) => ({
		...row('customer request', index),
		customer,
		name: `Wish ${index + 1}`,
		...inWorkspace,
		description_html: `<p>${pick(verbs, index)} ${pick(objects, index)}</p>`,
		link: null,
	}));
	const customer = pick(state.customers, 0).id;
	const references = { customer, property: pick(state.customerProperties, 0).id };

	state.customerPropertyValues = [
		{
			...row('customer property value', 0),
			...references,
			values: [pick(customerOptions, 0).id],
			...inWorkspace,
		},
	];
}

/** Puts six of the eight users into the first teamspace, so that two can be added. */
function fillTeamspaces(state: ServiceState): void {
	state.setMembers = state.teamspaces.flatMap(({ id: owner }, index) =>
		state.users.slice(0, index === 0 ? 6 : 1).map(({ id: member }, place) => ({
			...row(`member of ${owner}`, place),
			set: 'teamspace members',
			owner,
			member,
			...inWorkspace,
		})),
	);
}

/** Adds custom properties of several kinds to the type of the first work item. */
function fillProperties(state: ServiceState): void {
	const { id: issue, type, project } = pick(state.workItems, 0);
	const references = { project, ...inWorkspace };

	state.workItemProperties = [
		['Severity', 'OPTION'],
		['Version', 'TEXT'],
		['Reported On', 'DATETIME'],
		['Effort', 'DECIMAL'],
		['Regression', 'BOOLEAN'],
	].map(([name = '', kind = ''], index) => ({
		...row('work item property', index),
		name: name.toLowerCase().replaceAll(' ', '_'),
		display_name: name,
		description: '',
		property_type: kind,
		relation_type: null,
		formula_config: null,
		is_required: false,
		is_multi: false,
		is_active: true,
		sort_order: (index + 1) * 10_000,
		default_value: [],
		settings: {},
		validation_rules: {},
		logo_props: {},
		issue_type: type,
		...noExternalIds,
		...references,
	}));
	const [severity] = state.workItemProperties;

	state.workItemPropertyOptions = ['High', 'Low'].map((name, index) => ({
		...row('work item property option', index),
		name,
		description: '',
		property: severity?.id ?? '',
		parent: null,
		is_active: true,
		is_default: false,
		sort_order: (index + 1) * 10_000,
		...noExternalIds,
		...references,
	}));
	state.workItemPropertyValues = [
		{
			...row('work item property value', 0),
			issue,
			property: severity?.id ?? '',
			value: pick(state.workItemPropertyOptions, 0).id,
			...references,
		},
	];
}

/** Adds milestones, epics, pages, worklogs, an estimate and custom properties to the first project. */
function fillPlanning(state: ServiceState): void {
	const { id: project } = pick(state.projects, 0);
	const { id: type } = pick(
		state.types.filter((entry) => entry.project === project && entry.is_epic),
		0,
	);

	state.epics = ['New checkout', 'New search'].map((name, index) => ({
		...pick(state.workItems, 0),
		...row('epic', index),
		...emptyFields,
		name,
		type,
		sequence_id: state.workItems.length + 1 + index,
		assignees: [],
		labels: [],
	}));
	const inFirstProject = { project, ...inWorkspace };
	const item = pick(state.workItems, 0).id;
	const owner = pick(state.users, 0).id;

	state.pages = ['Handbook', 'Old notes'].flatMap((name, index) =>
		[project, null].map((projectId, place) => ({
			...row(`page of ${projectId ?? 'the wiki'}`, index),
			name,
			description_html: '<p>Read this first.</p>',
			access: 0,
			color: '',
			is_locked: false,
			logo_props: {},
			parent_id: null,
			collection_id: null,
			archived_at: index === 1 ? dayFromNow(-place - 1) : null,
			owned_by: owner,
			...noExternalIds,
			project: projectId,
			...inWorkspace,
		})),
	);
	state.workItemPages = [
		{
			...row('work item page', 0),
			page: pick(state.pages, 0).id,
			issue: item,
			...inFirstProject,
		},
	];
	state.worklogs = [60, 30].map((duration, index) => ({
		...row('worklog', index),
		description: 'Wrote it',
		duration,
		logged_by: owner,
		issue: item,
		...inFirstProject,
	}));
	state.estimates = [
		{
			...row('estimate', 0),
			name: 'Points',
			description: '',
			type: 'points',
			last_used: true,
			...noExternalIds,
			...inFirstProject,
		},
	];
	state.estimatePoints = ['1', '2', '3', '5'].map((value, key) => ({
		...row('estimate point', key),
		value,
		key,
		description: '',
		estimate: pick(state.estimates, 0).id,
		...noExternalIds,
		...inFirstProject,
	}));
	fillProperties(state);

	state.milestones = ['Beta', 'Release'].map((title, index) => ({
		...row('milestone', index),
		title,
		target_date: null,
		...noExternalIds,
		project,
		...inWorkspace,
	}));
}

/** Returns the date this number of days after today. */
const dayFromNow = (days: number): string =>
	new Date(Date.now() + days * 24 * 60 * minute).toISOString().slice(0, 10);

/** Adds comments, activities and a relation of the first work items. */
function fillConversations(state: ServiceState): void {
	const item = pick(state.workItems, 0);
	const relatedItem = pick(state.workItems, 1);
	const actor = pick(state.users, 0).id;
	const references = { issue: item.id, project: item.project, ...inWorkspace };

	state.comments = ['<p>Is the date right?</p>', '<p>Yes.</p>'].map((comment_html, index) => ({
		...row('comment', index),
		comment_html,
		access: 'INTERNAL',
		actor,
		parent: null,
		edited_at: null,
		...noExternalIds,
		...references,
	}));
	const common = { old_identifier: null, new_identifier: null, actor, ...references };
	const epoch = Math.floor(start / 1000);
	const change = { field: 'priority', old_value: 'low', new_value: item.priority };

	state.activities = [
		{
			field: null,
			old_value: null,
			new_value: null,
			verb: 'created',
			comment: 'created the issue',
		},
		{ ...change, verb: 'updated', comment: 'updated the priority to' },
	].map((words, index) => ({ ...row('activity', index), ...words, epoch, ...common }));
	state.relations = [
		{ ...row('relation', 0), ...references, related: relatedItem.id, relation_type: 'blocking' },
	];
	// The labels are those in the documentation of the Python SDK.
	const definition = {
		...row('relation definition', 0),
		name: 'Implementation',
		outward: 'implements',
		inward: 'implemented by',
		is_default: false,
		is_active: true,
		color: '#3f76ff',
		sort_order: 65_535,
		...inWorkspace,
	};

	state.relationDefinitions = [definition];
	state.customRelations = [
		{
			...row('custom relation', 0),
			...references,
			related: relatedItem.id,
			definition: definition.id,
		},
	];
	state.projectTemplates = [
		{
			...row('project template', 0),
			name: 'Fair',
			description: {},
			logo_props: {},
			template_data: {},
			...inWorkspace,
		},
	];
}

/**
 * Adds an ended, an archived and a running cycle, an archived module, and an intake item to the
 * second project.
 */
function fillSecondProject(state: ServiceState): void {
	const { id: project } = pick(state.projects, 1);
	const ownRows = <Entry extends { project: string }>(rows: readonly Entry[]): Entry =>
		pick(
			rows.filter((entry) => entry.project === project),
			0,
		);
	const archived_at = pick(state.users, 7).created_at;

	state.cycles.push(
		...[
			{ name: 'Week 1', start_date: '2026-01-05', end_date: '2026-01-11', archived_at: null },
			{ name: 'Week 52', start_date: '2025-12-22', end_date: '2025-12-28', archived_at },
			{ name: 'Now', start_date: dayFromNow(-3), end_date: dayFromNow(3), archived_at: null },
		].map((fields, index) => ({
			...ownRows(state.cycles),
			...row('other cycle', index),
			...fields,
			issues: [],
			sort_order: 45_535 - index * 10_000,
		})),
	);
	const fields = { name: 'Old website', status: 'completed', archived_at, issues: [] };
	const module = { ...ownRows(state.modules), ...row('other module', 0), ...fields };

	state.modules.push({ ...module, sort_order: 45_535 });
	// Accepted, so that its work item is listed like the others.
	const item = ownRows(state.workItems);

	state.intakeItems.push({
		...row('intake item', 0),
		issue: item.id,
		status: 1,
		source: 'IN_APP',
		snoozed_till: null,
		source_email: null,
		duplicate_to: null,
		project,
		...inWorkspace,
	});
}

/** Returns the state of reported work items, which a project gets with its first report. */
export function findOrCreateTriage(state: ServiceState, project: string): State {
	const ownRows = state.states.filter((entry) => entry.project === project);
	const existing = ownRows.find(({ group }) => group === 'triage');
	if (existing) return existing;

	const triage = {
		...row(`triage ${project}`, 0),
		name: 'Triage',
		color: '#4E5355',
		group: 'triage',
		description: '',
		slug: 'triage',
		sequence: 65_000,
		default: false,
		...noExternalIds,
		project,
		...inWorkspace,
	};

	state.states.push(triage);

	return triage;
}

/**
 * Returns a new workspace with `workItems` work items in its first project. It is the same each
 * time.
 */
export function seed(workItems: number): ServiceState {
	const state = makeBase();

	fillWorkItems(state, workItems);
	fillCustomers(state);
	fillTeamspaces(state);
	fillPlanning(state);
	fillConversations(state);
	fillSecondProject(state);
	const owner = pick(state.users, 0).id;

	state.stickies = [
		{
			...row('sticky', 0),
			name: 'Call the printer',
			description_html: '<p>Today</p>',
			owner,
			color: '#ffee00',
			background_color: null,
			logo_props: {},
			sort_order: 65_535,
			...inWorkspace,
		},
	];
	const invited = { email: 'carol@example.com', role: 15, accepted: false, responded_at: null };

	state.invitations = [{ ...row('invitation', 0), ...invited, ...inWorkspace }];

	return state;
}
