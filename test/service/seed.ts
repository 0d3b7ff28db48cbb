import type { Project, Row, ServiceState, WorkItem } from './state';
import { idOf } from './state';

const start = Date.parse('2026-01-05T08:00:00.000Z');
const minute = 60_000;

/** Record number `index` of its kind; each is 47 minutes younger than the one before. */
function row(kind: string, index: number): Row {
	const at = new Date(start + index * 47 * minute).toISOString();
	return { id: idOf(kind, index), created_at: at, updated_at: at };
}

/** `count` records, the entry `index` of which is `make(index)`. */
const times = <Entry>(count: number, make: (index: number) => Entry): Entry[] =>
	Array.from({ length: count }, (_, index) => make(index));

function pick<Entry>(entries: readonly Entry[], index: number): Entry {
	const entry = entries[index % entries.length];
	if (entry === undefined) throw new Error('Nothing to pick from.');
	return entry;
}

const people = [
	['Ada', 'Lovelace'],
	['Bob', 'Kahn'],
	['Grace', 'Hopper'],
	['Alan', 'Turing'],
	['Edsger', 'Dijkstra'],
	['Barbara', 'Liskov'],
	['Donald', 'Knuth'],
	['Margaret', 'Hamilton'],
] as const;

const verbs = ['Write', 'Review', 'Translate', 'Test', 'Publish', 'Measure', 'Clean up'];
const things = ['the press release', 'the price list', 'the sign-up form', 'the manual', 'the map'];
const stateNames = [
	['Backlog', '#60646c', 'backlog'],
	['To do', '#f59e0b', 'unstarted'],
	['In progress', '#3b82f6', 'started'],
	['Done', '#16a34a', 'completed'],
] as const;
const labelNames = ['bug', 'text', 'design', 'urgent'];
const companies = ['Acme Tools', 'Globex', 'Initech', 'Umbrella Gardens', 'Hooli'];

function workItemsOf(base: ServiceState, project: Project, count: number): WorkItem[] {
	const belongs = (entry: { project: string }) => entry.project === project.id;
	const states = base.states.filter(belongs);
	const labels = base.labels.filter(belongs);
	const types = base.types.filter(belongs);
	return times(count, (index) => ({
		...row(`${project.identifier} work item`, index),
		name: `${pick(verbs, index)} ${pick(things, Math.floor(index / verbs.length))} ${index + 1}`,
		sequence_id: index + 1,
		priority: pick(['none', 'low', 'medium', 'high', 'urgent'], index),
		type: pick(types, index).id,
		state: pick(states, index).id,
		module: null,
		cycle: null,
		assignees: index % 3 === 0 ? [] : [pick(base.users, index).id],
		labels: [pick(labels, index).id],
		project: project.id,
		workspace: project.workspace,
	}));
}

/** Workspace, users and the two projects with what a work item refers to. */
function base(): ServiceState {
	const workspace = { ...row('workspace', 0), slug: 'acme', name: 'Acme' };
	const inWorkspace = { workspace: workspace.id };
	const projects = [
		{ name: 'Launch', identifier: 'LNCH', description: 'All that the launch needs' },
		{ name: 'Website', identifier: 'WEB', description: 'The new website' },
	].map((project, index) => ({
		...row('project', index),
		...project,
		members: people.map((_person, user) => idOf('user', user)),
		...inWorkspace,
	}));
	const users = people.map(([first, last], index) => ({
		...row('user', index),
		first_name: first,
		last_name: last,
		email: `${first.toLowerCase()}@example.com`,
		display_name: first.toLowerCase(),
	}));
	const perProject = <Entry>(
		make: (inProject: { project: string; workspace: string }) => Entry[],
	) => projects.flatMap((project) => make({ project: project.id, ...inWorkspace }));
	return {
		workspace,
		users,
		projects,
		states: perProject((inProject) =>
			stateNames.map(([name, color, group], index) => ({
				...row(`state ${inProject.project}`, index),
				...{ name, color, group },
				slug: '',
				sequence: 15_000 + index * 10_000,
				default: index === 0,
				...inProject,
			})),
		),
		labels: perProject((inProject) =>
			labelNames.map((name, index) => ({
				...row(`label ${inProject.project}`, index),
				...{ name, color: '#808080', sort_order: 65_535 + index * 10_000 },
				...inProject,
			})),
		),
		types: perProject((inProject) =>
			['Task', 'Fault'].map((name, index) => ({
				...row(`type ${inProject.project}`, index),
				name,
				...inProject,
			})),
		),
		workItems: [],
		links: [],
		attachments: [],
		pages: [],
		modules: perProject((inProject) =>
			['Preparation', 'Opening week'].map((name, index) => ({
				...row(`module ${inProject.project}`, index),
				name,
				description: `Everything about the ${name.toLowerCase()}`,
				start_date: `2026-0${index + 2}-01`,
				target_date: `2026-0${index + 3}-01`,
				status: pick(['in-progress', 'planned'], index),
				lead: pick(users, index).id,
				members: users.slice(0, 2).map((user) => user.id),
				external_source: null,
				external_id: null,
				issues: [],
				...inProject,
			})),
		),
		cycles: perProject((inProject) =>
			['Week 6', 'Week 7'].map((name, index) => ({
				...row(`cycle ${inProject.project}`, index),
				name,
				// Far ahead, because a cycle that has ended takes no more work items.
				start_date: `2098-02-0${index * 7 + 2}`,
				end_date: `2098-02-${String(index * 7 + 8).padStart(2, '0')}`,
				issues: [],
				...inProject,
			})),
		),
		additions: [],
		customers: companies.map((name, index) => ({
			...row('customer', index),
			name,
			email: `office@${name.toLowerCase().replaceAll(' ', '-')}.example`,
			...inWorkspace,
		})),
		customerProperties: [],
		customerPropertyValues: [],
		customerRequests: [],
		initiatives: ['Enter the Nordic market', 'Halve the waiting time'].map((name, index) => ({
			...row('initiative', index),
			name,
			description: `Why: ${name.toLowerCase()}`,
			description_html: `<p>Why: ${name.toLowerCase()}</p>`,
			description_stripped: `Why: ${name.toLowerCase()}`,
			description_binary: '',
			lead: pick(users, index).id,
			start_date: '2026-01-12',
			end_date: '2026-12-18',
			logo_props: {},
			state: pick(['ACTIVE', 'DRAFT'], index),
			...inWorkspace,
		})),
		teamspaces: ['Product', 'Support'].map((name, index) => ({
			...row('teamspace', index),
			name,
			...inWorkspace,
		})),
		teamspaceMembers: [],
	};
}

