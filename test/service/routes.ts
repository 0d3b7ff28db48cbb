import { additions } from './additions';
import type { Answer, Call } from './answer';
import { bad, known, Refusal } from './answer';
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

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** One path of the service, below `/api/v1/`, with what answers each method. */
export interface Route extends Partial<Record<(typeof methods)[number], Handler>> {
	path: string;
	/** The header Allow: what the real server has there, which may be more than is here. */
	allow: string;
	/** Whether only the commercial editions have it. */
	isCommercial?: boolean;
	/** The method whose answers were recorded without Allow and the headers of the limit. */
	plain?: 'GET';
}

/** Undefined for a method that the path does not have here. */
export function handlerOf(route: Route, method: string): Handler | undefined {
	const known = methods.find((other) => other === method);
	return known && route[known];
}

const statuses = ['backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled'];
// The server knows some hundred of the usual ones.
const fileTypes = /^(?:image|audio|video|text|font|model)\/|^application\/(?!x-made-up)/;
const collection = { allow: 'GET, POST' };
const record = { allow: 'GET, PATCH, DELETE' };
const readOnly = { allow: 'GET' };
const commercial = { ...collection, isCommercial: true };
const inWorkspace = 'workspaces/{workspace_slug}/';
const inProject = `${inWorkspace}projects/{project_id}/`;
const ofWorkItem = `${inProject}work-items/{work_item_id}/`;

const ok = (body: unknown): Answer => ({ status: 200, body });
const made = (body: unknown): Answer => ({ status: 201, body });
const gone: Answer = { status: 204 };

/** Each text once, in the order given. */
const textsOf = (value: unknown): string[] =>
	Array.isArray(value) ? [...new Set(value.filter((entry) => typeof entry === 'string'))] : [];

/** The record with this id. @throws Refusal 404 when there is none. */
const byId = <Entry extends Row>(rows: readonly Entry[], wanted: string | undefined): Entry =>
	known(rows, ({ id }) => id === wanted);

/** Partial: what the values do not carry stays as it is. */
const change = <Entry extends Row>(row: Entry, values: object): Entry =>
	Object.assign(row, values, { updated_at: now() });

