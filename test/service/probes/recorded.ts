import { at, column, first } from '../testing/client';
import {
	buildExternalId,
	readNames,
	readRows,
	readStatus,
	type OpenProbe,
	type Probe,
	type ProbeClient,
} from './probe';
import {
	archiveItem,
	buildCycle,
	createAtOnce,
	LONG_NAME,
	makeGuest,
	readAssignees,
	removeLastMember,
	turnIntakeOn,
} from './steps';

const REPORT = { issue: { name: 'A report' } };

/** Returns a probe that says whether `order_by=created_at` sorts a list, oldest first. */
const checkOrder =
	(path: string) =>
	async ({ request }: ProbeClient) => {
		const listed = await request('GET', `${path}?order_by=created_at`);
		const times = column(readRows(listed), 'created_at').map(String);
		if (times.length < 2) throw new Error('There is nothing to sort.');

		return times.join() === [...times].sort().join();
	};

/** Creates records one after the other, and says whether `order_by=created_at` sorts them. */
async function checkOrderOf(client: ProbeClient, path: string, bodies: object[]) {
	for (const body of bodies) {
		await client.create(path, body);
		await new Promise((resolve) => setTimeout(resolve, 2));
	}

	return await checkOrder(path)(client);
}

const storeDescription =
	(html: string) =>
	async ({ request, createItem }: ProbeClient) => {
		const path = await createItem({ description_html: html });

		return at((await request('GET', path)).body, 'description_html');
	};

/** Renames one of two new records to the name of the other. */
const renameToTaken =
	(path: string, values: object = {}) =>
	async (client: ProbeClient) => {
		const taken = client.unique('Taken');

		await client.create(path, { name: taken, ...values });
		const id = await client.create(path, { name: client.unique('Other'), ...values });

		return readStatus(await client.request('PATCH', `${path}${id}/`, { name: taken }));
	};

async function createProjectWithIntake({ send: sendPath, workspacePath }: ProbeClient) {
	const path = `${workspacePath}projects/`;
	const body = { name: 'Reports', identifier: 'RPT', intake_view: true };
	const created = await sendPath({ method: 'POST', path, body });

	return `${path}${String(at(created.body, 'id'))}/`;
}

const archivedItem: readonly OpenProbe[] = [
	{ title: 'archived: GET by ID', status: 404, method: 'GET', path: '', body: undefined },
	{ title: 'archived: PATCH name', status: 200, method: 'PATCH', path: '', body: { name: 'x' } },
	{
		title: 'archived: comments list',
		status: 200,
		method: 'GET',
		path: 'comments/',
		body: undefined,
	},
].map(({ title, status, method, path, body }) => ({
	title,
	rows: [29, 90],
	observed: status,
	run: async (client) => {
		const item = await archiveItem(client);

		return readStatus(await client.request(method, item + path, body));
	},
}));