function fillWorkItems(state: ServiceState, count: number): void {
	const sizes = [count, 7];
	state.workItems = state.projects.flatMap((project, index) =>
		workItemsOf(state, project, sizes[index] ?? 0),
	);
	state.links = state.workItems.slice(0, 3).map((item, index) => ({
		...row('link', index),
		issue: item.id,
		name: `Draft ${index + 1}`,
		url: `https://example.com/drafts/${index + 1}`,
		visited: `https://example.com/drafts/${index + 1}`,
		project: item.project,
		workspace: item.workspace,
	}));
	state.attachments = state.workItems.slice(0, 1).flatMap((item) =>
		['plan.pdf', 'map.png', 'notes.txt', 'budget.csv'].map((name, index) => ({
			...row('attachment', index),
			issue: item.id,
			attributes: { name, type: 'application/octet-stream', size: 1000 + index },
			asset: `${item.workspace}/${idOf('asset', index).replaceAll('-', '')}-${name}`,
			size: 1000 + index,
			is_uploaded: true,
			project: item.project,
			workspace: item.workspace,
		})),
	);
}

function fillCustomers(state: ServiceState): void {
	const inWorkspace = { workspace: state.workspace.id };
	state.customerProperties = [
		{ name: 'tier', type: 'OPTION', defaults: ['standard'] },
		{ name: 'seats', type: 'DECIMAL', defaults: [] },
		{ name: 'account_manager', type: 'RELATION', defaults: [] },
	].map(({ name, type, defaults }, index) => ({
		...row('customer property', index),
		name,
		display_name: name.replaceAll('_', ' '),
		description: `The ${name.replaceAll('_', ' ')} of a customer`,
		property_type: type,
		relation_type: type === 'RELATION' ? 'USER' : null,
		is_required: false,
		is_multi: false,
		is_active: true,
		sort_order: (index + 1) * 10_000,
		default_value: defaults,
		settings: {},
		validation_rules: {},
		logo_props: {},
		external_source: null,
		external_id: null,
		...inWorkspace,
	}));
	// 65 of the first customer, two of each other one.
	const owners = state.customers.flatMap((customer, index) =>
		times(index === 0 ? 65 : 2, () => customer.id),
	);
	state.customerRequests = owners.map((customer, index) => ({
		...row('customer request', index),
		customer,
		name: `Wish ${index + 1}`,
		description: `${pick(verbs, index)} ${pick(things, index)}`,
		...inWorkspace,
	}));
	const [customer] = state.customers;
	const [property] = state.customerProperties;
	if (!customer || !property) return;
	const holder = { customer: customer.id, property: property.id, values: ['standard'] };
	state.customerPropertyValues = [
		{ ...row('customer property value', 0), ...holder, ...inWorkspace },
	];
}

function fillTeamspaces(state: ServiceState): void {
	// Six of the eight users are in the first teamspace, so two are left to add.
	state.teamspaceMembers = state.teamspaces.flatMap((teamspace, index) =>
		state.users.slice(0, index === 0 ? 6 : 1).map((user, position) => ({
			...row(`member of ${teamspace.id}`, position),
			teamspace: teamspace.id,
			member: user.id,
			display_name: user.display_name,
			email: user.email,
			workspace: state.workspace.id,
		})),
	);
}

/** A fresh workspace with `workItems` work items in its first project. The same each time. */
export function seed(workItems: number): ServiceState {
	const state = base();
	fillWorkItems(state, workItems);
	fillCustomers(state);
	fillTeamspaces(state);
	return state;
}
