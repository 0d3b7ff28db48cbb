import type { Answer, Call } from '../../answer';
import { known, Refusal } from '../../answer';
import { now } from '../../create';
import { hitOf, searchWorkItems } from '../../search';
import type { Row } from '../../state';
import type { FaceHost } from '../face';
import { additions } from './additions';
import { choice, date, listOf, orNull, read, recordId, text } from './fields';
import { pageOf } from './pages';
import { inOrder, newestFirst, recordsOf } from './records';
import {
	badFields,
	badFile,
	badFileType,
	moduleNameTaken,
	nameTaken,
	notUploaded,
} from './refusals';

type Handler = (call: Call) => Answer | Promise<Answer>;

/** One path of the service, below `/api/v1/`. */
export interface Route {
	path: string;
	/** The header Allow: what the real server has there, which may be more than is here. */
	allow: string;
	GET?: Handler;
	POST?: Handler;
	PATCH?: Handler;
	/** Methods whose answers were recorded without Allow and the headers of the limit. */
	plain?: readonly string[];
}

/** Undefined for a method that the path does not have here. */
export function handlerOf(route: Route, method: string): Handler | undefined {
	const { GET, POST, PATCH } = route;
	return new Map(Object.entries({ GET, POST, PATCH })).get(method);
}

const statuses = ['backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled'];
// The server knows some hundred of the usual ones.
const fileTypes = /^(?:image|audio|video|text|font|model)\/|^application\/(?!x-made-up)/;
const collection = 'GET, POST';
const record = 'GET, PATCH, DELETE';
const inWorkspace = 'workspaces/{workspace_slug}/';
const inProject = `${inWorkspace}projects/{project_id}/`;
const ofWorkItem = `${inProject}work-items/{work_item_id}/`;

const ok = (body: unknown): Answer => ({ status: 200, body });