/** The recorded probes, which were sent to a real server, with its answers. */
export const recordedProbes: readonly Probe[] = [
	{
		title: 'intake item in a project created with intake_view: status',
		rows: [78],
		observed: 500,
		difference: 'intakeNeedsActivation',
		needs: 'a second project',
		run: async (client) => {
			const path = `${await createProjectWithIntake(client)}intake-issues/`;

			return readStatus(await client.send({ method: 'POST', path, body: REPORT }));
		},
	},
	{
		title: 'cycle: owner after PATCH description stays',
		rows: [162],
		observed: false,
		difference: 'changesCycleOwner',
		needs: 'a second person',
		run: async (client) => {
			const owner = client.service.state.users[1]?.id;
			const id = await client.create('cycles/', buildCycle(client, { owned_by: owner }));
			const reply = await client.request('PATCH', `cycles/${id}/`, { description: 'x' });

			return at(reply.body, 'owned_by') === owner;
		},
	},
	{
		title: 'cycle: end of the day when the end alone is given, as its user sees it',
		rows: [161],
		observed: '2027-01-12T00:00:00',
		difference: 'singleDateBecomesStart',
		run: async (client) => {
			const days = { start_date: '2027-01-04', end_date: '2027-01-10' };
			const id = await client.create('cycles/', buildCycle(client, days));
			const reply = await client.request('PATCH', `cycles/${id}/`, { end_date: '2027-01-12' });

			return String(at(reply.body, 'end_date')).slice(0, 19);
		},
	},
	{
		title: 'order_by=created_at sorts labels',
		rows: [60],
		observed: false,
		difference: 'sortsFewLists',
		run: async (client) =>
			await checkOrderOf(client, 'labels/', [
				{ name: client.unique('Label') },
				{ name: client.unique('Label') },
			]),
	},
	{
		title: 'order_by=created_at sorts modules',
		rows: [60],
		observed: false,
		difference: 'sortsFewLists',
		run: async (client) =>
			await checkOrderOf(client, 'modules/', [
				{ name: client.unique('Module') },
				{ name: client.unique('Module') },
			]),
	},
	{
		title: 'order_by=created_at sorts cycles',
		rows: [60],
		observed: false,
		difference: 'sortsFewLists',
		run: async (client) =>
			await checkOrderOf(client, 'cycles/', [buildCycle(client), buildCycle(client)]),
	},
	{
		title: 'order_by=created_at sorts work-items/:id/comments',
		rows: [60],
		observed: false,
		difference: 'sortsFewLists',
		run: async (client) =>
			await checkOrderOf(client, `${await client.createItem()}comments/`, [
				{ comment_html: 'a' },
				{ comment_html: 'b' },
			]),
	},
	{
		title: 'order_by=created_at sorts work-items/:id/links',
		rows: [60],
		observed: false,
		difference: 'sortsFewLists',
		run: async (client) =>
			await checkOrderOf(client, `${await client.createItem()}links/`, [
				{ url: 'https://example.com/a' },
				{ url: 'https://example.com/b' },
			]),
	},
	{
		title: 'order_by unknown: labels',
		rows: [60],
		observed: 200,
		difference: 'sortsFewLists',
		run: async ({ request, create, unique }) => {
			await create('labels/', { name: unique('Label') });

			return readStatus(await request('GET', 'labels/?order_by=bogus'));
		},
	},
	{
		title: 'comment: parent is kept',
		rows: [169],
		observed: false,
		difference: 'dropsCommentParents',
		run: async (client) => {
			const path = `${await client.createItem()}comments/`;
			const parent = await client.create(path, { comment_html: 'a' });
			const reply = await client.request('POST', path, { comment_html: 'b', parent });

			return at(reply.body, 'parent') === parent;
		},
	},
	{
		title: 'comment: who has edited it, and who after a PATCH',
		rows: [367],
		observed: [null, true],
		run: async (client) => {
			const comments = `${await client.createItem()}comments/`;
			const path = `${comments}${await client.create(comments, { comment_html: 'a' })}/`;
			const created = await client.request('GET', path);

			await client.request('PATCH', path, { comment_html: 'b' });
			const edited = await client.request('GET', path);

			return [
				at(created.body, 'updated_by'),
				at(edited.body, 'updated_by') === at(edited.body, 'created_by'),
			];
		},
	},
	{
		title: 'comment: script is removed',
		rows: [184],
		observed: false,
		difference: 'keepsScripts',
		run: async (client) => {
			const body = { comment_html: '<p>a</p><script>alert(1)</script>' };
			const reply = await client.request('POST', `${await client.createItem()}comments/`, body);

			return !String(at(reply.body, 'comment_html')).includes('<script>');
		},
	},
	{
		title: 'description: two paragraphs come back as',
		rows: [180],
		observed: '<div><p>a</p><p>b</p></div>',
		difference: 'reparsesHtml',
		run: storeDescription('<p>a</p><p>b</p>'),
	},
	{
		title: 'description: script',
		rows: [180],
		observed: '<div><p>a</p></div>',
		difference: 'reparsesHtml',
		run: storeDescription('<p>a</p><script>alert(1)</script>'),
	},
	{
		title: 'description: text alone',
		rows: [180],
		observed: '<span>text</span>',
		difference: 'reparsesHtml',
		run: storeDescription('text'),
	},
	{
		title: 'sort_order of a new work item is kept (state has others)',
		rows: [163],
		observed: false,
		difference: 'ignoresSortOrder',
		run: async ({ request, createItem }) => {
			await createItem();
			const reply = await request('POST', 'work-items/', { name: 'x', sort_order: 1 });

			return at(reply.body, 'sort_order') === 1;
		},
	},
	{
		title: 'sort_order of a new label is kept',
		rows: [163],
		observed: false,
		difference: 'ignoresSortOrder',
		run: async ({ request, unique }) => {
			const reply = await request('POST', 'labels/', { name: unique('Label'), sort_order: 1 });

			return at(reply.body, 'sort_order') === 1;
		},
	},
	{
		title: 'assignee who is a guest is kept',
		rows: [168],
		observed: 0,
		difference: 'assignsMembersOnly',
		needs: 'a second person, who is a guest',
		run: async (client) => {
			const body = { name: 'x', assignees: [makeGuest(client).id] };
			const reply = await client.request('POST', 'work-items/', body);

			return readAssignees(reply).length;
		},
	},
	{
		title: 'member removed: statuses of two deletes',
		rows: [62],
		observed: [204, 204],
		difference: 'listsFormerMembers',
		needs: 'a second person',
		run: async (client) => {
			const { membership, removal } = await removeLastMember(client);

			return [removal, readStatus(await client.request('DELETE', `members/${membership}/`))];
		},
	},
	{
		title: 'member removed: is still in the list',
		rows: [62],
		observed: true,
		difference: 'listsFormerMembers',
		needs: 'a second person',
		run: async (client) => {
			const { user } = await removeLastMember(client);

			return column(readRows(await client.request('GET', 'members/')), 'id').includes(user);
		},
	},
	{
		title: 'member removed: added again, status',
		rows: [62],
		observed: 400,
		difference: 'listsFormerMembers',
		needs: 'a second person',
		run: async (client) => {
			const { user } = await removeLastMember(client);

			return readStatus(await client.request('POST', 'members/', { member: user, role: 15 }));
		},
	},
	{
		title: 'default_state: status',
		rows: [64],
		observed: 400,
		difference: 'refusesDefaultState',
		run: async ({ request }) => {
			const [state] = readRows(await request('GET', 'states/'));

			return readStatus(await request('PATCH', '', { default_state: at(state, 'id') }));
		},
	},
	{
		title: 'intake: accepted with a new name and priority at once',
		rows: [164],
		observed: ['x', 'none'],
		difference: 'acceptingIntakeDropsFields',
		run: async (client) => {
			await turnIntakeOn(client);
			const created = await client.request('POST', 'intake-issues/', { issue: { name: 'x' } });
			const path = `intake-issues/${String(at(created.body, 'issue'))}/`;
			const reply = await client.request('PATCH', path, {
				status: 1,
				issue: { name: 'y', priority: 'low' },
			});
			const detail = at(reply.body, 'issue_detail');

			return [at(detail, 'name'), at(detail, 'priority')];
		},
	},
	{
		title: 'state made the default: how many defaults, and what a new work item gets',
		rows: [63],
		observed: [2, false],
		difference: 'manyDefaultStates',
		run: async ({ request, createItem }) => {
			const before = readRows(await request('GET', 'states/'));
			const id = at(
				before.find((state) => at(state, 'default') !== true),
				'id',
			);

			await request('PATCH', `states/${String(id)}/`, { default: true });
			const states = readRows(await request('GET', 'states/'));
			const { body } = await request('GET', await createItem());

			return [column(states, 'default').filter(Boolean).length, at(body, 'state') === id];
		},
	},
	{
		title: 'one external ID twice at the same moment',
		rows: [65],
		observed: true,
		difference: 'acceptsSimultaneousIds',
		run: async (client) => (await createAtOnce(client)) !== undefined,
	},
	{
		title: 'one external ID twice: then the list with that external ID',
		rows: [65],
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
		rows: [69],
		observed: 400,
		difference: 'strictLinks',
		run: async (client) => {
			const path = `${await client.createItem()}links/`;

			return readStatus(await client.request('POST', path, { url: 'HTTPS://example.com' }));
		},
	},
	{
		title: 'link to a host without a dot',
		rows: [69],
		observed: 400,
		difference: 'strictLinks',
		run: async (client) => {
			const path = `${await client.createItem()}links/`;

			return readStatus(await client.request('POST', path, { url: 'http://wiki/page' }));
		},
	},
	{
		title: 'attachment type with a charset',
		rows: [70],
		observed: 400,
		difference: 'exactFileTypes',
		run: async (client) => {
			const body = { name: 'a.csv', type: 'text/csv; charset=utf-8', size: 1 };

			return readStatus(
				await client.request('POST', `${await client.createItem()}attachments/`, body),
			);
		},
	},
	{
		title: 'archived module takes work items (added, read, changed, deleted)',
		rows: [72],
		observed: [200, 404, 400, 204],
		difference: 'archivedModulesStayWritable',
		run: async ({ request, create, unique }) => {
			const id = await create('modules/', { name: unique('Old'), status: 'completed' });
			const issues = [await create('work-items/', { name: 'x' })];

			await request('POST', `modules/${id}/archive/`);

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
		rows: [78],
		observed: 201,
		difference: 'intakeNeedsActivation',
		run: async ({ request }) => {
			await request('PATCH', '', { intake_view: true });
			await request('PATCH', '', { intake_view: false });

			return readStatus(await request('POST', 'intake-issues/', REPORT));
		},
	},
	{
		title: 'archived project: list, create, PATCH, labels',
		rows: [73],
		observed: [0, 201, 400, 201],
		difference: 'archivedProjectsStayWritable',
		archivesProject: true,
		run: async ({ request, createItem, unique }) => {
			await createItem();
			await request('POST', 'archive/');

			return [
				readRows(await request('GET', 'work-items/')).length,
				readStatus(await request('POST', 'work-items/', { name: 'x' })),
				readStatus(await request('PATCH', '', { description: 'x' })),
				readStatus(await request('POST', 'labels/', { name: unique('Label') })),
			];
		},
	},
	{
		title: 'deleted project: DELETE again, list, POST label',
		rows: [74],
		observed: [204, 404, 200, 201],
		difference: 'deletedProjectsLinger',
		needs: 'a worker that is slower than the next requests',
		run: async ({ request }) => [
			readStatus(await request('DELETE', '')),
			readStatus(await request('DELETE', '')),
			readStatus(await request('GET', 'labels/')),
			readStatus(await request('POST', 'labels/', { name: 'x' })),
		],
	},

	// These show no difference.
	{
		title: 'member who is one already: status, error',
		rows: [62],
		observed: [400, 'The payload is not valid'],
		run: async ({ request }) => {
			const [member] = readRows(await request('GET', 'members/'));
			const reply = await request('POST', 'members/', { member: at(member, 'id'), role: 15 });

			return [readStatus(reply), at(reply.body, 'error')];
		},
	},
	{
		title: 'cycle: end of the day when both dates are given',
		rows: [160],
		observed: 'T23:59:00.000Z',
		run: async (client) => {
			const days = { start_date: '2027-01-04', end_date: '2027-01-10' };
			const reply = await client.request('POST', 'cycles/', buildCycle(client, days));
			const end = Date.parse(String(at(reply.body, 'end_date')));

			return Number.isNaN(end) ? at(reply.body, 'end_date') : new Date(end).toISOString().slice(10);
		},
	},
	{
		title: 'order_by=created_at sorts states',
		rows: [28],
		observed: true,
		run: checkOrder('states/'),
	},
	{
		title: 'order_by=created_at sorts work-items',
		rows: [28],
		observed: true,
		run: async (client) =>
			await checkOrderOf(client, 'work-items/', [{ name: 'First' }, { name: 'Second' }]),
	},
	{
		title: 'order_by unknown: work-items',
		rows: [28],
		observed: 500,
		run: async ({ request, createItem }) => {
			await createItem();

			return readStatus(await request('GET', 'work-items/?order_by=bogus'));
		},
	},
	{
		title: 'archive of an open work item: status',
		rows: [90],
		observed: 200,
		run: async (client) => {
			const body = { archived_at: '2026-01-31' };

			return readStatus(await client.request('PATCH', await client.createItem(), body));
		},
	},
	...archivedItem,
	{
		title: 'archived: search finds it',
		rows: [82],
		observed: false,
		run: async (client) => {
			const name = `needle${Date.now()}`;
			const id = await client.create('work-items/', { name });

			await client.request('PATCH', `work-items/${id}/`, { archived_at: '2026-01-31' });
			const { body } = await client.readWorkspace(`work-items/search/?search=${name}`);

			return column(at(body, 'issues'), 'id').includes(id);
		},
	},
	{
		title: 'sequence of a new state: how far behind the last one',
		rows: [163],
		observed: 15_000,
		run: async ({ request, unique }) => {
			const sequences = column(readRows(await request('GET', 'states/')), 'sequence').map(Number);
			const body = { name: unique('State'), color: '#123456' };
			const { body: created } = await request('POST', 'states/', body);

			return Number(at(created, 'sequence')) - Math.max(...sequences);
		},
	},
	{
		title: 'assignee who is not in the project',
		rows: [24],
		observed: 0,
		needs: 'a second person',
		run: async ({ request, service }) => {
			const user = first(service.state.projects).members.pop();
			const reply = await request('POST', 'work-items/', { name: 'x', assignees: [user] });

			return readAssignees(reply).length;
		},
	},
	{
		title: 'member removed: assigned all the same',
		rows: [62],
		observed: 0,
		needs: 'a second person',
		run: async (client) => {
			const { user } = await removeLastMember(client);
			const reply = await client.request('POST', 'work-items/', { name: 'x', assignees: [user] });

			return readAssignees(reply).length;
		},
	},
	{
		title: 'default_assignee not in the project',
		rows: [24],
		observed: 200,
		needs: 'a second person',
		run: async ({ request, service }) => {
			const user = first(service.state.projects).members.pop();

			return readStatus(await request('PATCH', '', { default_assignee: user }));
		},
	},
	{
		title: 'label renamed to a taken name',
		rows: [91],
		observed: 400,
		run: renameToTaken('labels/'),
	},
	{
		title: 'state renamed to a taken name',
		rows: [91],
		observed: 400,
		run: renameToTaken('states/', { color: '#123456' }),
	},
	{
		title: 'label of the same name in capitals',
		rows: [91],
		observed: 201,
		run: async ({ request, create, unique }) => {
			const name = unique('bug');

			await create('labels/', { name });

			return readStatus(await request('POST', 'labels/', { name: name.toUpperCase() }));
		},
	},
	{
		title: 'work item: target date alone before the start that is there',
		rows: [161],
		observed: 200,
		run: async ({ request, createItem }) => {
			const path = await createItem({ start_date: '2027-02-01' });

			return readStatus(await request('PATCH', path, { target_date: '2027-01-01' }));
		},
	},
	{
		title: 'cycle: start alone after its end',
		rows: [161],
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
		rows: [70],
		observed: 400,
		run: async (client) => {
			const body = { name: 'a.odd', type: 'application/x-made-up', size: 1 };

			return readStatus(
				await client.request('POST', `${await client.createItem()}attachments/`, body),
			);
		},
	},
	{
		title: 'name of 256 letters',
		rows: [77],
		observed: 400,
		run: async ({ request }) =>
			readStatus(await request('POST', 'work-items/', { name: LONG_NAME })),
	},
	{
		title: 'external_id of 300 letters',
		rows: [77],
		observed: 400,
		run: async ({ request }) => {
			const body = { name: 'x', external_id: 'a'.repeat(300), external_source: 'sheet' };

			return readStatus(await request('POST', 'work-items/', body));
		},
	},
	{
		title: 'external_id without a source, twice',
		rows: [65],
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
		rows: [25],
		observed: 200,
		run: async ({ request, create }) => {
			const parent = await create('work-items/', { name: 'x' });
			const child = await create('work-items/', { name: 'x', parent });

			return readStatus(await request('PATCH', `work-items/${parent}/`, { parent: child }));
		},
	},
	{
		title: 'target before start',
		rows: [13],
		observed: 400,
		run: async ({ request }) => {
			const body = { name: 'x', start_date: '2027-02-01', target_date: '2027-01-01' };

			return readStatus(await request('POST', 'work-items/', body));
		},
	},
	{
		title: 'priority null',
		rows: [25],
		observed: 400,
		run: async ({ request }) =>
			readStatus(await request('POST', 'work-items/', { name: 'x', priority: null })),
	},
	{
		title: 'invitation twice',
		rows: [23],
		observed: [201, 400],
		needs: 'somebody to invite to the workspace',
		run: async ({ send: sendPath, workspacePath }) => {
			const path = `${workspacePath}invitations/`;
			const body = { email: 'new@example.com', role: 15 };

			return [
				readStatus(await sendPath({ method: 'POST', path, body })),
				readStatus(await sendPath({ method: 'POST', path, body })),
			];
		},
	},
	{
		title: 'project name taken, other identifier',
		rows: [23],
		observed: [409, ['name']],
		needs: 'a second project',
		run: async ({ send: sendPath, workspacePath }) => {
			const body = { name: 'Launch', identifier: 'OTHER' };
			const reply = await sendPath({ method: 'POST', path: `${workspacePath}projects/`, body });

			return [readStatus(reply), readNames(reply.body)];
		},
	},
	{
		title: 'archived project: external ID twice',
		rows: [73],
		observed: [201, 409, 200],
		archivesProject: true,
		run: async (client) => {
			const { request } = client;
			const external = buildExternalId(client);
			const body = { name: 'x', ...external };
			const query = `external_id=${encodeURIComponent(external.external_id)}&external_source=sheet`;

			await request('POST', 'archive/');

			return [
				readStatus(await request('POST', 'work-items/', body)),
				readStatus(await request('POST', 'work-items/', body)),
				readStatus(await request('GET', `work-items/?${query}`)),
			];
		},
	},
];
