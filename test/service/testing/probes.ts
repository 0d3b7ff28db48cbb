import type { Difference } from '../differences';
import { getApiKey } from '../key';
import type { Service } from '../service';
import { at, column, exchange, first, projectPath, send, type Reply } from './client';

/** Sends the requests of a probe. */
export interface ProbeClient {
	readonly service: Service;
	/** Sends a request below the first project, as the user with this index. */
	readonly request: (method: string, path: string, body?: unknown, user?: number) => Promise<Reply>;
	/** Creates a record, and returns its ID. @throws Error if the server refuses it */
	readonly create: (path: string, body: object) => Promise<string>;
	/** Waits until the server has done what it does after its answer. */
	readonly settle: () => Promise<void>;
}

export interface Probe {
	/** The title of the recorded probe, or of another trial on a real server. */
	readonly title: string;
	/** The answer of the real server, as `run` returns it. */
	readonly observed: unknown;
	/** The difference that the probe shows, if any. */
	readonly difference?: Difference;
	readonly run: (client: ProbeClient) => Promise<unknown>;
}

export function createProbeClient(service: Service): ProbeClient {
	const request = async (method: string, path: string, body?: unknown, user = 0) =>
		await send(service, method, projectPath(service) + path, body, getApiKey(user));

	return {
		service,
		request,

		async create(path, body) {
			const reply = await request('POST', path, body);
			const id = at(reply.body, 'id');
			if (typeof id !== 'string') throw new Error(`Not created: ${JSON.stringify(reply.body)}`);

			return id;
		},

		async settle() {
			await new Promise((resolve) => setTimeout(resolve, 60));
		},
	};
}

const readStatus = (reply: Reply): number | undefined => reply.status;

const readRows = (reply: Reply): unknown[] => {
	const results = at(reply.body, 'results') ?? reply.body;

	return Array.isArray(results) ? results : [];
};

const readAssignees = (reply: Reply): unknown[] => {
	const people = at(reply.body, 'assignees');

	return Array.isArray(people) ? people : [];
};

const LONG_NAME = 'a'.repeat(256);

/** An ID that no record has. */
const UNKNOWN_ID = '00000000-0000-4000-a000-000000000000';

/** Returns a probe that says whether `order_by=created_at` sorts a list, oldest first. */
const checkOrder =
	(path: string) =>
	async ({ request }: ProbeClient) => {
		const listed = await request('GET', `${path}?order_by=created_at`);
		const times = column(readRows(listed), 'created_at').map(String);
		if (times.length < 2) throw new Error('There is nothing to sort.');

		return times.join() === [...times].sort().join();
	};

const itemPath = ({ service }: ProbeClient): string =>
	`work-items/${first(service.state.workItems).id}/`;

async function checkOrderOfItem(
	client: ProbeClient,
	kind: string,
	bodies: object[],
): Promise<unknown> {
	const path = `${itemPath(client)}${kind}/`;

	for (const body of bodies) {
		await client.create(path, body);
		await new Promise((resolve) => setTimeout(resolve, 2));
	}

	return await checkOrder(path)(client);
}

/** Builds the body of a new cycle. */
const buildCycle = ({ service }: ProbeClient, more: object = {}): object => ({
	name: `Cycle of ${Date.now()}`,
	project_id: first(service.state.projects).id,
	...more,
});

const storeDescription =
	(html: string) =>
	async ({ request, create }: ProbeClient) => {
		const id = await create('work-items/', { name: 'Described', description_html: html });

		return at((await request('GET', `work-items/${id}/`)).body, 'description_html');
	};

/** Removes the last member of the first project. */
async function removeLastMember({ service, request }: ProbeClient) {
	const project = first(service.state.projects);
	const user = project.members.at(-1) ?? '';
	const membership = service.state.projectMembers.find(
		(row) => row.project === project.id && row.member === user,
	);
	const id = membership?.id ?? '';
	const removed = await request('DELETE', `members/${id}/`);

	return { user, membership: id, removal: readStatus(removed) };
}

/** So often, creations are sent until two of them are carried out at the same time: a busy machine sends them apart. */
const MAX_SIMULTANEOUS_ATTEMPTS = 20;

/** Sends creations with the same external ID at the same moment. @returns the ID of which several were accepted */
async function createAtOnce({ request }: ProbeClient): Promise<string | undefined> {
	for (let attempt = 1; attempt <= MAX_SIMULTANEOUS_ATTEMPTS; attempt++) {
		const body = { name: 'x', external_id: String(attempt), external_source: 'sheet' };
		const replies = await Promise.all(
			Array.from({ length: 8 }, async () => await request('POST', 'work-items/', body)),
		);
		const accepted = replies.filter((reply) => readStatus(reply) === 201);
		if (accepted.length > 1) return body.external_id;
	}

	return undefined;
}

/** Makes a user a guest of the first project, and returns the user's index and ID. */
function makeGuest({ service }: ProbeClient): { place: number; id: string } {
	const project = first(service.state.projects);
	const id = project.members[3] ?? '';
	const membership = service.state.projectMembers.find(
		(row) => row.project === project.id && row.member === id,
	);
	if (membership) membership.role = 5;

	return { place: 3, id };
}

async function createProjectWithIntake({ service }: ProbeClient): Promise<string> {
	const path = `/api/v1/workspaces/${service.workspace}/projects/`;
	const body = { name: 'Reports', identifier: 'RPT', intake_view: true };
	const created = await send(service, 'POST', path, body);

	return `${path}${String(at(created.body, 'id'))}/`;
}

const report = { issue: { name: 'A report' } };