/** Every path of the Community Edition that the package or a picker asks for. */
export function routesOf({ state, create, uploads, options }: FaceHost): Route[] {
	const records = recordsOf(state);
	const add = additions(state, records);
	const largest = options.largestPage ?? 1000;

	const placeOf = ({ params }: Call) => ({
		project: params.project_id ?? '',
		workspace: state.workspace.id,
	});
	const here = <Entry extends { project: string }>(call: Call, rows: readonly Entry[]): Entry[] =>
		rows.filter(({ project }) => project === call.params.project_id);
	/** The record of the project with this id. @throws Refusal 404 when there is none. */
	const one = <Entry extends Row & { project: string }>(
		call: Call,
		rows: readonly Entry[],
		id: string | undefined,
	): Entry => known(rows, (row) => row.id === id && row.project === call.params.project_id);
	/** Those of the work item in the path. */
	const ofItem = <Entry extends { project: string; issue: string }>(
		call: Call,
		rows: readonly Entry[],
	): Entry[] => here(call, rows).filter(({ issue }) => issue === call.params.work_item_id);
	const page = <Entry>(call: Call, rows: readonly Entry[], show: (row: Entry) => unknown) =>
		pageOf(rows, call.query, largest, show);
	/** @throws Refusal 409 with the id of the one that has the name. */
	const refuseTaken = (
		kind: 'State' | 'Label',
		rows: readonly { id: string; name: string }[],
		wanted: string,
	): void => {
		const taken = rows.find(({ name }) => name === wanted);
		if (taken) throw new Refusal(nameTaken(kind, taken.id));
	};
	const name = text({ longest: 255 });

	function createState(call: Call): Answer {
		const fields = { name, color: text({ longest: 255 }) };
		const { name: wanted = '', color = '' } = read(call.body, fields, ['name', 'color']);
		refuseTaken('State', here(call, state.states), wanted);
		return ok(records.state(create.state(placeOf(call), { name: wanted, color })));
	}

	function createLabel(call: Call): Answer {
		const fields = { name, color: text({ blank: true, longest: 255 }) };
		const { name: wanted = '', color = '' } = read(call.body, fields, ['name']);
		refuseTaken('Label', here(call, state.labels), wanted);
		const label = create.label(placeOf(call), { name: wanted, color });
		return { status: 201, body: records.label(label) };
	}

	function updateModule(call: Call): Answer {
		const module = one(call, state.modules, call.params.module_id);
		const values = read(call.body, {
			name,
			description: text({ blank: true }),
			start_date: orNull(date),
			target_date: orNull(date),
			status: choice(statuses),
			lead: orNull(recordId(state.users)),
			members: listOf(recordId(state.users)),
			external_source: orNull(text({ blank: true, longest: 255 })),
			external_id: orNull(text({ blank: true, longest: 255 })),
		});
		const { start_date: start, target_date: target } = values;
		// It compares what one request brings, not what the module then has.
		if (start && target && start > target) {
			throw new Refusal(badFields({ non_field_errors: ['Start date cannot exceed target date'] }));
		}
		const others = here(call, state.modules).filter((row) => row !== module);
		if (others.some((row) => row.name === values.name)) throw new Refusal(moduleNameTaken);
		Object.assign(module, values, { updated_at: now() });
		return ok(records.updatedModule(module));
	}

	const linkOf = (call: Call) =>
		known(ofItem(call, state.links), ({ id }) => id === call.params.link_id);

	function updateLink(call: Call): Answer {
		const link = linkOf(call);
		const fields = { title: orNull(text({ blank: true, longest: 255 })), url: text() };
		const { title, url } = read(call.body, fields);
		if (title !== undefined) link.name = title ?? '';
		if (url !== undefined) link.url = url;
		link.updated_at = now();
		const answer = ok({ ...records.link(link), updated_by: state.users[0]?.id ?? null });
		link.visited = link.url;
		return answer;
	}

	async function issueUpload(call: Call): Promise<Answer> {
		const item = one(call, state.workItems, call.params.work_item_id);
		const { name: fileName, type, size } = call.body;
		if (typeof fileName !== 'string' || !fileName || typeof size !== 'number' || size <= 0) {
			return badFile;
		}
		if (typeof type !== 'string' || !fileTypes.test(type)) return badFileType;
		const issued = await uploads.issue(item, { name: fileName, type, size });
		return ok({ ...issued, attachment: records.attachment(issued.attachment) });
	}

	function download(call: Call): Answer {
		const attachments = ofItem(call, state.attachments);
		const attachment = known(attachments, ({ id }) => id === call.params.asset_id);
		if (!attachment.is_uploaded) return notUploaded;
		const location = uploads.addressOf(attachment);
		return { status: 302, headers: { location, 'content-type': 'text/html; charset=utf-8' } };
	}

	const search = ({ query }: Call): Answer => {
		const newest = { ...state, workItems: newestFirst(state.workItems) };
		return ok({ issues: searchWorkItems(newest, query).map((item) => hitOf(state, item)) });
	};

	const me: Route = {
		path: 'users/me/',
		allow: 'GET',
		GET: () => ok(state.users.map(records.user)[0]),
	};
	return [
		...(options.usersMe === false ? [] : [me]),
		{
			path: `${inWorkspace}members/`,
			allow: 'GET',
			GET: () => ok(newestFirst(state.users).map(records.member)),
		},
		{ path: `${inWorkspace}work-items/search/`, allow: 'GET', GET: search },
		{
			path: `${inWorkspace}projects/`,
			allow: collection,
			GET: (call) => page(call, state.projects, records.project),
		},
		{
			path: `${inProject}members/`,
			allow: collection,
			GET: (call) => {
				const project = known(state.projects, ({ id }) => id === call.params.project_id);
				const users = state.users.filter(({ id }) => project.members.includes(id));
				return ok(newestFirst(users).map(records.user));
			},
		},
		{
			path: `${inProject}states/`,
			allow: collection,
			GET: (call) => {
				const rows = here(call, state.states);
				rows.sort((row, other) => row.sequence - other.sequence);
				return page(call, rows, records.state);
			},
			POST: createState,
		},
		{
			path: `${inProject}states/{state_id}/`,
			allow: record,
			GET: (call) => ok(records.state(one(call, state.states, call.params.state_id))),
		},
		{
			path: `${inProject}labels/`,
			allow: collection,
			GET: (call) => page(call, newestFirst(here(call, state.labels)), records.label),
			POST: createLabel,
		},
		{
			path: `${inProject}labels/{label_id}/`,
			allow: record,
			GET: (call) => ok(records.label(one(call, state.labels, call.params.label_id))),
		},
		{
			path: `${inProject}modules/`,
			allow: collection,
			GET: (call) => page(call, newestFirst(here(call, state.modules)), records.module),
		},
		{
			path: `${inProject}modules/{module_id}/`,
			allow: record,
			GET: (call) => ok(records.module(one(call, state.modules, call.params.module_id))),
			PATCH: updateModule,
		},
		{
			path: `${inProject}modules/{module_id}/module-issues/`,
			allow: collection,
			POST: add.toModule,
		},
		{
			path: `${inProject}cycles/`,
			allow: collection,
			GET: (call) => page(call, newestFirst(here(call, state.cycles)), records.cycle),
		},
		{
			path: `${inProject}cycles/{cycle_id}/cycle-issues/`,
			allow: collection,
			POST: add.toCycle,
		},
		{
			path: `${inProject}work-items/`,
			allow: collection,
			GET: (call) => {
				const relations = (call.query.expand ?? '').split(',');
				const rows = inOrder(here(call, state.workItems), call.query.order_by);
				return page(call, rows, (item) => records.expanded(item, relations));
			},
		},
		{
			path: `${ofWorkItem}links/`,
			allow: collection,
			GET: (call) => page(call, newestFirst(ofItem(call, state.links)), records.link),
		},
		{
			path: `${ofWorkItem}links/{link_id}/`,
			allow: record,
			GET: (call) => ok(records.link(linkOf(call))),
			PATCH: updateLink,
		},
		{
			path: `${ofWorkItem}attachments/`,
			allow: collection,
			GET: (call) => {
				const rows = ofItem(call, state.attachments).filter((row) => row.is_uploaded);
				return ok(newestFirst(rows).map(records.attachment));
			},
			POST: issueUpload,
		},
		{
			path: `${ofWorkItem}attachments/{asset_id}/`,
			allow: record,
			GET: download,
			PATCH: uploads.complete,
			plain: ['GET'],
		},
	];
}
