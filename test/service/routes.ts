import { additions } from './additions';
import { bad, byId, gone, here, made, ok, Refusal, type Answer, type Call } from './answer';
import { now } from './create';
import { choice, date, fieldReader, listOf, orNull, recordId, text } from './fields';
import { lists } from './lists';
import { inOrder, newestFirst, recordsOf } from './records';
import {
	badFields,
	badFile,
	badFileType,
	moduleNameTaken,
	nameTaken,
	notUploaded,
} from './refusals';
import { hitOf, searchWorkItems } from './search';
import type { Host } from './serve';
import type { Row } from './state';

type Handler = (call: Call) => Answer | Promise<Answer>;
type Handled = [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, handler: Handler];

/** One path of the service, below `/api/v1/`, with what answers each of its methods. */
export interface Route {
	path: string;
	handlers: Map<string, Handler>;
	/** The header Allow: what the real server has there, which may be more than is here. */
	allow: string;
}

const statuses = ['backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled'];
// The server knows some hundred of the usual ones.
const fileTypes = /^(?:image|audio|video|text|font|model)\/|^application\/(?!x-made-up)/;
const inWorkspace = 'workspaces/{workspace_slug}/';
const inProject = `${inWorkspace}projects/{project_id}/`;
const ofWorkItem = `${inProject}work-items/{work_item_id}/`;
const customers = `${inWorkspace}customers/`;
const properties = `${inWorkspace}customer-properties/`;
const initiatives = `${inWorkspace}initiatives/`;
const teamspaces = `${inWorkspace}teamspaces/`;
const me = 'users/me/';
const members = `${inWorkspace}members/`;
const search = `${inWorkspace}work-items/search/`;

function allowedAt(path: string): string {
	if ([me, members, search].includes(path)) return 'GET';
	return path.endsWith('}/') ? 'GET, PATCH, DELETE' : 'GET, POST';
}

/** Each text once, in the order given. */
const textsOf = (value: unknown): string[] =>
	Array.isArray(value) ? [...new Set(value.filter((entry) => typeof entry === 'string'))] : [];

/** Partial: what the values do not carry stays as it is. */
const change = <Entry extends Row>(row: Entry, values: object): Entry =>
	Object.assign(row, values, { updated_at: now() });