/** The recorded probes, which were sent to a real server, with its answers. */
export const recordedProbes: Probe[] = [
	{
		title: 'intake item in a project created with intake_view: status',
		observed: 500,
		difference: 'intakeNeedsActivation',
		run: async (client) => {
			const path = await createProjectWithIntake(client);

			return readStatus(await send(client.service, 'POST', `${path}intake-issues/`, report));
		},
	},
	{
		title: 'cycle: owner after PATCH description stays',
		observed: false,
		difference: 'changesCycleOwner',
		run: async (client) => {
			const owner = client.service.state.users[1]?.id;
			const id = await client.create('cycles/', buildCycle(client, { owned_by: owner }));
			const reply = await client.request('PATCH', `cycles/${id}/`, { description: 'x' });

			return at(reply.body, 'owned_by') === owner;
		},
	},
	{
		title: 'cycle: end of the day when the end alone is given',
		observed: '2027-01-12T00:00:00Z',
		difference: 'singleDateBecomesStart',
		run: async (client) => {
			const days = { start_date: '2027-01-04', end_date: '2027-01-10' };
			const id = await client.create('cycles/', buildCycle(client, days));
			const reply = await client.request('PATCH', `cycles/${id}/`, { end_date: '2027-01-12' });

			return at(reply.body, 'end_date');
		},
	},
	...['labels', 'modules', 'cycles'].map(
		(kind): Probe => ({
			title: `order_by=created_at sorts ${kind}`,
			observed: false,
			difference: 'sortsFewLists',
			run: checkOrder(`${kind}/`),
		}),
	),
	{
		title: 'order_by=created_at sorts work-items/:id/comments',
		observed: false,
		difference: 'sortsFewLists',
		run: async (client) =>
			await checkOrderOfItem(client, 'comments', [{ comment_html: 'a' }, { comment_html: 'b' }]),
	},
	{
		title: 'order_by=created_at sorts work-items/:id/links',
		observed: false,
		difference: 'sortsFewLists',
		run: async (client) =>
			await checkOrderOfItem(client, 'links', [
				{ url: 'https://example.com/a' },
				{ url: 'https://example.com/b' },
			]),
	},
	{
		title: 'order_by unknown: labels',
		observed: 200,
		difference: 'sortsFewLists',
		run: async ({ request: request }) => readStatus(await request('GET', 'labels/?order_by=bogus')),
	},
	{
		title: 'comment: parent is kept',
		observed: false,
		difference: 'dropsCommentParents',
		run: async (client) => {
			const path = `${itemPath(client)}comments/`;
			const parent = await client.create(path, { comment_html: 'a' });
			const reply = await client.request('POST', path, { comment_html: 'b', parent });

			return at(reply.body, 'parent') === parent;
		},
	},
	{
		title: 'comment: script is removed',
		observed: false,
		difference: 'keepsScripts',
		run: async (client) => {
			const body = { comment_html: '<p>a</p><script>alert(1)</script>' };
			const reply = await client.request('POST', `${itemPath(client)}comments/`, body);

			return !String(at(reply.body, 'comment_html')).includes('<script>');
		},
	},
	{
		title: 'description: two paragraphs come back as',
		observed: '<div><p>a</p><p>b</p></div>',
		difference: 'reparsesHtml',
		run: storeDescription('<p>a</p><p>b</p>'),
	},
	{
		title: 'description: script',
		observed: '<div><p>a</p></div>',
		difference: 'reparsesHtml',
		run: storeDescription('<p>a</p><script>alert(1)</script>'),
	},
	{
		title: 'description: text alone',
		observed: '<span>text</span>',
		difference: 'reparsesHtml',
		run: storeDescription('text'),
	},
	{
		title: 'sort_order of a new work item is kept (state has others)',
		observed: false,
		difference: 'ignoresSortOrder',
		run: async ({ request }) =>
			at(
				(await request('POST', 'work-items/', { name: 'x', sort_order: 1 })).body,
				'sort_order',
			) === 1,
	},
	{
		title: 'sort_order of a new label is kept',
		observed: false,
		difference: 'ignoresSortOrder',
		run: async ({ request }) =>
			at((await request('POST', 'labels/', { name: 'x', sort_order: 1 })).body, 'sort_order') === 1,
	},
	{
		title: 'assignee who is a guest is kept',
		observed: 0,
		difference: 'assignsMembersOnly',
		run: async (client) => {
			const body = { name: 'x', assignees: [makeGuest(client).id] };
			const reply = await client.request('POST', 'work-items/', body);

			return readAssignees(reply).length;
		},
	},
	{
		title: 'member removed: statuses of two deletes',
		observed: [204, 204],
		difference: 'listsFormerMembers',
		run: async (client) => {
			const { membership, removal } = await removeLastMember(client);

			return [removal, readStatus(await client.request('DELETE', `members/${membership}/`))];
		},
	},
	{
		title: 'member removed: is still in the list',
		observed: true,
		difference: 'listsFormerMembers',
		run: async (client) => {
			const { user } = await removeLastMember(client);

			return column(readRows(await client.request('GET', 'members/')), 'id').includes(user);
		},
	},
	{
		title: 'member removed: added again, status',
		observed: 400,
		difference: 'listsFormerMembers',
		run: async (client) => {
			const { user } = await removeLastMember(client);

			return readStatus(await client.request('POST', 'members/', { member: user, role: 15 }));
		},
	},
	{
		title: 'default_state: status',
		observed: 400,
		difference: 'refusesDefaultState',
		run: async ({ request, service }) =>
			readStatus(await request('PATCH', '', { default_state: first(service.state.states).id })),
	},
	{
		title: 'intake: accepted with a new name and priority at once',
		observed: ['x', 'none'],
		difference: 'acceptingIntakeDropsFields',
		run: async ({ request }) => {
			const created = await request('POST', 'intake-issues/', { issue: { name: 'x' } });
			const path = `intake-issues/${String(at(created.body, 'issue'))}/`;
			const reply = await request('PATCH', path, {
				status: 1,
				issue: { name: 'y', priority: 'low' },
			});
			const detail = at(reply.body, 'issue_detail');

			return [at(detail, 'name'), at(detail, 'priority')];
		},
	},
	{
		title: 'state made the default: how many defaults, and what a new work item gets',
		observed: [2, false],
		difference: 'manyDefaultStates',
		run: async ({ request, create, service }) => {
			const id = service.state.states[1]?.id ?? '';

			await request('PATCH', `states/${id}/`, { default: true });
			const states = readRows(await request('GET', 'states/'));
			const item = await create('work-items/', { name: 'x' });
			const { body } = await request('GET', `work-items/${item}/`);

			return [column(states, 'default').filter(Boolean).length, at(body, 'state') === id];
		},
	},
	{
		title: 'one external ID twice at the same moment',
		observed: true,
		difference: 'acceptsSimultaneousIds',
		run: async (client) => (await createAtOnce(client)) !== undefined,
	},
	{
		title: 'one external ID twice: then the list with that external ID',
		observed: 500,
		difference: 'acceptsSimultaneousIds',
		run: async (client) => {
			const id = (await createAtOnce(client)) ?? 'none';

			return readStatus(
				await client.request('GET', `work-items/?external_id=${id}&external_source=sheet`),
			);
		},
	},
	{
		title: 'link HTTPS:// in capitals',
		observed: 400,
		difference: 'strictLinks',
		run: async (client) =>
			readStatus(
				await client.request('POST', `${itemPath(client)}links/`, { url: 'HTTPS://example.com' }),
			),
	},
	{
		title: 'link to a host without a dot',
		observed: 400,
		difference: 'strictLinks',
		run: async (client) =>
			readStatus(
				await client.request('POST', `${itemPath(client)}links/`, { url: 'http://wiki/page' }),
			),
	},
	{
		title: 'attachment type with a charset',
		observed: 400,
		difference: 'exactFileTypes',
		run: async (client) => {
			const body = { name: 'a.csv', type: 'text/csv; charset=utf-8', size: 1 };

			return readStatus(await client.request('POST', `${itemPath(client)}attachments/`, body));
		},
	},
	{
		title: 'archived module takes work items (added, read, changed, deleted)',
		observed: [200, 404, 400, 204],
		difference: 'archivedModulesStayWritable',
		run: async ({ request, create, service }) => {
			const id = await create('modules/', { name: 'Old', status: 'completed' });

			await request('POST', `modules/${id}/archive/`);
			const issues = [first(service.state.workItems).id];

			return [
				readStatus(await request('POST', `modules/${id}/module-issues/`, { issues })),
				readStatus(await request('GET', `modules/${id}/`)),
				readStatus(await request('PATCH', `modules/${id}/`, { name: 'x' })),
				readStatus(await request('DELETE', `modules/${id}/`)),
			];
		},
	},
	{
		title: 'intake turned off after it was on: POST',
		observed: 201,
		difference: 'intakeNeedsActivation',
		run: async ({ request }) => {
			await request('PATCH', '', { intake_view: true });
			await request('PATCH', '', { intake_view: false });

			return readStatus(await request('POST', 'intake-issues/', report));
		},
	},
	{
		title: 'archived project: list, create, PATCH, labels',
		observed: [0, 201, 400, 201],
		difference: 'archivedProjectsStayWritable',
		run: async ({ request }) => {
			await request('POST', 'archive/');

			return [
				readRows(await request('GET', 'work-items/')).length,
				readStatus(await request('POST', 'work-items/', { name: 'x' })),
				readStatus(await request('PATCH', '', { name: 'x' })),
				readStatus(await request('POST', 'labels/', { name: 'x' })),
			];
		},
	},
	{
		title: 'deleted project: DELETE again, list, POST label',
		observed: [204, 404, 200, 201],
		difference: 'deletedProjectsLinger',
		run: async ({ service }) => {
			const path = projectPath(service);

			return [
				readStatus(await send(service, 'DELETE', path)),
				readStatus(await send(service, 'DELETE', path)),
				readStatus(await send(service, 'GET', `${path}labels/`)),
				readStatus(await send(service, 'POST', `${path}labels/`, { name: 'x' })),
			];
		},
	},

	// These show no difference.
	{
		title: 'member who is one already: status, error',
		observed: [400, 'The payload is not valid'],
		run: async ({ request, service }) => {
			const member = first(service.state.projects).members[1];
			const reply = await request('POST', 'members/', { member, role: 15 });

			return [readStatus(reply), at(reply.body, 'error')];
		},
	},
	{
		title: 'cycle: end of the day when both dates are given',
		observed: 'T23:59:00Z',
		run: async (client) => {
			const days = { start_date: '2027-01-04', end_date: '2027-01-10' };
			const reply = await client.request('POST', 'cycles/', buildCycle(client, days));

			return String(at(reply.body, 'end_date')).slice(10);
		},
	},
	{
		title: 'order_by=created_at sorts states',
		observed: true,
		run: checkOrder('states/'),
	},
	{
		title: 'order_by=created_at sorts work-items',
		observed: true,
		run: checkOrder('work-items/'),
	},
	{
		title: 'order_by unknown: work-items',
		observed: 500,
		run: async ({ request }) => readStatus(await request('GET', 'work-items/?order_by=bogus')),
	},
	{
		title: 'archive of an open work item: status',
		observed: 200,
		run: async (client) =>
			readStatus(await client.request('PATCH', itemPath(client), { archived_at: '2026-01-31' })),
	},
	...[
		{ title: 'archived: GET by ID', real: 404, method: 'GET', path: '', body: undefined },
		{ title: 'archived: PATCH name', real: 200, method: 'PATCH', path: '', body: { name: 'x' } },
		{ title: 'archived: comments list', real: 200, method: 'GET', path: 'comments/' },
	].map(
		({ title, real, method, path, body }): Probe => ({
			title,
			observed: real,
			run: async (client) => {
				await client.request('PATCH', itemPath(client), { archived_at: '2026-01-31' });

				return readStatus(await client.request(method, itemPath(client) + path, body));
			},
		}),
	),
	{
		title: 'archived: search finds it',
		observed: false,
		run: async (client) => {
			const { service } = client;
			const item = first(service.state.workItems);

			await client.request('PATCH', itemPath(client), {
				archived_at: '2026-01-31',
				name: 'needle',
			});
			const path = `/api/v1/workspaces/${service.workspace}/work-items/search/?search=needle`;
			const { body } = await send(service, 'GET', path);

			return column(at(body, 'issues'), 'id').includes(item.id);
		},
	},
	{
		title: 'sequence of a new state',
		observed: 70_000,
		// The states of a new project: the last of the five has 55000.
		run: async ({ service }) => {
			const path = `/api/v1/workspaces/${service.workspace}/projects/`;
			const created = await send(service, 'POST', path, { name: 'New', identifier: 'NEW' });
			const states = `${path}${String(at(created.body, 'id'))}/states/`;
			const reply = await send(service, 'POST', states, { name: 'x', color: '#123456' });

			return at(reply.body, 'sequence');
		},
	},
	{
		title: 'assignee who is not in the project',
		observed: 0,
		run: async ({ request, service }) => {
			const user = first(service.state.projects).members.pop();
			const reply = await request('POST', 'work-items/', { name: 'x', assignees: [user] });

			return readAssignees(reply).length;
		},
	},
	{
		title: 'member removed: assigned all the same',
		observed: 0,
		run: async (client) => {
			const { user } = await removeLastMember(client);
			const reply = await client.request('POST', 'work-items/', { name: 'x', assignees: [user] });

			return readAssignees(reply).length;
		},
	},
	{
		title: 'default_assignee not in the project',
		observed: 200,
		run: async ({ request, service }) => {
			const user = first(service.state.projects).members.pop();

			return readStatus(await request('PATCH', '', { default_assignee: user }));
		},
	},
	...['label', 'state'].map(
		(kind): Probe => ({
			title: `${kind} renamed to a taken name`,
			observed: 400,
			run: async ({ request }) => {
				const [one, other] = readRows(await request('GET', `${kind}s/`));
				const path = `${kind}s/${String(at(one, 'id'))}/`;

				return readStatus(await request('PATCH', path, { name: at(other, 'name') }));
			},
		}),
	),
	{
		title: 'label of the same name in capitals',
		observed: 201,
		run: async ({ request }) => readStatus(await request('POST', 'labels/', { name: 'BUG' })),
	},
	{
		title: 'work item: target date alone before the start that is there',
		observed: 200,
		run: async (client) => {
			const path = itemPath(client);

			await client.request('PATCH', path, { start_date: '2027-02-01', target_date: null });

			return readStatus(await client.request('PATCH', path, { target_date: '2027-01-01' }));
		},
	},
	{
		title: 'cycle: start alone after its end',
		observed: 200,
		run: async (client) => {
			const days = { start_date: '2027-01-04', end_date: '2027-01-10' };
			const id = await client.create('cycles/', buildCycle(client, days));

			return readStatus(
				await client.request('PATCH', `cycles/${id}/`, { start_date: '2027-02-01' }),
			);
		},
	},
	{
		title: 'attachment of an odd type',
		observed: 400,
		run: async (client) => {
			const body = { name: 'a.odd', type: 'application/x-made-up', size: 1 };

			return readStatus(await client.request('POST', `${itemPath(client)}attachments/`, body));
		},
	},
	{
		title: 'name of 256 letters',
		observed: 400,
		run: async ({ request }) =>
			readStatus(await request('POST', 'work-items/', { name: LONG_NAME })),
	},
	{
		title: 'external_id of 300 letters',
		observed: 400,
		run: async ({ request }) => {
			const body = { name: 'x', external_id: 'a'.repeat(300), external_source: 'sheet' };

			return readStatus(await request('POST', 'work-items/', body));
		},
	},
	{
		title: 'external_id without a source, twice',
		observed: [201, 201],
		run: async ({ request }) => {
			const body = { name: 'x', external_id: '1' };

			return [
				readStatus(await request('POST', 'work-items/', body)),
				readStatus(await request('POST', 'work-items/', body)),
			];
		},
	},
	{
		title: 'ring of parents',
		observed: 200,
		run: async (client) => {
			const parent = first(client.service.state.workItems).id;
			const child = await client.create('work-items/', { name: 'x', parent });

			return readStatus(await client.request('PATCH', itemPath(client), { parent: child }));
		},
	},
	{
		title: 'target before start',
		observed: 400,
		run: async ({ request }) => {
			const body = { name: 'x', start_date: '2027-02-01', target_date: '2027-01-01' };

			return readStatus(await request('POST', 'work-items/', body));
		},
	},
	{
		title: 'priority null',
		observed: 400,
		run: async ({ request }) =>
			readStatus(await request('POST', 'work-items/', { name: 'x', priority: null })),
	},
	{
		title: 'invitation twice',
		observed: [201, 400],
		run: async ({ service }) => {
			const path = `/api/v1/workspaces/${service.workspace}/invitations/`;
			const body = { email: 'new@example.com', role: 15 };

			return [
				readStatus(await send(service, 'POST', path, body)),
				readStatus(await send(service, 'POST', path, body)),
			];
		},
	},
	{
		title: 'project name taken, other identifier',
		observed: [409, ['name']],
		run: async ({ service }) => {
			const path = `/api/v1/workspaces/${service.workspace}/projects/`;
			const reply = await send(service, 'POST', path, { name: 'Launch', identifier: 'OTHER' });

			return [readStatus(reply), Object.keys(reply.body ?? {})];
		},
	},
	{
		title: 'archived project: external ID twice',
		observed: [201, 409, 200],
		run: async ({ request }) => {
			await request('POST', 'archive/');
			const body = { name: 'x', external_id: '1', external_source: 'sheet' };

			return [
				readStatus(await request('POST', 'work-items/', body)),
				readStatus(await request('POST', 'work-items/', body)),
				readStatus(await request('GET', 'work-items/?external_id=1&external_source=sheet')),
			];
		},
	},
];

