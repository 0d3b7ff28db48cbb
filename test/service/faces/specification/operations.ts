import type { Answer, Call } from '../../answer';
import { bad, known, Refusal } from '../../answer';
import type { Creator } from '../../create';
import { now } from '../../create';
import type { Envelope, PagingOptions } from '../../paging';
import { enclose, pageOf } from '../../paging';
import type { Row, ServiceState } from '../../state';
import { expanded } from './expand';

export interface FaceOptions extends PagingOptions {
	/** The same envelope for all lists; undefined: each list its own. */
	envelope?: Envelope | undefined;
}

type Handler = (call: Call) => Answer;

/** Each id once, in the order given. */
function idsOf(value: unknown): string[] {
	const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
	return [...new Set(ids)];
}

/** Partial: what the body does not carry stays as it is. */
function update(record: Row, body: Record<string, unknown>): Answer {
	Object.assign(record, body, { updated_at: now() });
	return { status: 200, body: record };
}

/**
 * What the service does for each operation of the contract, by operation id; all but the upload,
 * which goes to the store. The requests are already validated.
 */
export function handlers(
	state: ServiceState,
	create: Creator,
	face: FaceOptions,
): Record<string, Handler> {
	const { fresh } = create;
	const workspaceOf = ({ params }: Call) =>
		known([state.workspace], (entry) => entry.slug === params.workspace_slug);
	const projectOf = (call: Call) => {
		const workspace = workspaceOf(call);
		return known(
			state.projects,
			(entry) => entry.id === call.params.project_id && entry.workspace === workspace.id,
		);
	};
	const inProject = (call: Call) => {
		const project = projectOf(call);
		return { project: project.id, workspace: project.workspace };
	};
	const inWorkspace = (call: Call) => ({ workspace: workspaceOf(call).id });
	/** The record with this id, if it is in the project of the call. */
	const ofProject = <Entry extends Row & { project: string }>(
		call: Call,
		rows: readonly Entry[],
		id: string | undefined,
	): Entry => {
		const project = projectOf(call);
		return known(rows, (entry) => entry.id === id && entry.project === project.id);
	};
	const ofWorkspace = <Entry extends Row & { workspace: string }>(
		call: Call,
		rows: readonly Entry[],
		id: string | undefined,
	): Entry => {
		const workspace = workspaceOf(call);
		return known(rows, (entry) => entry.id === id && entry.workspace === workspace.id);
	};

	const list = <Entry>(
		call: Call,
		rows: readonly Entry[],
		envelope: Envelope,
		show: (entry: Entry) => unknown = (entry) => entry,
	): Answer => {
		const page = pageOf(rows, call.query, face).map(show);
		const body = enclose(page, rows.length, face.envelope ?? envelope, face.total);
		return { status: 200, body };
	};

	/** Adds what the container does not hold yet; an unknown work item refuses all. */
	const addWorkItems = (call: Call, kind: 'module' | 'cycle'): Answer => {
		const { module_id: moduleId, cycle_id: cycleId, project_id: project } = call.params;
		const container =
			kind === 'module'
				? ofProject(call, state.modules, moduleId)
				: ofProject(call, state.cycles, cycleId);
		const ids = idsOf(call.body.issues);
		const items = ids.map((id) => {
			const item = state.workItems.find((entry) => entry.id === id && entry.project === project);
			if (item) return item;
			throw new Refusal(bad(`The work item ${id} does not exist in this project.`));
		});
		for (const item of items) {
			// A work item is in one cycle at most.
			const before = state.cycles.find(({ id }) => kind === 'cycle' && id === item.cycle);
			if (before) before.issues = before.issues.filter((id) => id !== item.id);
			if (!container.issues.includes(item.id)) container.issues.push(item.id);
			item[kind] = container.id;
		}
		return { status: 201, body: { ...fresh('addition'), issues: ids } };
	};

	return {
		'customerProperty.update': (call) =>
			update(ofWorkspace(call, state.customerProperties, call.params.property_id), call.body),

		'initiative.update': (call) =>
			update(ofWorkspace(call, state.initiatives, call.params.initiative_id), call.body),

		'workItemLink.update': (call) => {
			const item = ofProject(call, state.workItems, call.params.work_item_id);
			const link = known(
				state.links,
				(entry) => entry.id === call.params.link_id && entry.issue === item.id,
			);
			return update(link, call.body);
		},

		'page.create': (call) => {
			const blank = { ...fresh('page'), name: '', description_html: '', ...inProject(call) };
			const page = Object.assign(blank, call.body);
			state.pages.push(page);
			return { status: 201, body: page };
		},

		'state.create': (call) => {
			const values = Object.assign({ name: '', color: '' }, call.body);
			return { status: 201, body: create.state(inProject(call), values) };
		},

		'module.addWorkItems': (call) => addWorkItems(call, 'module'),

		'cycle.addWorkItems': (call) => addWorkItems(call, 'cycle'),

		'label.create': (call) => {
			const values = Object.assign({ name: '' }, call.body);
			return { status: 201, body: create.label(inProject(call), values) };
		},

		'module.update': (call) =>
			update(ofProject(call, state.modules, call.params.module_id), call.body),

		'customer.create': (call) => {
			const blank = { ...fresh('customer'), name: '', email: '', ...inWorkspace(call) };
			const customer = Object.assign(blank, call.body);
			state.customers.push(customer);
			return { status: 201, body: customer };
		},

		'workItemAttachment.getAll': (call) => {
			const item = ofProject(call, state.workItems, call.params.work_item_id);
			const { issue, project, workspace } = call.query;
			const rows = state.attachments.filter(
				(entry) =>
					entry.issue === item.id &&
					entry.is_uploaded &&
					[undefined, entry.issue].includes(issue) &&
					[undefined, entry.project].includes(project) &&
					[undefined, entry.workspace].includes(workspace),
			);
			return list(call, rows, 'array');
		},

		'workItem.getAll': (call) => {
			const { id } = projectOf(call);
			const { project, state: stateId, assignee, expand = '' } = call.query;
			const rows = state.workItems.filter(
				(entry) =>
					entry.project === id &&
					[undefined, entry.project].includes(project) &&
					[undefined, entry.state].includes(stateId) &&
					(assignee === undefined || entry.assignees.includes(assignee)),
			);
			return list(call, rows, 'results', (entry) => expanded(entry, expand, state));
		},

		'customerPropertyValue.update': (call) => {
			const customer = ofWorkspace(call, state.customers, call.params.customer_id).id;
			const property = ofWorkspace(call, state.customerProperties, call.params.property_id).id;
			const held = state.customerPropertyValues.find(
				(entry) => entry.customer === customer && entry.property === property,
			);
			if (held) return update(held, call.body);
			const blank = { ...fresh('customer property value'), customer, property, values: [] };
			const value = Object.assign({ ...blank, ...inWorkspace(call) }, call.body);
			state.customerPropertyValues.push(value);
			return { status: 200, body: value };
		},

		'teamspaceMember.add': (call) => {
			const teamspace = ofWorkspace(call, state.teamspaces, call.params.teamspace_id).id;
			const ids = idsOf(call.body.member_ids);
			const users = ids.map((id) => {
				const user = state.users.find((entry) => entry.id === id);
				if (user) return user;
				throw new Refusal(bad(`The user ${id} does not exist in this workspace.`));
			});
			const members = state.teamspaceMembers;
			for (const { id: member, display_name, email } of users) {
				const held = members.some(
					(entry) => entry.teamspace === teamspace && entry.member === member,
				);
				if (held) continue;
				const person = { member, display_name, email };
				members.push({ ...fresh('member'), teamspace, ...person, ...inWorkspace(call) });
			}
			return { status: 201, body: { ...fresh('addition'), member_ids: ids } };
		},

		'customerRequest.getAll': (call) => {
			const { id } = ofWorkspace(call, state.customers, call.params.customer_id);
			const { customer, workspace } = call.query;
			const rows = state.customerRequests.filter(
				(entry) =>
					entry.customer === id &&
					[undefined, entry.customer].includes(customer) &&
					[undefined, entry.workspace].includes(workspace),
			);
			return list(call, rows, 'results');
		},

		'teamspaceMember.getAll': (call) => {
			const { id } = ofWorkspace(call, state.teamspaces, call.params.teamspace_id);
			const rows = state.teamspaceMembers.filter((entry) => entry.teamspace === id);
			return list(call, rows, 'array');
		},
	};
}
