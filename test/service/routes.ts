import { activities } from './activities';
import { bad, byId, gone, here, made, ok, Refusal, type Answer, type Call } from './answer';
import { containers } from './containers';
import { change, remove } from './create';
import { textsOf } from './fields';
import { intake } from './intake';
import { fileTypes as exactFileTypes } from './known/fileTypes';
import { lists } from './lists';
import { projects } from './projects';
import { newestFirst, recordsOf } from './records';
import { badFile, badFileType, notUploaded, overloaded } from './refusals';
import { resources } from './resources';
import { hitOf, searchWorkItems } from './search';
import type { Host } from './serve';
import type { Row } from './state';
import { tables, type Handled, type Handler, type Method } from './table';
import { isListed, workItems } from './workItems';

/** One path of the service, below `/api/v1/`, with what answers each of its methods. */
export interface Route {
	path: string;
	handlers: Map<string, Handler>;
	/** The header Allow: what the real server has there, which may be more than is here. */
	allow: string;
}

// The server knows some hundred of the usual ones.
const usualFileTypes = /^(?:image|audio|video|text|font|model)\/|^application\/(?!x-made-up)/;
const inWorkspace = 'workspaces/{workspace_slug}/';
const inProject = `${inWorkspace}projects/{project_id}/`;
const ofWorkItem = `${inProject}work-items/{work_item_id}/`;
const customers = `${inWorkspace}customers/`;
const properties = `${inWorkspace}customer-properties/`;
const initiatives = `${inWorkspace}initiatives/`;
const teamspaces = `${inWorkspace}teamspaces/`;
const me = 'users/me/';

const methods: Method[] = ['GET', 'POST', 'PATCH', 'DELETE'];