const EXTERNAL = { external_id: 'e1', external_source: 'sheet' };

/** Creates a work item with an external ID, and then one without. Returns the path of the latter. */
async function createBesideExternalId({ create }: ProbeClient): Promise<string> {
	await create('work-items/', { name: 'x', ...EXTERNAL });

	return `work-items/${await create('work-items/', { name: 'y' })}/`;
}

/** Archives a new cycle of last year, and returns its path. */
async function archiveCycle(client: ProbeClient): Promise<string> {
	const days = { start_date: '2025-01-06', end_date: '2025-01-12' };
	const path = `cycles/${await client.create('cycles/', buildCycle(client, days))}/`;

	await client.request('POST', `${path}archive/`);

	return path;
}

const createProject = async ({ service }: ProbeClient, body: object): Promise<Reply> =>
	await send(service, 'POST', `/api/v1/workspaces/${service.workspace}/projects/`, body);

/** Sends a form in place of JSON. Returns the status of the answer. */
async function sendForm({ service }: ProbeClient, path: string, fields: Record<string, string>) {
	const { status } = await exchange(service.url + projectPath(service) + path, {
		method: 'POST',
		headers: {
			'x-api-key': service.apiKey,
			'content-type': 'application/x-www-form-urlencoded',
		},
		body: new URLSearchParams(fields).toString(),
	});

	return status;
}