/** Every path of the service: of the contract, of the pickers, and around an upload. */
export function routesOf(host: Host): Route[] {
	const { state, create, uploads, options, differs } = host;
	const records = recordsOf(state, differs);
	const add = additions(state, { records, create, differs });
	const read = fieldReader(differs);
	const { here, one, ofItem, page, list, filtered } = lists(host);
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

	const labelOf = (call: Call) => one(call, state.labels, call.params.label_id);

	function deleteLabel(call: Call): Answer {
		const label = labelOf(call);
		state.labels.splice(state.labels.indexOf(label), 1);
		for (const item of state.workItems) item.labels = item.labels.filter((id) => id !== label.id);
		return gone;
	}

	const moduleOf = (call: Call) => one(call, state.modules, call.params.module_id);

	function updateModule(call: Call): Answer {
		const module = moduleOf(call);
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
		const item = one(call, state.workItems, call.params.work_item_id);
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

	function search({ query }: Call): Answer {
		const items = differs('newestFirst') ? newestFirst(state.workItems) : state.workItems;
		const hits = searchWorkItems({ ...state, workItems: items }, query);
		return ok({ issues: hits.map((item) => hitOf(state, item)) });
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
		const members = state.teamspaceMembers;
		const ids = textsOf(body.member_ids);
		const unknown = ids.find((id) => !state.users.some((user) => user.id === id));
		if (unknown !== undefined) {
			throw new Refusal(bad(`The user ${unknown} does not exist in this workspace.`));
		}
		const isHeld = (id: string) =>
			members.some((row) => row.teamspace === teamspace && row.member === id);
		for (const id of ids.filter((wanted) => !isHeld(wanted))) {
			const { display_name, email } = byId(state.users, id);
			const person = { member: id, display_name, email };
			members.push({ ...create.fresh('member'), teamspace, ...person, workspace });
		}
		return made({ ...create.fresh('addition'), member_ids: ids });
	}

	const routes: Route[] = [
		{ path: 'users/me/', ...readOnly, GET: () => ok(state.users.map(records.user)[0]) },
		{
			path: `${inWorkspace}members/`,
			...readOnly,
			GET: (call) => list(call, state.users, records.member, 'array'),
		},
		{ path: `${inWorkspace}work-items/search/`, ...readOnly, GET: search },
		{
			path: `${inWorkspace}projects/`,
			...collection,
			GET: (call) => page(call, state.projects, records.project),
		},
		{
			path: `${inProject}members/`,
			...collection,
			GET: (call) => {
				const { members } = byId(state.projects, call.params.project_id);
				const users = state.users.filter(({ id }) => members.includes(id));
				return list(call, users, records.user, 'array');
			},
		},
		{
			path: `${inProject}states/`,
			...collection,
			GET: (call) => {
				const rows = here(call, state.states).sort((row, other) => row.sequence - other.sequence);
				return page(call, rows, records.state);
			},
			POST: createState,
		},
		{
			path: `${inProject}states/{state_id}/`,
			...record,
			GET: (call) => ok(records.state(one(call, state.states, call.params.state_id))),
		},
		{
			path: `${inProject}labels/`,
			...collection,
			GET: (call) => list(call, here(call, state.labels), records.label),
			POST: createLabel,
		},
		{
			path: `${inProject}labels/{label_id}/`,
			...record,
			GET: (call) => ok(records.label(labelOf(call))),
			DELETE: deleteLabel,
		},
		{
			path: `${inProject}modules/`,
			...collection,
			GET: (call) => list(call, here(call, state.modules), records.module),
		},
		{
			path: `${inProject}modules/{module_id}/`,
			...record,
			GET: (call) => ok(records.module(moduleOf(call))),
			PATCH: updateModule,
		},
		{
			path: `${inProject}modules/{module_id}/module-issues/`,
			...collection,
			POST: (call) => add.toModule(call, () => moduleOf(call)),
		},
		{
			path: `${inProject}cycles/`,
			...collection,
			GET: (call) => list(call, here(call, state.cycles), records.cycle),
		},
		{
			path: `${inProject}cycles/{cycle_id}/cycle-issues/`,
			...collection,
			POST: (call) => add.toCycle(call, () => one(call, state.cycles, call.params.cycle_id)),
		},
		{ path: `${inProject}work-items/`, ...collection, GET: listWorkItems },
		{
			path: `${ofWorkItem}links/`,
			...collection,
			GET: (call) => list(call, ofItem(call, state.links), records.link),
		},
		{
			path: `${ofWorkItem}links/{link_id}/`,
			...record,
			GET: (call) => ok(records.link(linkOf(call))),
			PATCH: updateLink,
		},
		{
			path: `${ofWorkItem}attachments/`,
			...collection,
			GET: (call) => {
				const rows = filtered(call, ofItem(call, state.attachments), {
					issue: ({ issue }) => issue,
					project: ({ project }) => project,
					workspace: (row) => row.workspace,
				});
				const complete = rows.filter((row) => row.is_uploaded);
				return list(call, complete, records.attachment, 'array');
			},
			POST: issueUpload,
		},
		{
			path: `${ofWorkItem}attachments/{asset_id}/`,
			...record,
			GET: download,
			PATCH: completeUpload,
			plain: 'GET',
		},
		{ path: `${inProject}pages/`, ...commercial, POST: createPage },
		{
			path: `${inWorkspace}customer-properties/`,
			...commercial,
			GET: (call) => list(call, state.customerProperties),
		},
		{
			path: `${inWorkspace}customer-properties/{property_id}/`,
			...commercial,
			PATCH: ({ params, body }) =>
				ok(change(byId(state.customerProperties, params.property_id), body)),
		},
		{
			path: `${inWorkspace}customers/`,
			...commercial,
			GET: (call) => list(call, state.customers),
			POST: createCustomer,
		},
		{
			path: `${inWorkspace}customers/{customer_id}/property-values/{property_id}/`,
			...commercial,
			PATCH: updatePropertyValue,
		},
		{
			path: `${inWorkspace}customers/{customer_id}/requests/`,
			...commercial,
			GET: (call) => {
				const { id } = byId(state.customers, call.params.customer_id);
				const rows = state.customerRequests.filter(({ customer }) => customer === id);
				const filters = { customer: () => id, workspace: () => workspace };
				return list(call, filtered(call, rows, filters));
			},
		},
		{
			path: `${inWorkspace}initiatives/`,
			...commercial,
			GET: (call) => list(call, state.initiatives),
		},
		{
			path: `${inWorkspace}initiatives/{initiative_id}/`,
			...commercial,
			PATCH: ({ params, body }) => ok(change(byId(state.initiatives, params.initiative_id), body)),
		},
		{
			path: `${inWorkspace}teamspaces/`,
			...commercial,
			GET: (call) => list(call, state.teamspaces),
		},
		{
			path: `${inWorkspace}teamspaces/{teamspace_id}/members/`,
			...commercial,
			GET: (call) => {
				const { id } = byId(state.teamspaces, call.params.teamspace_id);
				const rows = state.teamspaceMembers.filter(({ teamspace }) => teamspace === id);
				return list(call, rows, undefined, 'array');
			},
			POST: addMembers,
		},
	];
	const isThere = ({ path, isCommercial }: Route) =>
		!(isCommercial && differs('lacksCommercial')) &&
		!(path === 'users/me/' && options.usersMe === false);
	return routes.filter(isThere);
}