/** What stands in the header Allow, where it is not the methods in their usual order. */
const allowed: [path: RegExp, allow: string][] = [
	[/\/projects\/\{project_id\}\/members\/\{member_id\}\/$/, 'PATCH, DELETE, GET'],
	[/\/(stickies|invitations)\/$/, 'GET, POST, HEAD, OPTIONS'],
	[/\/(stickies|invitations)\/\{\w+\}\/$/, 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
];

/** Every path of the service: of the contract, of the pickers, and around an upload. */
export function routesOf(host: Host): Route[] {
	const { state, create, uploads, options, hasDifference } = host;
	const records = recordsOf(state, hasDifference);
	const listing = lists(host, records);
	const { ofItem, list, filtered } = listing;
	const noting = activities(host);
	const tabled = tables(host, listing, records);
	const { project, member, actions: ofProjects } = projects(host, records, listing);
	const simple = resources(host, records);
	const work = workItems(host, records, listing, noting);
	const workspace = state.workspace.id;
	const placeOf = ({ params }: Call) => ({ project: params.project_id ?? '', workspace });

	/** @throws Refusal 404 when the work item has none with this id */
	const attachmentOf = (call: Call) =>
		byId(ofItem(call, state.attachments), call.params.attachment_id);

	/** Whether the server takes files of a type (row 70). */
	function isKnownType(type: string): boolean {
		if (hasDifference('exactFileTypes')) return exactFileTypes.has(type);

		return usualFileTypes.test(type) || !hasDifference('ownChecks');
	}

	/** What is left of the name of a file without its folders; `''` if it names none (row 71). */
	function lastPart(name: string): string {
		const last = name.split('/').at(-1)?.trim() ?? '';

		return ['.', '..'].includes(last) ? '' : last;
	}

	async function issueUpload(call: Call): Promise<Answer> {
		const item = byId(here(call, state.workItems), call.params.work_item_id);
		const unnamed = hasDifference('ownChecks') ? undefined : 'application/octet-stream';
		const { name: file, type = unnamed, size } = call.body;
		if (typeof file !== 'string' || !file || typeof size !== 'number' || size <= 0) return badFile;

		const name = hasDifference('strictFileNames') ? lastPart(file) : file;
		if (name === '') return badFile;
		if (typeof type !== 'string' || !isKnownType(type)) return badFileType;

		const issued = await uploads.issue(item, { name, type, size });
		if (hasDifference('uploadsToHost')) {
			const { pathname } = new URL(issued.upload_data.url);

			issued.upload_data.url = `http://${call.host}${pathname}`;
		}

		return ok({ ...issued, attachment: records.attachment(issued.attachment) });
	}

	function completeUpload(call: Call): Answer {
		change(attachmentOf(call), { is_uploaded: call.body.is_uploaded === true }, call.by);

		return gone;
	}

	function deleteAttachment(call: Call): Answer {
		const attachment = attachmentOf(call);

		remove(state.attachments, (row) => row === attachment);

		return gone;
	}

	async function download(call: Call): Promise<Answer> {
		const attachment = attachmentOf(call);
		if (!attachment.is_uploaded) return notUploaded;

		const address = new URL(await uploads.addressOf(attachment));
		if (hasDifference('uploadsToHost')) address.host = call.host;

		const location = address.href;

		return { status: 302, headers: { location, 'content-type': 'text/html; charset=utf-8' } };
	}

	function searchItems({ query }: Call): Answer {
		const listed = state.workItems.filter((item) => isListed(state, item));
		const items = hasDifference('newestFirst') ? newestFirst(listed) : listed;
		const hits = searchWorkItems({ ...state, workItems: items }, query);

		return ok({ issues: hits.map((item) => hitOf(state, item)) });
	}

	function listAttachments(call: Call): Answer {
		const rows = filtered(call, ofItem(call, state.attachments), {
			issue: ({ issue }) => issue,
			project: ({ project }) => project,
			workspace: (row) => row.workspace,
		});
		const complete = rows.filter((row) => row.is_uploaded);

		return list(call, complete, records.attachment, { envelope: 'array' });
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

		return list(call, rows, undefined, { envelope: 'array' });
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

	function updatePropertyValue({ params, body, by }: Call): Answer {
		const customer = byId(state.customers, params.customer_id).id;
		const property = byId(state.customerProperties, params.property_id).id;
		const values = state.customerPropertyValues;
		const held = values.find((row) => row.customer === customer && row.property === property);
		if (held) return ok(change(held, body, by));

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

	const changing =
		(rows: () => Row[]): Handler =>
		({ params, body, by }) =>
			ok(change(byId(rows(), Object.values(params).at(-1)), body, by));

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
		['GET', me, ({ by }) => ok(records.user(byId(state.users, by)))],
		[
			'GET',
			`${inWorkspace}members/`,
			(call) => list(call, state.users, records.member, { envelope: 'array' }),
		],
		...tabled.handled(simple.invitations),
		...tabled.handled(simple.stickies),
		...tabled.handled(project),
		...tabled.handled(member),
		// The documentation's name for the same.
		...tabled.handled({ ...member, path: member.path.replace('/members/', '/project-members/') }),
		...ofProjects,
		...tabled.handled(simple.states),
		...tabled.handled(simple.labels),
		...tabled.handled(work.items),
		['GET', `${inProject}work-items/`, work.listItems],
		['GET', `${inWorkspace}work-items/search/`, searchItems],
		...tabled.handled(work.links),
		...tabled.handled(work.comments),
		...tabled.handled(work.activities),
		...work.actions,
		...containers(host, records, listing, tabled, noting),
		...intake(host, records, listing, tabled, work.items),
		['GET', `${ofWorkItem}attachments/`, listAttachments],
		['POST', `${ofWorkItem}attachments/`, issueUpload],
		['GET', `${ofWorkItem}attachments/{attachment_id}/`, download],
		['PATCH', `${ofWorkItem}attachments/{attachment_id}/`, completeUpload],
		['DELETE', `${ofWorkItem}attachments/{attachment_id}/`, deleteAttachment],
		...(hasDifference('lacksCommercial')
			? ([['POST', `${inWorkspace}assets/`, () => overloaded]] satisfies Handled[])
			: commercial),
	];
	const isThere = (path: string) =>
		(path !== me || options.usersMe !== false) &&
		!(hasDifference('lacksWorkItemPaths') && path.includes('work-items/'));
	const there = handled.filter(([, path]) => isThere(path));

	return [...new Set(there.map(([, path]) => path))].map((path) => {
		const mine = there.filter(([, other]) => other === path);
		const handlers = new Map<string, Handler>(mine.map(([method, , handler]) => [method, handler]));
		const usual = methods.filter((method) => handlers.has(method)).join(', ');
		const allow = allowed.find(([pattern]) => pattern.test(path))?.[1] ?? usual;

		return { path, handlers, allow };
	});
}