/**
 * What a real server 1.3.1 answered on November 27, 2026, when the service still answered otherwise (rows
 * 68, 69 and 410 to 425). Of a body, only what was noted, or what the server's source says, is compared.
 */
export const laterProbes: Probe[] = [
	{
		title: 'POST with an external ID in blanks that another one has',
		observed: [201, 'e1'],
		run: async ({ request, create }) => {
			await create('work-items/', { name: 'x', ...EXTERNAL });
			const body = { name: 'y', ...EXTERNAL, external_id: ' e1 ' };
			const reply = await request('POST', 'work-items/', body);

			return [readStatus(reply), at(reply.body, 'external_id')];
		},
	},
	{
		title: 'PATCH with the external ID alone that another one of the same source has',
		observed: 409,
		difference: 'refusesTakenNames',
		run: async (client) => {
			const path = await createBesideExternalId(client);

			await client.request('PATCH', path, { external_source: EXTERNAL.external_source });

			return readStatus(await client.request('PATCH', path, { external_id: EXTERNAL.external_id }));
		},
	},
	{
		title: 'PATCH of created_by and created_at: which of them change',
		observed: [true, false],
		difference: 'acceptsCreationHistory',
		run: async (client) => {
			const author = client.service.state.users[1]?.id;
			const path = itemPath(client);
			const before = await client.request('GET', path);
			const body = { created_by: author, created_at: '2025-08-20T12:39:00Z' };

			await client.request('PATCH', path, body);
			const after = await client.request('GET', path);

			return [
				at(after.body, 'created_by') === author,
				at(after.body, 'created_at') !== at(before.body, 'created_at'),
			];
		},
	},
	{
		title: 'cycle: the end is before the start',
		observed: [400, { non_field_errors: ['Start date cannot exceed end date'] }],
		difference: 'ownValidation',
		run: async (client) => {
			const days = { start_date: '2027-01-10', end_date: '2027-01-04' };
			const reply = await client.request('POST', 'cycles/', buildCycle(client, days));

			return [readStatus(reply), reply.body];
		},
	},
	{
		title: 'archived cycle: add work items',
		observed: [400, 'CYCLE_COMPLETED'],
		difference: 'archivedModulesStayWritable',
		run: async (client) => {
			const path = `${await archiveCycle(client)}cycle-issues/`;
			const issues = [first(client.service.state.workItems).id];
			const reply = await client.request('POST', path, { issues });

			return [readStatus(reply), at(reply.body, 'code')];
		},
	},
	{
		title: 'relations without work items',
		observed: [400, ['issues']],
		difference: 'ownValidation',
		run: async (client) => {
			const body = { relation_type: 'blocking', issues: [] };
			const reply = await client.request('POST', `${itemPath(client)}relations/`, body);

			return [readStatus(reply), Object.keys(reply.body ?? {})];
		},
	},
	{
		title: 'link of 3,000 letters',
		observed: [400, { url: ['Invalid URL format.'] }],
		difference: 'strictLinks',
		run: async (client) => {
			const url = `https://example.com/${'a'.repeat(2980)}`;
			const reply = await client.request('POST', `${itemPath(client)}links/`, { url });

			return [readStatus(reply), reply.body];
		},
	},
	...[
		{ title: 'U+0000', character: '\0', problem: 'Null characters are not allowed.' },
		{
			title: 'half of a surrogate pair',
			character: '\ud83d',
			problem: 'Surrogate characters are not allowed: U+D83D.',
		},
	].map(
		({ title, character, problem }): Probe => ({
			title: `name with ${title}`,
			observed: [400, { name: [problem] }],
			difference: 'ownValidation',
			run: async ({ request }) => {
				const reply = await request('POST', 'work-items/', { name: `a${character}b` });

				return [readStatus(reply), reply.body];
			},
		}),
	),
	{
		title: 'project: the identifier is taken, the name is not',
		observed: [409, { name: 'The project name is already taken' }],
		difference: 'refusesTakenNames',
		run: async (client) => {
			const { identifier } = first(client.service.state.projects);
			const reply = await createProject(client, { name: 'Another', identifier });

			return [readStatus(reply), reply.body];
		},
	},
	{
		title: 'project: identifier with a hyphen',
		observed: [400, ['non_field_errors']],
		difference: 'plainProjectNames',
		run: async (client) => {
			const reply = await createProject(client, { name: 'Another', identifier: 'A-B' });

			return [readStatus(reply), Object.keys(reply.body ?? {})];
		},
	},
	{
		title: 'state of the group triage',
		observed: [400, ['non_field_errors']],
		difference: 'ownValidation',
		run: async ({ request }) => {
			const body = { name: 'x', color: '#123456', group: 'triage' };
			const reply = await request('POST', 'states/', body);

			return [readStatus(reply), Object.keys(reply.body ?? {})];
		},
	},
	{
		title: 'created_at that is no date',
		observed: [400, ['error']],
		difference: 'acceptsCreationHistory',
		run: async ({ request }) => {
			const reply = await request('POST', 'work-items/', { name: 'x', created_at: 'yesterday' });

			return [readStatus(reply), Object.keys(reply.body ?? {})];
		},
	},
	{
		title: 'intake item with an odd priority',
		observed: [400, { error: 'Invalid priority' }],
		difference: 'ownValidation',
		run: async ({ request }) => {
			const body = { issue: { name: 'A report', priority: 'odd' } };
			const reply = await request('POST', 'intake-issues/', body);

			return [readStatus(reply), reply.body];
		},
	},
	{
		title: 'comment with another actor: who is its actor',
		observed: 'the caller',
		difference: 'keepsCallerAsActor',
		run: async (client) => {
			const [caller, other] = client.service.state.users;
			const body = { comment_html: '<p>a</p>', actor: other?.id };
			const reply = await client.request('POST', `${itemPath(client)}comments/`, body);
			const actor = at(reply.body, 'actor');

			return actor === caller?.id ? 'the caller' : actor;
		},
	},
	{
		title: 'work item as a form',
		observed: 201,
		difference: 'acceptsForms',
		run: async (client) => await sendForm(client, 'work-items/', { name: 'x' }),
	},
	{
		title: 'order_by=state__name',
		observed: 200,
		run: async ({ request }) =>
			readStatus(await request('GET', 'work-items/?order_by=state__name')),
	},
	{
		title: 'cursor=1:1:1',
		observed: 500,
		difference: 'pagesByCursor',
		run: async ({ request }) => readStatus(await request('GET', 'work-items/?cursor=1:1:1')),
	},
	{
		title: 'search with limit=x',
		observed: 500,
		difference: 'ownValidation',
		run: async ({ service }) => {
			const path = `/api/v1/workspaces/${service.workspace}/work-items/search/?search=a&limit=x`;

			return readStatus(await send(service, 'GET', path));
		},
	},
	{
		title: 'the old path issues/',
		observed: 200,
		difference: 'servesOldPaths',
		run: async ({ request }) => readStatus(await request('GET', 'issues/')),
	},
	{
		title: 'labels as a text: what the server says of it',
		observed: { labels: ['Expected a list of items but got type "str".'] },
		difference: 'ownValidation',
		run: async ({ request }) =>
			(await request('POST', 'work-items/', { name: 'x', labels: 'bug' })).body,
	},
];

