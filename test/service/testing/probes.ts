import type { Difference } from '../differences';
import { getApiKey } from '../key';
import type { Service } from '../service';
import { at, column, exchange, first, projectPath, send, type Reply } from './client';

/** What a probe asks a server with. */
export interface ProbeClient {
	readonly service: Service;
	/** Sends a request below the first project, as the user at this place. */
	readonly send: (method: string, path: string, body?: unknown, user?: number) => Promise<Reply>;
	/** Creates a record, and gives its ID. @throws Error if the server refuses it */
	readonly make: (path: string, body: object) => Promise<string>;
	/** Waits until the server has done what it does after it has answered. */
	readonly settle: () => Promise<void>;
}

export interface Probe {
	/** Of the list of probes, or of what else was tried on a real server. */
	readonly title: string;
	/** What the real server answered. */
	readonly real: unknown;
	/** The difference that it shows, if it shows one. */
	readonly difference?: Difference;
	readonly ask: (asking: ProbeClient) => Promise<unknown>;
}

export function probeClient(service: Service): ProbeClient {
	const request = async (method: string, path: string, body?: unknown, user = 0) =>
		await send(service, method, projectPath(service) + path, body, getApiKey(user));

	return {
		service,
		send: request,

		async make(path, body) {
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

const status = (reply: Reply): number | undefined => reply.status;

const rows = (reply: Reply): unknown[] => {
	const results = at(reply.body, 'results') ?? reply.body;

	return Array.isArray(results) ? results : [];
};

const peopleOf = (reply: Reply): unknown[] => {
	const people = at(reply.body, 'assignees');

	return Array.isArray(people) ? people : [];
};

const LONG = 'a'.repeat(256);

/** An ID that nothing has. */
const UNKNOWN = '00000000-0000-4000-a000-000000000000';

/** Whether a list comes in the order of the time of creation, the oldest first. */
const isSorted =
	(path: string) =>
	async ({ send: ask }: ProbeClient) => {
		const listed = await ask('GET', `${path}?order_by=created_at`);
		const times = column(rows(listed), 'created_at').map(String);
		if (times.length < 2) throw new Error('There is nothing to sort.');

		return times.join() === [...times].sort().join();
	};

const itemPath = ({ service }: ProbeClient): string =>
	`work-items/${first(service.state.workItems).id}/`;

async function sortBelowItem(
	asking: ProbeClient,
	kind: string,
	bodies: object[],
): Promise<unknown> {
	const path = `${itemPath(asking)}${kind}/`;

	for (const body of bodies) {
		await asking.make(path, body);
		await new Promise((resolve) => setTimeout(resolve, 2));
	}

	return await isSorted(path)(asking);
}

/** A cycle with days in the past and the future. */
const newCycle = ({ service }: ProbeClient, more: object = {}): object => ({
	name: `Cycle of ${Date.now()}`,
	project_id: first(service.state.projects).id,
	...more,
});

const describedAs =
	(html: string) =>
	async ({ send: ask, make }: ProbeClient) => {
		const id = await make('work-items/', { name: 'Described', description_html: html });

		return at((await ask('GET', `work-items/${id}/`)).body, 'description_html');
	};

/** Removes the last member of the first project. */
async function removeLastMember({ service, send: ask }: ProbeClient) {
	const project = first(service.state.projects);
	const user = project.members.at(-1) ?? '';
	const membership = service.state.projectMembers.find(
		(row) => row.project === project.id && row.member === user,
	);
	const id = membership?.id ?? '';
	const removed = await ask('DELETE', `members/${id}/`);

	return { user, membership: id, removal: status(removed) };
}

/** How many of several creates at the same moment, all with one external ID, succeed. */
async function createAtOnce({ send: ask }: ProbeClient): Promise<number> {
	const body = { name: 'x', external_id: '1', external_source: 'sheet' };
	const replies = await Promise.all(
		Array.from({ length: 8 }, async () => await ask('POST', 'work-items/', body)),
	);

	return replies.filter((reply) => status(reply) === 201).length;
}

/** The place of a user who is a guest of the first project from then on. */
function makeGuest({ service }: ProbeClient): { place: number; id: string } {
	const project = first(service.state.projects);
	const id = project.members[3] ?? '';
	const membership = service.state.projectMembers.find(
		(row) => row.project === project.id && row.member === id,
	);
	if (membership) membership.role = 5;

	return { place: 3, id };
}

async function projectWithIntake({ service }: ProbeClient): Promise<string> {
	const path = `/api/v1/workspaces/${service.workspace}/projects/`;
	const body = { name: 'Reports', identifier: 'RPT', intake_view: true };
	const created = await send(service, 'POST', path, body);

	return `${path}${String(at(created.body, 'id'))}/`;
}

const report = { issue: { name: 'A report' } };

/** The probes that were sent to a real server and to this one, and what the real one answered. */
export const probes: Probe[] = [
	{
		title: 'intake item in a project created with intake_view: status',
		real: 500,
		difference: 'intakeNeedsTurningOn',
		ask: async (asking) => {
			const path = await projectWithIntake(asking);

			return status(await send(asking.service, 'POST', `${path}intake-issues/`, report));
		},
	},
	{
		title: 'cycle: owner after PATCH description stays',
		real: false,
		difference: 'ownerByKey',
		ask: async (asking) => {
			const owner = asking.service.state.users[1]?.id;
			const id = await asking.make('cycles/', newCycle(asking, { owned_by: owner }));
			const reply = await asking.send('PATCH', `cycles/${id}/`, { description: 'x' });

			return at(reply.body, 'owned_by') === owner;
		},
	},
	{
		title: 'cycle: end of the day when the end alone is given',
		real: '2027-01-12T00:00:00Z',
		difference: 'halfCycleDays',
		ask: async (asking) => {
			const days = { start_date: '2027-01-04', end_date: '2027-01-10' };
			const id = await asking.make('cycles/', newCycle(asking, days));
			const reply = await asking.send('PATCH', `cycles/${id}/`, { end_date: '2027-01-12' });

			return at(reply.body, 'end_date');
		},
	},
	...['labels', 'modules', 'cycles'].map(
		(kind): Probe => ({
			title: `order_by=created_at sorts ${kind}`,
			real: false,
			difference: 'sortsFewLists',
			ask: isSorted(`${kind}/`),
		}),
	),
	{
		title: 'order_by=created_at sorts work-items/:id/comments',
		real: false,
		difference: 'sortsFewLists',
		ask: async (asking) =>
			await sortBelowItem(asking, 'comments', [{ comment_html: 'a' }, { comment_html: 'b' }]),
	},
	{
		title: 'order_by=created_at sorts work-items/:id/links',
		real: false,
		difference: 'sortsFewLists',
		ask: async (asking) =>
			await sortBelowItem(asking, 'links', [
				{ url: 'https://example.com/a' },
				{ url: 'https://example.com/b' },
			]),
	},
	{
		title: 'order_by unknown: labels',
		real: 200,
		difference: 'sortsFewLists',
		ask: async ({ send: ask }) => status(await ask('GET', 'labels/?order_by=bogus')),
	},
	{
		title: 'comment: parent is kept',
		real: false,
		difference: 'dropsCommentParents',
		ask: async (asking) => {
			const path = `${itemPath(asking)}comments/`;
			const parent = await asking.make(path, { comment_html: 'a' });
			const reply = await asking.send('POST', path, { comment_html: 'b', parent });

			return at(reply.body, 'parent') === parent;
		},
	},
	{
		title: 'comment: script is removed',
		real: false,
		difference: 'keepsScripts',
		ask: async (asking) => {
			const body = { comment_html: '<p>a</p><script>alert(1)</script>' };
			const reply = await asking.send('POST', `${itemPath(asking)}comments/`, body);

			return !String(at(reply.body, 'comment_html')).includes('<script>');
		},
	},
	{
		title: 'description: two paragraphs come back as',
		real: '<div><p>a</p><p>b</p></div>',
		difference: 'reparsesHtml',
		ask: describedAs('<p>a</p><p>b</p>'),
	},
	{
		title: 'description: script',
		real: '<div><p>a</p></div>',
		difference: 'reparsesHtml',
		ask: describedAs('<p>a</p><script>alert(1)</script>'),
	},
	{
		title: 'description: text alone',
		real: '<span>text</span>',
		difference: 'reparsesHtml',
		ask: describedAs('text'),
	},
	{
		title: 'sort_order of a new work item is kept (state has others)',
		real: false,
		difference: 'ignoresSortOrder',
		ask: async ({ send: ask }) =>
			at((await ask('POST', 'work-items/', { name: 'x', sort_order: 1 })).body, 'sort_order') === 1,
	},
	{
		title: 'sort_order of a new label is kept',
		real: false,
		difference: 'ignoresSortOrder',
		ask: async ({ send: ask }) =>
			at((await ask('POST', 'labels/', { name: 'x', sort_order: 1 })).body, 'sort_order') === 1,
	},
	{
		title: 'assignee who is a guest is kept',
		real: 0,
		difference: 'assignsMembersOnly',
		ask: async (asking) => {
			const body = { name: 'x', assignees: [makeGuest(asking).id] };
			const reply = await asking.send('POST', 'work-items/', body);

			return peopleOf(reply).length;
		},
	},
	{
		title: 'member removed: statuses of two deletes',
		real: [204, 204],
		difference: 'listsFormerMembers',
		ask: async (asking) => {
			const { membership, removal } = await removeLastMember(asking);

			return [removal, status(await asking.send('DELETE', `members/${membership}/`))];
		},
	},
	{
		title: 'member removed: is still in the list',
		real: true,
		difference: 'listsFormerMembers',
		ask: async (asking) => {
			const { user } = await removeLastMember(asking);

			return column(rows(await asking.send('GET', 'members/')), 'id').includes(user);
		},
	},
	{
		title: 'member removed: added again, status',
		real: 400,
		difference: 'listsFormerMembers',
		ask: async (asking) => {
			const { user } = await removeLastMember(asking);

			return status(await asking.send('POST', 'members/', { member: user, role: 15 }));
		},
	},
	{
		title: 'default_state: status',
		real: 400,
		difference: 'refusesDefaultState',
		ask: async ({ send: ask, service }) =>
			status(await ask('PATCH', '', { default_state: first(service.state.states).id })),
	},
	{
		title: 'intake: accepted with a new name and priority at once',
		real: ['x', 'none'],
		difference: 'acceptingDropsFields',
		ask: async ({ send: ask }) => {
			const created = await ask('POST', 'intake-issues/', { issue: { name: 'x' } });
			const path = `intake-issues/${String(at(created.body, 'issue'))}/`;
			const reply = await ask('PATCH', path, { status: 1, issue: { name: 'y', priority: 'low' } });
			const detail = at(reply.body, 'issue_detail');

			return [at(detail, 'name'), at(detail, 'priority')];
		},
	},
	{
		title: 'state made the default: how many defaults, and what a new work item gets',
		real: [2, false],
		difference: 'manyDefaultStates',
		ask: async ({ send: ask, make, service }) => {
			const id = service.state.states[1]?.id ?? '';

			await ask('PATCH', `states/${id}/`, { default: true });
			const states = rows(await ask('GET', 'states/'));
			const item = await make('work-items/', { name: 'x' });
			const { body } = await ask('GET', `work-items/${item}/`);

			return [column(states, 'default').filter(Boolean).length, at(body, 'state') === id];
		},
	},
	{
		title: 'one external ID twice at the same moment',
		real: true,
		difference: 'lateConflicts',
		ask: async (asking) => (await createAtOnce(asking)) > 1,
	},
	{
		title: 'one external ID twice: then the list with that external ID',
		real: 500,
		difference: 'lateConflicts',
		ask: async (asking) => {
			await createAtOnce(asking);

			return status(await asking.send('GET', 'work-items/?external_id=1&external_source=sheet'));
		},
	},
	{
		title: 'link HTTPS:// in capitals',
		real: 400,
		difference: 'strictLinks',
		ask: async (asking) =>
			status(
				await asking.send('POST', `${itemPath(asking)}links/`, { url: 'HTTPS://example.com' }),
			),
	},
	{
		title: 'link to a host without a dot',
		real: 400,
		difference: 'strictLinks',
		ask: async (asking) =>
			status(await asking.send('POST', `${itemPath(asking)}links/`, { url: 'http://wiki/page' })),
	},
	{
		title: 'attachment type with a charset',
		real: 400,
		difference: 'exactFileTypes',
		ask: async (asking) => {
			const body = { name: 'a.csv', type: 'text/csv; charset=utf-8', size: 1 };

			return status(await asking.send('POST', `${itemPath(asking)}attachments/`, body));
		},
	},
	{
		title: 'archived module takes work items (added, read, changed, deleted)',
		real: [200, 404, 400, 204],
		difference: 'archivedStillTake',
		ask: async ({ send: ask, make, service }) => {
			const id = await make('modules/', { name: 'Old', status: 'completed' });

			await ask('POST', `modules/${id}/archive/`);
			const issues = [first(service.state.workItems).id];

			return [
				status(await ask('POST', `modules/${id}/module-issues/`, { issues })),
				status(await ask('GET', `modules/${id}/`)),
				status(await ask('PATCH', `modules/${id}/`, { name: 'x' })),
				status(await ask('DELETE', `modules/${id}/`)),
			];
		},
	},
	{
		title: 'intake turned off after it was on: POST',
		real: 201,
		difference: 'intakeNeedsTurningOn',
		ask: async ({ send: ask }) => {
			await ask('PATCH', '', { intake_view: true });
			await ask('PATCH', '', { intake_view: false });

			return status(await ask('POST', 'intake-issues/', report));
		},
	},
	{
		title: 'archived project: list, create, PATCH, labels',
		real: [0, 201, 400, 201],
		difference: 'archivedProjectsTake',
		ask: async ({ send: ask }) => {
			await ask('POST', 'archive/');

			return [
				rows(await ask('GET', 'work-items/')).length,
				status(await ask('POST', 'work-items/', { name: 'x' })),
				status(await ask('PATCH', '', { name: 'x' })),
				status(await ask('POST', 'labels/', { name: 'x' })),
			];
		},
	},
	{
		title: 'deleted project: DELETE again, list, POST label',
		real: [204, 404, 200, 201],
		difference: 'deletedProjectsLinger',
		ask: async ({ service }) => {
			const path = projectPath(service);

			return [
				status(await send(service, 'DELETE', path)),
				status(await send(service, 'DELETE', path)),
				status(await send(service, 'GET', `${path}labels/`)),
				status(await send(service, 'POST', `${path}labels/`, { name: 'x' })),
			];
		},
	},

	// The probes in which both servers agreed.
	{
		title: 'member who is one already: status, error',
		real: [400, 'The payload is not valid'],
		ask: async ({ send: ask, service }) => {
			const member = first(service.state.projects).members[1];
			const reply = await ask('POST', 'members/', { member, role: 15 });

			return [status(reply), at(reply.body, 'error')];
		},
	},
	{
		title: 'cycle: end of the day when both dates are given',
		real: 'T23:59:00Z',
		ask: async (asking) => {
			const days = { start_date: '2027-01-04', end_date: '2027-01-10' };
			const reply = await asking.send('POST', 'cycles/', newCycle(asking, days));

			return String(at(reply.body, 'end_date')).slice(10);
		},
	},
	{
		title: 'order_by=created_at sorts states',
		real: true,
		ask: isSorted('states/'),
	},
	{
		title: 'order_by=created_at sorts work-items',
		real: true,
		ask: isSorted('work-items/'),
	},
	{
		title: 'order_by unknown: work-items',
		real: 500,
		ask: async ({ send: ask }) => status(await ask('GET', 'work-items/?order_by=bogus')),
	},
	{
		title: 'archive of an open work item: status',
		real: 200,
		ask: async (asking) =>
			status(await asking.send('PATCH', itemPath(asking), { archived_at: '2026-01-31' })),
	},
	...[
		{ title: 'archived: GET by ID', real: 404, method: 'GET', path: '', body: undefined },
		{ title: 'archived: PATCH name', real: 200, method: 'PATCH', path: '', body: { name: 'x' } },
		{ title: 'archived: comments list', real: 200, method: 'GET', path: 'comments/' },
	].map(
		({ title, real, method, path, body }): Probe => ({
			title,
			real,
			ask: async (asking) => {
				await asking.send('PATCH', itemPath(asking), { archived_at: '2026-01-31' });

				return status(await asking.send(method, itemPath(asking) + path, body));
			},
		}),
	),
	{
		title: 'archived: search finds it',
		real: false,
		ask: async (asking) => {
			const { service } = asking;
			const item = first(service.state.workItems);

			await asking.send('PATCH', itemPath(asking), { archived_at: '2026-01-31', name: 'needle' });
			const path = `/api/v1/workspaces/${service.workspace}/work-items/search/?search=needle`;
			const { body } = await send(service, 'GET', path);

			return column(at(body, 'issues'), 'id').includes(item.id);
		},
	},
	{
		title: 'sequence of a new state',
		real: 70_000,
		// The states of a new project: the last of the five has 55000.
		ask: async ({ service }) => {
			const path = `/api/v1/workspaces/${service.workspace}/projects/`;
			const created = await send(service, 'POST', path, { name: 'New', identifier: 'NEW' });
			const states = `${path}${String(at(created.body, 'id'))}/states/`;
			const reply = await send(service, 'POST', states, { name: 'x', color: '#123456' });

			return at(reply.body, 'sequence');
		},
	},
	{
		title: 'assignee who is not in the project',
		real: 0,
		ask: async ({ send: ask, service }) => {
			const user = first(service.state.projects).members.pop();
			const reply = await ask('POST', 'work-items/', { name: 'x', assignees: [user] });

			return peopleOf(reply).length;
		},
	},
	{
		title: 'member removed: assigned all the same',
		real: 0,
		ask: async (asking) => {
			const { user } = await removeLastMember(asking);
			const reply = await asking.send('POST', 'work-items/', { name: 'x', assignees: [user] });

			return peopleOf(reply).length;
		},
	},
	{
		title: 'default_assignee not in the project',
		real: 200,
		ask: async ({ send: ask, service }) => {
			const user = first(service.state.projects).members.pop();

			return status(await ask('PATCH', '', { default_assignee: user }));
		},
	},
	...['label', 'state'].map(
		(kind): Probe => ({
			title: `${kind} renamed to a taken name`,
			real: 400,
			ask: async ({ send: ask }) => {
				const [one, other] = rows(await ask('GET', `${kind}s/`));
				const path = `${kind}s/${String(at(one, 'id'))}/`;

				return status(await ask('PATCH', path, { name: at(other, 'name') }));
			},
		}),
	),
	{
		title: 'label of the same name in capitals',
		real: 201,
		ask: async ({ send: ask }) => status(await ask('POST', 'labels/', { name: 'BUG' })),
	},
	{
		title: 'work item: target date alone before the start that is there',
		real: 200,
		ask: async (asking) => {
			const path = itemPath(asking);

			await asking.send('PATCH', path, { start_date: '2027-02-01', target_date: null });

			return status(await asking.send('PATCH', path, { target_date: '2027-01-01' }));
		},
	},
	{
		title: 'cycle: start alone after its end',
		real: 200,
		ask: async (asking) => {
			const days = { start_date: '2027-01-04', end_date: '2027-01-10' };
			const id = await asking.make('cycles/', newCycle(asking, days));

			return status(await asking.send('PATCH', `cycles/${id}/`, { start_date: '2027-02-01' }));
		},
	},
	{
		title: 'attachment of an odd type',
		real: 400,
		ask: async (asking) => {
			const body = { name: 'a.odd', type: 'application/x-made-up', size: 1 };

			return status(await asking.send('POST', `${itemPath(asking)}attachments/`, body));
		},
	},
	{
		title: 'name of 256 letters',
		real: 400,
		ask: async ({ send: ask }) => status(await ask('POST', 'work-items/', { name: LONG })),
	},
	{
		title: 'external_id of 300 letters',
		real: 400,
		ask: async ({ send: ask }) => {
			const body = { name: 'x', external_id: 'a'.repeat(300), external_source: 'sheet' };

			return status(await ask('POST', 'work-items/', body));
		},
	},
	{
		title: 'external_id without a source, twice',
		real: [201, 201],
		ask: async ({ send: ask }) => {
			const body = { name: 'x', external_id: '1' };

			return [
				status(await ask('POST', 'work-items/', body)),
				status(await ask('POST', 'work-items/', body)),
			];
		},
	},
	{
		title: 'ring of parents',
		real: 200,
		ask: async (asking) => {
			const parent = first(asking.service.state.workItems).id;
			const child = await asking.make('work-items/', { name: 'x', parent });

			return status(await asking.send('PATCH', itemPath(asking), { parent: child }));
		},
	},
	{
		title: 'target before start',
		real: 400,
		ask: async ({ send: ask }) => {
			const body = { name: 'x', start_date: '2027-02-01', target_date: '2027-01-01' };

			return status(await ask('POST', 'work-items/', body));
		},
	},
	{
		title: 'priority null',
		real: 400,
		ask: async ({ send: ask }) =>
			status(await ask('POST', 'work-items/', { name: 'x', priority: null })),
	},
	{
		title: 'invitation twice',
		real: [201, 400],
		ask: async ({ service }) => {
			const path = `/api/v1/workspaces/${service.workspace}/invitations/`;
			const body = { email: 'new@example.com', role: 15 };

			return [
				status(await send(service, 'POST', path, body)),
				status(await send(service, 'POST', path, body)),
			];
		},
	},
	{
		title: 'project name taken, other identifier',
		real: [409, ['name']],
		ask: async ({ service }) => {
			const path = `/api/v1/workspaces/${service.workspace}/projects/`;
			const reply = await send(service, 'POST', path, { name: 'Launch', identifier: 'OTHER' });

			return [status(reply), Object.keys(reply.body ?? {})];
		},
	},
	{
		title: 'archived project: external ID twice',
		real: [201, 409, 200],
		ask: async ({ send: ask }) => {
			await ask('POST', 'archive/');
			const body = { name: 'x', external_id: '1', external_source: 'sheet' };

			return [
				status(await ask('POST', 'work-items/', body)),
				status(await ask('POST', 'work-items/', body)),
				status(await ask('GET', 'work-items/?external_id=1&external_source=sheet')),
			];
		},
	},
];

/** What else was tried on a real server, or stands in its source, with the case or the finding. */
export const furtherProbes: Probe[] = [
	{
		title: 'the same people in another order are a delivery (case P50)',
		real: ['assignees'],
		difference: 'comparesAsSent',
		ask: async (asking) => {
			const { service } = asking;
			const people = first(service.state.projects).members.slice(0, 2).sort();

			await asking.send('PATCH', itemPath(asking), { assignees: people });
			service.webhooks.targets.push({ url: service.url, secret: 'plane_wh_1' });
			await asking.send('PATCH', itemPath(asking), { assignees: people.reverse() });
			await service.webhooks.waitUntilIdle();

			return service.webhooks.attempts.map(({ body }) => at(JSON.parse(body), 'activity', 'field'));
		},
	},
	{
		title: 'people come back in an order of the server (case P50)',
		real: true,
		difference: 'ownOrderOfLists',
		ask: async (asking) => {
			const people = [...first(asking.service.state.projects).members.slice(0, 3)].sort();
			const body = { assignees: [...people].reverse() };
			const reply = await asking.send('PATCH', itemPath(asking), body);

			return JSON.stringify(at(reply.body, 'assignees')) === JSON.stringify(people);
		},
	},
	{
		title: 'a second change of a description moves the activity (case P10)',
		real: 1,
		difference: 'movesDescriptionChanges',
		ask: async (asking) => {
			const path = itemPath(asking);

			await asking.send('PATCH', path, { description_html: '<p>one</p>' });
			await asking.send('PATCH', path, { description_html: '<p>two</p>' });
			const fields = column(rows(await asking.send('GET', `${path}activities/`)), 'field');

			return fields.filter((field) => field === 'description').length;
		},
	},
	{
		title: 'a worker sets updated_at of a new work item again (finding 1)',
		real: true,
		difference: 'touchesLate',
		ask: async ({ send: ask, make, settle }) => {
			const id = await make('work-items/', { name: 'x' });
			const before = at((await ask('GET', `work-items/${id}/`)).body, 'updated_at');

			await settle();

			return at((await ask('GET', `work-items/${id}/`)).body, 'updated_at') !== before;
		},
	},
	{
		title: 'an addition of what is in the cycle is an activity (finding 16)',
		real: 2,
		difference: 'additionsCountAgain',
		ask: async (asking) => {
			const { service, send: ask } = asking;
			const path = `cycles/${first(service.state.cycles).id}/cycle-issues/`;
			const issues = [first(service.state.workItems).id];

			await ask('POST', path, { issues });
			await ask('POST', path, { issues });
			const fields = column(rows(await ask('GET', `${itemPath(asking)}activities/`)), 'field');

			return fields.filter((field) => field === 'cycles').length;
		},
	},
	{
		title: 'a guest creates a work item (case X8)',
		real: 403,
		difference: 'checksRoles',
		ask: async (asking) => {
			const { place } = makeGuest(asking);

			return status(await asking.send('POST', 'work-items/', { name: 'x' }, place));
		},
	},
	{
		title: "times are in the time zone of the key's user",
		real: '+05:30',
		difference: 'timesOfUser',
		ask: async ({ service }) => {
			const asker = { method: 'GET', headers: { 'X-API-Key': service.apiKey } };
			const { text } = await exchange(`${service.url}${projectPath(service)}work-items/`, asker);

			return /"created_at":"[^"]+?(\+05:30|Z)"/.exec(text)?.[1];
		},
	},
	{
		title: 'an external ID of a comment is taken in another work item (cases/README 6)',
		real: 409,
		difference: 'uniqueCommentIds',
		ask: async (asking) => {
			const body = { comment_html: 'a', external_id: '1', external_source: 'sheet' };
			const other = await asking.make('work-items/', { name: 'x' });

			await asking.make(`${itemPath(asking)}comments/`, body);

			return status(await asking.send('POST', `work-items/${other}/comments/`, body));
		},
	},
	{
		title: 'created_at of a new work item is taken (case P32)',
		real: true,
		difference: 'takesHistory',
		ask: async ({ send: ask, make }) => {
			const id = await make('work-items/', { name: 'x', created_at: '2025-08-20T12:39:00Z' });
			const { body } = await ask('GET', `work-items/${id}/`);

			return String(at(body, 'created_at')).startsWith('2025-08-20');
		},
	},
	{
		title: 'the 409 of an update has the ID of the updated record (case X4)',
		real: true,
		difference: 'namesUpdatedRecord',
		ask: async ({ send: ask, make }) => {
			const external = { external_id: '1', external_source: 'sheet' };

			await make('labels/', { name: 'one', ...external });
			const id = await make('labels/', { name: 'two' });

			return at((await ask('PATCH', `labels/${id}/`, external)).body, 'id') === id;
		},
	},
	{
		title: "a member's decision on intake is ignored (case P08)",
		real: [200, -2],
		difference: 'adminsDecideIntake',
		ask: async ({ send: ask }) => {
			const created = await ask('POST', 'intake-issues/', report);
			const path = `intake-issues/${String(at(created.body, 'issue'))}/`;
			const reply = await ask('PATCH', path, { status: -1 }, 1);

			return [status(reply), at(reply.body, 'status')];
		},
	},
	{
		title: 'intake that was snoozed until a time that is past is hidden (case P40)',
		real: 404,
		difference: 'hidesPastSnoozes',
		ask: async ({ send: ask }) => {
			const created = await ask('POST', 'intake-issues/', report);
			const path = `intake-issues/${String(at(created.body, 'issue'))}/`;

			await ask('PATCH', path, { status: 0, snoozed_till: '2026-01-01T00:00:00Z' });

			return status(await ask('GET', path));
		},
	},
	{
		title: 'a name of intake that is too long (case P15)',
		real: 500,
		difference: 'uncheckedIntakeNames',
		ask: async ({ send: ask }) =>
			status(await ask('POST', 'intake-issues/', { issue: { name: LONG } })),
	},
	{
		title: 'a time zone as JavaScript calls it (case X9)',
		real: 400,
		difference: 'exactTimeZones',
		ask: async ({ send: ask }) => status(await ask('PATCH', '', { timezone: 'Asia/Calcutta' })),
	},
	{
		title: 'a project called R&D (case P56)',
		real: [400, ['Project name cannot contain special characters.']],
		difference: 'plainProjectNames',
		ask: async ({ service }) => {
			const path = `/api/v1/workspaces/${service.workspace}/projects/`;
			const reply = await send(service, 'POST', path, { name: 'R&D', identifier: 'RND' });

			return [status(reply), at(reply.body, 'non_field_errors')];
		},
	},
	{
		title: 'who was removed is in the list with roles, but not active (row 220)',
		real: [false],
		difference: 'listsRoles',
		ask: async (asking) => {
			const { user } = await removeLastMember(asking);
			const reply = await asking.send('GET', 'project-members-lite/');
			const own = (status(reply) === 200 ? rows(reply) : []).filter(
				(row) => at(row, 'id') === user,
			);

			return column(own, 'is_active');
		},
	},
	{
		title: 'a record of an archived project is not found by its ID (row 73)',
		real: 404,
		difference: 'archivedProjectsTake',
		ask: async ({ send: ask, make }) => {
			const id = await make('work-items/', { name: 'x' });

			await ask('POST', 'archive/');

			return status(await ask('GET', `work-items/${id}/`));
		},
	},
	{
		title: 'what is equal by order_by comes in another order in the next request (P57)',
		real: false,
		difference: 'shufflesEquals',
		ask: async ({ send: ask }) => {
			const read = async () => column(rows(await ask('GET', 'work-items/?order_by=project')), 'id');

			return JSON.stringify(await read()) === JSON.stringify(await read());
		},
	},
	{
		title: 'a read right after a write is of the replica (finding 4)',
		real: 'Old',
		difference: 'readsReplica',
		ask: async (asking) => {
			const id = await asking.make('work-items/', { name: 'Old' });

			await asking.settle();
			await asking.send('PATCH', `work-items/${id}/`, { name: 'New' });

			return at((await asking.send('GET', `work-items/${id}/`)).body, 'name');
		},
	},
	{
		title: 'attachments with a blank name and with one of dots alone (case X7)',
		real: [400, 400],
		difference: 'strictFileNames',
		ask: async (asking) => {
			const statusOf = async (name: string) => {
				const body = { name, type: 'text/plain', size: 1 };

				return status(await asking.send('POST', `${itemPath(asking)}attachments/`, body));
			};

			return [await statusOf('  '), await statusOf('..')];
		},
	},
	{
		title: 'an attachment whose name has a folder loses it (case X7)',
		real: 'b.csv',
		difference: 'strictFileNames',
		ask: async (asking) => {
			const body = { name: 'a/b.csv', type: 'text/csv', size: 1 };
			const reply = await asking.send('POST', `${itemPath(asking)}attachments/`, body);

			return at(reply.body, 'attachment', 'attributes', 'name');
		},
	},
	{
		title: 'the address of an upload has the host that the request came by (case P28)',
		real: true,
		difference: 'uploadsToHost',
		ask: async (asking) => {
			const body = { name: 'a.txt', type: 'text/plain', size: 1 };
			const reply = await asking.send('POST', `${itemPath(asking)}attachments/`, body);

			return String(at(reply.body, 'upload_data', 'url')).startsWith(asking.service.url);
		},
	},
	{
		title: 'an old server has no path with work-items/ (case P31)',
		real: [404, 'Page not found.'],
		difference: 'lacksWorkItemPaths',
		ask: async (asking) => {
			const reply = await asking.send('GET', 'work-items/');

			return [reply.status, at(reply.body, 'error')];
		},
	},
	{
		title: 'an unknown work item has no lists (row 18)',
		real: 200,
		ask: async ({ send: ask }) => status(await ask('GET', `work-items/${UNKNOWN}/links/`)),
	},
];