/** Every path of the service: of the contract, of the pickers, and around an upload. */
export function routesOf(host: Host): Route[] {
	const { state, create, uploads, options, differs } = host;
	const records = recordsOf(state, differs);
	const add = additions(host, records);
	const read = fieldReader(differs);
	const { ofItem, page, list, filtered } = lists(host);
	const workspace = state.workspace.id;
	const placeOf = ({ params }: Call) => ({ project: params.project_id ?? '', workspace });
	const name = text({ longest: 255 });
	const mayBeBlank = text({ blank: true, longest: 255 });

	/** @throws Refusal 409 with the id of the one that has the name. */
	function refuseTaken(
		kind: 'State' | 'Label',
		rows: readonly { id: string; name: string }[],
		wanted: string,
	): void {
		const taken = rows.find((row) => row.name === wanted);
		if (taken && differs('namesAreTaken')) throw new Refusal(nameTaken(kind, taken.id));
	}

	function createState(call: Call): Answer {
		const fields = { name, color: text({ longest: 255 }) };
		const { name: wanted = '', color = '' } = read(call.body, fields, ['name', 'color']);
		refuseTaken('State', here(call, state.states), wanted);
		const body = records.state(create.state(placeOf(call), { name: wanted, color }));
		return { status: differs('createdStatus200') ? 200 : 201, body };
	}

	function createLabel(call: Call): Answer {
		const { name: wanted = '', color = '' } = read(call.body, { name, color: mayBeBlank }, [
			'name',
		]);
		refuseTaken('Label', here(call, state.labels), wanted);
		return made(records.label(create.label(placeOf(call), { name: wanted, color })));
	}

	function deleteLabel(call: Call): Answer {
		const label = byId(here(call, state.labels), call.params.label_id);
		state.labels.splice(state.labels.indexOf(label), 1);
		for (const item of state.workItems) item.labels = item.labels.filter((id) => id !== label.id);
		return gone;
	}

	function updateModule(call: Call): Answer {
		const module = byId(here(call, state.modules), call.params.module_id);
		const values = read(call.body, {
			name,
			description: text({ blank: true }),
			start_date: orNull(date),
			target_date: orNull(date),
			status: choice(statuses),
			lead: orNull(recordId(state.users)),
			members: listOf(recordId(state.users)),
			external_source: orNull(mayBeBlank),
			external_id: orNull(mayBeBlank),
		});
		const { start_date: start, target_date: target } = values;
		// It compares what one request brings, not what the module then has.
		if (differs('ownChecks') && start && target && start > target) {
			throw new Refusal(badFields({ non_field_errors: ['Start date cannot exceed target date'] }));
		}
		const others = here(call, state.modules).filter((row) => row !== module);
		const isTaken = others.some((row) => row.name === values.name);
		if (isTaken && differs('namesAreTaken')) throw new Refusal(moduleNameTaken);
		return ok(records.updatedModule(change(module, values)));
	}

	const linkOf = (call: Call) => byId(ofItem(call, state.links), call.params.link_id);

	function updateLink(call: Call): Answer {
		const link = linkOf(call);
		const ignored = differs('titleNotName') ? 'name' : 'title';
		const fields = { title: orNull(mayBeBlank), name: orNull(mayBeBlank), url: text() };
		const { title, name = title, url } = read({ ...call.body, [ignored]: undefined }, fields);
		const values = { name: name === undefined ? link.name : (name ?? ''), url: url ?? link.url };
		const answer = ok({ ...records.changedLink(change(link, values)) });
		// Only afterwards does the server look at the page that the link leads to.
		link.visited = link.url;
		return answer;
	}

	/** @throws Refusal 404 when the work item has none with this id */
	const attachmentOf = (call: Call) => byId(ofItem(call, state.attachments), call.params.asset_id);

	async function issueUpload(call: Call): Promise<Answer> {
		const item = byId(here(call, state.workItems), call.params.work_item_id);
		const { name: file, type, size } = call.body;
		if (typeof file !== 'string' || !file || typeof size !== 'number' || size <= 0) return badFile;
		const isKnown = typeof type === 'string' && (fileTypes.test(type) || !differs('ownChecks'));
		if (!isKnown) return badFileType;
		const issued = await uploads.issue(item, { name: file, type, size });
		return ok({ ...issued, attachment: records.attachment(issued.attachment) });
	}

	function completeUpload(call: Call): Answer {
		change(attachmentOf(call), { is_uploaded: call.body.is_uploaded === true });
		return gone;
	}

	function download(call: Call): Answer {
		const attachment = attachmentOf(call);
		if (!attachment.is_uploaded) return notUploaded;
		const location = uploads.addressOf(attachment);
		return { status: 302, headers: { location, 'content-type': 'text/html; charset=utf-8' } };
	}

	function listWorkItems(call: Call): Answer {
		const items = filtered(call, here(call, state.workItems), {
			project: ({ project }) => project,
			state: (item) => item.state,
			assignee: ({ assignees }) => assignees,
		});
		const rows = differs('newestFirst') ? inOrder(items, call.query.order_by) : items;
		const relations = call.query.expand?.split(',') ?? [];
		return page(call, rows, (item) => records.expandedWorkItem(item, relations));
	}

	function searchItems({ query }: Call): Answer {
		const items = differs('newestFirst') ? newestFirst(state.workItems) : state.workItems;
		const hits = searchWorkItems({ ...state, workItems: items }, query);
		return ok({ issues: hits.map((item) => hitOf(state, item)) });
	}

	function listMembers(call: Call): Answer {
		const { members: ids } = byId(state.projects, call.params.project_id);
		const users = state.users.filter(({ id }) => ids.includes(id));
		return list(call, users, records.user, 'array');
	}

	function listStates(call: Call): Answer {
		const rows = here(call, state.states).sort((row, other) => row.sequence - other.sequence);
		return page(call, rows, records.state);
	}

	function listAttachments(call: Call): Answer {
		const rows = filtered(call, ofItem(call, state.attachments), {
			issue: ({ issue }) => issue,
			project: ({ project }) => project,
			workspace: (row) => row.workspace,
		});
		const complete = rows.filter((row) => row.is_uploaded);
		return list(call, complete, records.attachment, 'array');
	}

	function listRequests(call: Call): Answer {
		const { id } = byId(state.customers, call.params.customer_id);
		const rows = state.customerRequests.filter(({ customer }) => customer === id);
		const filters = { customer: () => id, workspace: () => workspace };
		return list(call, filtered(call, rows, filters));
	}

	function listTeamspaceMembers(call: Call): Answer {
		const { id } = byId(state.teamspaces, call.params.teamspace_id);
		const rows = state.teamspaceMembers.filter(({ teamspace }) => teamspace === id);
		return list(call, rows, undefined, 'array');
	}

	function createPage(call: Call): Answer {
		const blank = { ...create.fresh('page'), name: '', description_html: '', ...placeOf(call) };
		state.pages.push(Object.assign(blank, call.body));
		return made(blank);
	}

	function createCustomer(call: Call): Answer {
		const blank = { ...create.fresh('customer'), name: '', email: '', workspace };
		state.customers.push(Object.assign(blank, call.body));
		return made(blank);
	}

	function updatePropertyValue({ params, body }: Call): Answer {
		const customer = byId(state.customers, params.customer_id).id;
		const property = byId(state.customerProperties, params.property_id).id;
		const values = state.customerPropertyValues;
		const held = values.find((row) => row.customer === customer && row.property === property);
		if (held) return ok(change(held, body));
		const place = { customer, property, workspace };
		const value = { ...create.fresh('customer property value'), ...place, values: [] };
		values.push(Object.assign(value, body));
		return ok(value);
	}

	function addMembers({ params, body }: Call): Answer {
		const teamspace = byId(state.teamspaces, params.teamspace_id).id;
		const ids = textsOf(body.member_ids);
		const unknown = ids.find((id) => !state.users.some((user) => user.id === id));
		if (unknown !== undefined) {
			throw new Refusal(bad(`The user ${unknown} does not exist in this workspace.`));
		}
		const there = state.teamspaceMembers.filter((row) => row.teamspace === teamspace);
		const added = ids.filter((id) => !there.some(({ member }) => member === id));
		for (const { id, display_name, email } of added.map((member) => byId(state.users, member))) {
			const person = { teamspace, member: id, display_name, email };
			state.teamspaceMembers.push({ ...create.fresh('member'), ...person, workspace });
		}
		return made({ ...create.fresh('addition'), member_ids: ids });
	}

	type InProject = Row & { project: string };
	const listing =
		<Entry extends InProject>(rows: () => Entry[], show: (row: Entry) => object): Handler =>
		(call) =>
			list(call, here(call, rows()), show);
	/** One record, by the last parameter of its path. */
	const getting =
		<Entry extends InProject>(rows: () => Entry[], show: (row: Entry) => object): Handler =>
		(call) =>
			ok(show(byId(here(call, rows()), Object.values(call.params).at(-1))));
	const changing =
		(rows: () => Row[]): Handler =>
		({ params, body }) =>
			ok(change(byId(rows(), Object.values(params).at(-1)), body));

	const commercial: Handled[] = [
		['POST', `${inProject}pages/`, createPage],
		['GET', properties, (call) => list(call, state.customerProperties)],
		['PATCH', `${properties}{property_id}/`, changing(() => state.customerProperties)],
		['GET', customers, (call) => list(call, state.customers)],
		['POST', customers, createCustomer],
		['PATCH', `${customers}{customer_id}/property-values/{property_id}/`, updatePropertyValue],
		['GET', `${customers}{customer_id}/requests/`, listRequests],
		['GET', initiatives, (call) => list(call, state.initiatives)],
		['PATCH', `${initiatives}{initiative_id}/`, changing(() => state.initiatives)],
		['GET', teamspaces, (call) => list(call, state.teamspaces)],
		['GET', `${teamspaces}{teamspace_id}/members/`, listTeamspaceMembers],
		['POST', `${teamspaces}{teamspace_id}/members/`, addMembers],
	];
	const handled: Handled[] = [
		['GET', me, () => ok(state.users.map(records.user)[0])],
		['GET', members, (call) => list(call, state.users, records.member, 'array')],
		['GET', search, searchItems],
		['GET', `${inWorkspace}projects/`, (call) => page(call, state.projects, records.project)],
		['GET', `${inProject}members/`, listMembers],
		['GET', `${inProject}states/`, listStates],
		['GET', `${inProject}states/{state_id}/`, getting(() => state.states, records.state)],
		['POST', `${inProject}states/`, createState],
		['GET', `${inProject}labels/`, listing(() => state.labels, records.label)],
		['GET', `${inProject}labels/{label_id}/`, getting(() => state.labels, records.label)],
		['POST', `${inProject}labels/`, createLabel],
		['DELETE', `${inProject}labels/{label_id}/`, deleteLabel],
		['GET', `${inProject}modules/`, listing(() => state.modules, records.module)],
		['GET', `${inProject}modules/{module_id}/`, getting(() => state.modules, records.module)],
		['PATCH', `${inProject}modules/{module_id}/`, updateModule],
		['POST', `${inProject}modules/{module_id}/module-issues/`, add.toModule],
		['GET', `${inProject}cycles/`, listing(() => state.cycles, records.cycle)],
		['GET', `${inProject}cycles/{cycle_id}/`, getting(() => state.cycles, records.cycle)],
		['POST', `${inProject}cycles/{cycle_id}/cycle-issues/`, add.toCycle],
		['GET', `${inProject}work-items/`, listWorkItems],
		['GET', `${ofWorkItem}links/`, (call) => list(call, ofItem(call, state.links), records.link)],
		['GET', `${ofWorkItem}links/{link_id}/`, (call) => ok(records.link(linkOf(call)))],
		['PATCH', `${ofWorkItem}links/{link_id}/`, updateLink],
		['GET', `${ofWorkItem}attachments/`, listAttachments],
		['POST', `${ofWorkItem}attachments/`, issueUpload],
		['GET', `${ofWorkItem}attachments/{asset_id}/`, download],
		['PATCH', `${ofWorkItem}attachments/{asset_id}/`, completeUpload],
		...(differs('lacksCommercial') ? [] : commercial),
	];
	const there = handled.filter(([, path]) => path !== me || options.usersMe !== false);
	return [...new Set(there.map(([, path]) => path))].map((path) => {
		const mine = there.filter(([, other]) => other === path);
		const handlers = new Map<string, Handler>(mine.map(([method, , handler]) => [method, handler]));
		return { path, handlers, allow: allowedAt(path) };
	});
}