/** Other trials on a real server, or facts from its source, each with its case, finding or row. */
export const furtherProbes: Probe[] = [
	{
		title: 'the same people in another order are a delivery',
		observed: ['assignees'],
		difference: 'comparesAsSent',
		run: async (client) => {
			const { service } = client;
			const people = first(service.state.projects).members.slice(0, 2).sort();

			await client.request('PATCH', itemPath(client), { assignees: people });
			service.webhooks.targets.push({ url: service.url, secret: 'plane_wh_1' });
			await client.request('PATCH', itemPath(client), { assignees: people.reverse() });
			await service.webhooks.waitUntilIdle();

			return service.webhooks.attempts.map(({ body }) => at(JSON.parse(body), 'activity', 'field'));
		},
	},
	{
		title: 'people come back in an order of the server',
		observed: true,
		difference: 'ordersPeopleAndLabels',
		run: async (client) => {
			const people = [...first(client.service.state.projects).members.slice(0, 3)].sort();
			const body = { assignees: [...people].reverse() };
			const reply = await client.request('PATCH', itemPath(client), body);

			return JSON.stringify(at(reply.body, 'assignees')) === JSON.stringify(people);
		},
	},
	{
		title: 'a second change of a description moves the activity',
		observed: 1,
		difference: 'mergesDescriptionChanges',
		run: async (client) => {
			const path = itemPath(client);

			await client.request('PATCH', path, { description_html: '<p>one</p>' });
			await client.request('PATCH', path, { description_html: '<p>two</p>' });
			const fields = column(readRows(await client.request('GET', `${path}activities/`)), 'field');

			return fields.filter((field) => field === 'description').length;
		},
	},
	{
		title: 'a worker sets updated_at of a new work item again',
		observed: true,
		difference: 'updatesNewItemsLater',
		run: async ({ request, create, settle }) => {
			const id = await create('work-items/', { name: 'x' });
			const before = at((await request('GET', `work-items/${id}/`)).body, 'updated_at');

			await settle();

			return at((await request('GET', `work-items/${id}/`)).body, 'updated_at') !== before;
		},
	},
	{
		title: 'the activity of a change is written later, with the second of the change (row 363)',
		observed: [0, 1, true],
		difference: 'writesActivitiesLater',
		run: async (client) => {
			const { request, settle } = client;
			const path = itemPath(client);
			const readChanges = async () =>
				readRows(await request('GET', `${path}activities/`)).filter(
					(row) => at(row, 'field') === 'name',
				);

			const changed = await request('PATCH', path, { name: 'New' });
			const early = await readChanges();

			await settle();
			const late = await readChanges();
			const time = String(at(changed.body, 'updated_at'));

			return [
				early.length,
				late.length,
				at(late[0], 'epoch') === Math.floor(Date.parse(time) / 1000),
			];
		},
	},
	{
		title: 'the first assignees of a work item of the web app are a change (row 366)',
		observed: [null, 'assignees'],
		difference: 'recordsFirstAssignees',
		run: async (client) => {
			const { service, request, create } = client;
			const assignees = [first(service.state.users).id];
			const id = await create('work-items/', { name: 'x', assignees });

			return column(readRows(await request('GET', `work-items/${id}/activities/`)), 'field');
		},
	},
	{
		title: 'archiving and restoring are activities (row 365)',
		observed: [
			[null, 'manual_archive'],
			['archive', 'restore'],
		],
		run: async (client) => {
			const { request } = client;
			const path = itemPath(client);

			await request('PATCH', path, { archived_at: '2026-03-01' });
			await request('PATCH', path, { archived_at: null });
			const rows = readRows(await request('GET', `${path}activities/`));

			return rows
				.filter((row) => at(row, 'field') === 'archived_at')
				.map((row) => [at(row, 'old_value'), at(row, 'new_value')]);
		},
	},
	{
		title: 'an addition of what is in the cycle is an activity',
		observed: 2,
		difference: 'recordsRepeatedAdditions',
		run: async (client) => {
			const { service, request } = client;
			const path = `cycles/${first(service.state.cycles).id}/cycle-issues/`;
			const issues = [first(service.state.workItems).id];

			await request('POST', path, { issues });
			await request('POST', path, { issues });
			const fields = column(
				readRows(await request('GET', `${itemPath(client)}activities/`)),
				'field',
			);

			return fields.filter((field) => field === 'cycles').length;
		},
	},
	{
		title: 'a guest creates a work item',
		observed: 403,
		difference: 'checksRoles',
		run: async (client) => {
			const { place } = makeGuest(client);

			return readStatus(await client.request('POST', 'work-items/', { name: 'x' }, place));
		},
	},
	{
		title: "times are in the time zone of the key's user",
		observed: '+05:30',
		difference: 'showsUserTimeZone',
		run: async ({ service }) => {
			const asker = { method: 'GET', headers: { 'X-API-Key': service.apiKey } };
			const { text } = await exchange(`${service.url}${projectPath(service)}work-items/`, asker);

			return /"created_at":"[^"]+?(\+05:30|Z)"/.exec(text)?.[1];
		},
	},
	{
		title: 'an external ID of a comment is taken in another work item',
		observed: 409,
		difference: 'uniqueCommentIds',
		run: async (client) => {
			const body = { comment_html: 'a', external_id: '1', external_source: 'sheet' };
			const other = await client.create('work-items/', { name: 'x' });

			await client.create(`${itemPath(client)}comments/`, body);

			return readStatus(await client.request('POST', `work-items/${other}/comments/`, body));
		},
	},
	{
		title: 'created_at of a new work item is taken',
		observed: true,
		difference: 'acceptsCreationHistory',
		run: async ({ request, create }) => {
			const id = await create('work-items/', { name: 'x', created_at: '2025-08-20T12:39:00Z' });
			const { body } = await request('GET', `work-items/${id}/`);

			return String(at(body, 'created_at')).startsWith('2025-08-20');
		},
	},
	{
		title: 'the 409 of an update has the ID of the updated record',
		observed: true,
		difference: 'conflictsNameUpdatedRecord',
		run: async ({ request, create }) => {
			const external = { external_id: '1', external_source: 'sheet' };

			await create('labels/', { name: 'one', ...external });
			const id = await create('labels/', { name: 'two' });

			return at((await request('PATCH', `labels/${id}/`, external)).body, 'id') === id;
		},
	},
	{
		title: "a member's decision on intake is ignored",
		observed: [200, -2],
		difference: 'adminsDecideIntake',
		run: async ({ request }) => {
			const created = await request('POST', 'intake-issues/', report);
			const path = `intake-issues/${String(at(created.body, 'issue'))}/`;
			const reply = await request('PATCH', path, { status: -1 }, 1);

			return [readStatus(reply), at(reply.body, 'status')];
		},
	},
	{
		title: 'intake that was snoozed until a time that is past is hidden',
		observed: 404,
		difference: 'hidesExpiredSnoozes',
		run: async ({ request }) => {
			const created = await request('POST', 'intake-issues/', report);
			const path = `intake-issues/${String(at(created.body, 'issue'))}/`;

			await request('PATCH', path, { status: 0, snoozed_till: '2026-01-01T00:00:00Z' });

			return readStatus(await request('GET', path));
		},
	},
	{
		title: 'a name of intake that is too long',
		observed: 500,
		difference: 'uncheckedIntakeNames',
		run: async ({ request }) =>
			readStatus(await request('POST', 'intake-issues/', { issue: { name: LONG_NAME } })),
	},
	{
		title: 'a time zone as JavaScript calls it',
		observed: 400,
		difference: 'exactTimeZones',
		run: async ({ request }) =>
			readStatus(await request('PATCH', '', { timezone: 'Asia/Calcutta' })),
	},
	{
		title: 'a project called R&D',
		observed: [400, ['Project name cannot contain special characters.']],
		difference: 'plainProjectNames',
		run: async ({ service }) => {
			const path = `/api/v1/workspaces/${service.workspace}/projects/`;
			const reply = await send(service, 'POST', path, { name: 'R&D', identifier: 'RND' });

			return [readStatus(reply), at(reply.body, 'non_field_errors')];
		},
	},
	{
		title: 'who was removed is in the list with roles, but not active (row 220)',
		observed: [false],
		difference: 'listsMemberRoles',
		run: async (client) => {
			const { user } = await removeLastMember(client);
			const reply = await client.request('GET', 'project-members-lite/');
			const own = (readStatus(reply) === 200 ? readRows(reply) : []).filter(
				(row) => at(row, 'id') === user,
			);

			return column(own, 'is_active');
		},
	},
	{
		title: 'a record of an archived project is not found by its ID (row 73)',
		observed: 404,
		difference: 'archivedProjectsStayWritable',
		run: async ({ request, create }) => {
			const id = await create('work-items/', { name: 'x' });

			await request('POST', 'archive/');

			return readStatus(await request('GET', `work-items/${id}/`));
		},
	},
	{
		title: 'what is equal by order_by comes in another order in the next request',
		observed: false,
		difference: 'shufflesEqualRows',
		run: async ({ request }) => {
			const read = async () =>
				column(readRows(await request('GET', 'work-items/?order_by=project')), 'id');

			return JSON.stringify(await read()) === JSON.stringify(await read());
		},
	},
	{
		title: 'a read right after a write is of the replica',
		observed: 'Old',
		difference: 'readsReplica',
		run: async (client) => {
			const path = itemPath(client);
			const { name } = first(client.service.state.workItems);

			await client.request('PATCH', path, { name: 'New' });
			const shown = at((await client.request('GET', path)).body, 'name');

			return shown === name ? 'Old' : shown;
		},
	},
	{
		title: 'attachments with a blank name and with one of dots alone',
		observed: [400, 400],
		difference: 'strictFileNames',
		run: async (client) => {
			const attach = async (name: string) => {
				const body = { name, type: 'text/plain', size: 1 };

				return readStatus(await client.request('POST', `${itemPath(client)}attachments/`, body));
			};

			return [await attach('  '), await attach('..')];
		},
	},
	{
		title: 'an attachment whose name has a folder loses it',
		observed: 'b.csv',
		difference: 'strictFileNames',
		run: async (client) => {
			const body = { name: 'a/b.csv', type: 'text/csv', size: 1 };
			const reply = await client.request('POST', `${itemPath(client)}attachments/`, body);

			return at(reply.body, 'attachment', 'attributes', 'name');
		},
	},
	{
		title: 'the address of an upload has the host that the request came by',
		observed: true,
		difference: 'uploadsToRequestHost',
		run: async (client) => {
			const body = { name: 'a.txt', type: 'text/plain', size: 1 };
			const reply = await client.request('POST', `${itemPath(client)}attachments/`, body);

			return String(at(reply.body, 'upload_data', 'url')).startsWith(client.service.url);
		},
	},
	{
		title: 'an old server has no path with work-items/',
		observed: [404, 'Page not found.'],
		difference: 'lacksWorkItemPaths',
		run: async (client) => {
			const reply = await client.request('GET', 'work-items/');

			return [reply.status, at(reply.body, 'error')];
		},
	},
	{
		title: 'a work item whose created_at is no date is there all the same (row 418)',
		observed: [400, true],
		difference: 'acceptsCreationHistory',
		run: async ({ request }) => {
			const body = { name: 'Refused', created_at: 'yesterday' };
			const status = readStatus(await request('POST', 'work-items/', body));
			const names = column(readRows(await request('GET', 'work-items/')), 'name');

			return [status, names.includes('Refused')];
		},
	},
	{
		title: 'order_by=-state__group goes by the group (row 421)',
		observed: ['completed', 'started', 'unstarted', 'backlog'],
		run: async ({ request, service }) => {
			const listed = await request('GET', 'work-items/?order_by=-state__group');
			const groups = column(readRows(listed), 'state').map(
				(state) => service.state.states.find(({ id }) => id === state)?.group,
			);

			return [...new Set(groups)];
		},
	},
	{
		title: 'the old paths of keys, the search, links and files (row 424)',
		observed: [200, 200, 200, 200],
		difference: 'servesOldPaths',
		run: async ({ request, service }) => {
			const inWorkspace = `/api/v1/workspaces/${service.workspace}/issues/`;
			const { identifier } = first(service.state.projects);
			const item = first(service.state.workItems);

			return [
				readStatus(await send(service, 'GET', `${inWorkspace}${identifier}-${item.sequence_id}/`)),
				readStatus(await send(service, 'GET', `${inWorkspace}search/?search=a`)),
				readStatus(await request('GET', `issues/${item.id}/links/`)),
				readStatus(await request('GET', `issues/${item.id}/issue-attachments/`)),
			];
		},
	},
	{
		title: 'an unknown work item has no lists (row 18)',
		observed: 200,
		run: async ({ request }) => readStatus(await request('GET', `work-items/${UNKNOWN_ID}/links/`)),
	},
];
