import { at, column, first } from '../testing/client';
import {
	buildExternalId,
	readNames,
	readRows,
	readStatus,
	type Probe,
	type ProbeClient,
} from './probe';
import { buildCycle, LONG_NAME, makeGuest, removeLastMember, turnIntakeOn } from './steps';

/** An ID that no record has. */
const UNKNOWN_ID = '00000000-0000-4000-a000-000000000000';

/** Creates a report in the intake of the project, and returns its path. */
async function createReport(client: ProbeClient): Promise<string> {
	await turnIntakeOn(client);
	const body = { issue: { name: 'A report' } };
	const created = await client.request('POST', 'intake-issues/', body);

	return `intake-issues/${String(at(created.body, 'issue'))}/`;
}

const renameProject = async ({ request }: ProbeClient, body: object) => {
	const reply = await request('PATCH', '', body);

	return [readStatus(reply), readNames(reply.body)];
};

/** Other trials on a real server, or facts from its source, each with its row. */
export const furtherProbes: readonly Probe[] = [
	{
		title: 'the same people in another order are a delivery',
		rows: [110, 167],
		observed: ['assignees'],
		difference: 'comparesAsSent',
		needs: 'a webhook',
		run: async ({ service, request, createItem }) => {
			const path = await createItem();
			const people = first(service.state.projects).members.slice(0, 2).sort();

			await request('PATCH', path, { assignees: people });
			service.webhooks.targets.push({ url: service.url, secret: 'plane_wh_1' });
			await request('PATCH', path, { assignees: people.reverse() });
			await service.webhooks.waitUntilIdle();

			return service.webhooks.attempts.map(({ body }) => at(JSON.parse(body), 'activity', 'field'));
		},
	},
	{
		title: 'people come back in an order of the server',
		rows: [167],
		observed: true,
		difference: 'ordersPeopleAndLabels',
		needs: 'three people',
		run: async ({ service, request, createItem }) => {
			const people = [...first(service.state.projects).members.slice(0, 3)].sort();
			const body = { assignees: [...people].reverse() };
			const reply = await request('PATCH', await createItem(), body);

			return JSON.stringify(at(reply.body, 'assignees')) === JSON.stringify(people);
		},
	},
	{
		title: 'a second change of a description moves the activity',
		rows: [84],
		observed: 1,
		difference: 'mergesDescriptionChanges',
		run: async ({ request, createItem, settle }) => {
			const path = await createItem();

			await request('PATCH', path, { description_html: '<p>one</p>' });
			await settle();
			await request('PATCH', path, { description_html: '<p>two</p>' });
			await settle();
			const fields = column(readRows(await request('GET', `${path}activities/`)), 'field');

			return fields.filter((field) => field === 'description').length;
		},
	},
	{
		title: 'a worker sets updated_at of a new work item again',
		rows: [80],
		observed: true,
		difference: 'updatesNewItemsLater',
		run: async ({ request, createItem, settle }) => {
			const path = await createItem();
			const before = at((await request('GET', path)).body, 'updated_at');

			await settle();

			return at((await request('GET', path)).body, 'updated_at') !== before;
		},
	},
	{
		title: 'the activity of a change is written later, with the second of the change (row 363)',
		rows: [363],
		observed: [0, 1, true],
		difference: 'writesActivitiesLater',
		needs: 'a worker that is slower than the next request',
		run: async ({ request, createItem, settle }) => {
			const path = await createItem();
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
		rows: [366],
		observed: [null, 'assignees'],
		difference: 'recordsFirstAssignees',
		needs: 'the web app',
		run: async ({ service, request, createItem }) => {
			const path = await createItem({ assignees: [first(service.state.users).id] });

			return column(readRows(await request('GET', `${path}activities/`)), 'field');
		},
	},
	{
		title: 'archiving and restoring are activities (row 365)',
		rows: [365],
		observed: [
			[null, 'manual_archive'],
			['archive', 'restore'],
		],
		run: async ({ request, createItem, settle }) => {
			const path = await createItem();

			await request('PATCH', path, { archived_at: '2026-03-01' });
			await request('PATCH', path, { archived_at: null });
			await settle();
			const rows = readRows(await request('GET', `${path}activities/`));

			return rows
				.filter((row) => at(row, 'field') === 'archived_at')
				.map((row) => [at(row, 'old_value'), at(row, 'new_value')]);
		},
	},
	{
		title: 'an addition of what is in the cycle is an activity',
		rows: [81],
		observed: 2,
		difference: 'recordsRepeatedAdditions',
		run: async (client) => {
			const { request, create, settle } = client;
			const item = await create('work-items/', { name: 'x' });
			const cycle = await create('cycles/', buildCycle(client));
			const path = `cycles/${cycle}/cycle-issues/`;

			await request('POST', path, { issues: [item] });
			await request('POST', path, { issues: [item] });
			await settle();
			const rows = readRows(await request('GET', `work-items/${item}/activities/`));

			return column(rows, 'field').filter((field) => field === 'cycles').length;
		},
	},
	{
		title: 'a guest creates a work item',
		rows: [93],
		observed: 403,
		difference: 'checksRoles',
		needs: 'the key of a guest',
		run: async (client) => {
			const { place } = makeGuest(client);
			const body = { name: 'x' };

			return readStatus(
				await client.requestAs(place, { method: 'POST', path: 'work-items/', body }),
			);
		},
	},
	{
		title: "times are in the time zone of the key's user",
		rows: [85],
		observed: '+05:30',
		difference: 'showsUserTimeZone',
		needs: 'a user in India',
		run: async ({ request }) => {
			const [item] = readRows(await request('GET', 'work-items/'));

			return /\+05:30$|Z$/.exec(String(at(item, 'created_at')))?.[0];
		},
	},
	{
		title: 'an external ID of a comment is taken in another work item',
		rows: [67],
		observed: 409,
		difference: 'uniqueCommentIds',
		run: async (client) => {
			const body = { comment_html: 'a', ...buildExternalId(client) };

			await client.create(`${await client.createItem()}comments/`, body);

			return readStatus(
				await client.request('POST', `${await client.createItem()}comments/`, body),
			);
		},
	},
	{
		title: 'created_at of a new work item is taken',
		rows: [68],
		observed: true,
		difference: 'acceptsCreationHistory',
		run: async ({ request, createItem }) => {
			const path = await createItem({ created_at: '2025-08-20T12:39:00Z' });
			const { body } = await request('GET', path);

			return String(at(body, 'created_at')).startsWith('2025-08-20');
		},
	},
	{
		title: 'the 409 of an update has the ID of the updated record',
		rows: [66],
		observed: true,
		difference: 'conflictsNameUpdatedRecord',
		run: async (client) => {
			const external = buildExternalId(client);

			await client.create('labels/', { name: client.unique('one'), ...external });
			const id = await client.create('labels/', { name: client.unique('two') });

			return at((await client.request('PATCH', `labels/${id}/`, external)).body, 'id') === id;
		},
	},
	{
		title: "a member's decision on intake is ignored",
		rows: [165],
		observed: [200, -2],
		difference: 'adminsDecideIntake',
		needs: 'the key of a member',
		run: async (client) => {
			const path = await createReport(client);
			const reply = await client.requestAs(1, { method: 'PATCH', path, body: { status: -1 } });

			return [readStatus(reply), at(reply.body, 'status')];
		},
	},
	{
		title: 'intake that was snoozed until a time that is past is hidden',
		rows: [79],
		observed: 404,
		difference: 'hidesExpiredSnoozes',
		run: async (client) => {
			const path = await createReport(client);

			await client.request('PATCH', path, { status: 0, snoozed_till: '2026-01-01T00:00:00Z' });

			return readStatus(await client.request('GET', path));
		},
	},
	{
		title: 'a name of intake that is too long',
		rows: [77],
		observed: 500,
		difference: 'uncheckedIntakeNames',
		run: async (client) => {
			await turnIntakeOn(client);
			const body = { issue: { name: LONG_NAME } };

			return readStatus(await client.request('POST', 'intake-issues/', body));
		},
	},
	{
		title: 'a time zone as JavaScript calls it',
		rows: [76],
		observed: 400,
		difference: 'exactTimeZones',
		run: async ({ request }) =>
			readStatus(await request('PATCH', '', { timezone: 'Asia/Calcutta' })),
	},
	{
		title: 'a project called R&D',
		rows: [75],
		observed: [400, ['Project name cannot contain special characters.']],
		difference: 'plainProjectNames',
		needs: 'a second project',
		run: async ({ send, workspacePath }) => {
			const body = { name: 'R&D', identifier: 'RND' };
			const reply = await send({ method: 'POST', path: `${workspacePath}projects/`, body });

			return [readStatus(reply), at(reply.body, 'non_field_errors')];
		},
	},
	{
		title: 'a project that is renamed to R&D (from the source)',
		rows: [75, 203],
		observed: [400, ['non_field_errors']],
		difference: 'plainProjectNames',
		run: async (client) =>
			await renameProject(client, { name: `R&D ${client.project.identifier}` }),
	},
	{
		title: 'a project whose identifier becomes A-B (from the source)',
		rows: [203, 416],
		observed: [400, ['non_field_errors']],
		difference: 'plainProjectNames',
		run: async (client) => await renameProject(client, { identifier: 'A-B' }),
	},
	{
		title: 'who was removed is in the list with roles, but not active (row 220)',
		rows: [220],
		observed: [false],
		difference: 'listsMemberRoles',
		needs: 'a second person',
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
		rows: [73],
		observed: 404,
		difference: 'archivedProjectsStayWritable',
		archivesProject: true,
		run: async ({ request, createItem }) => {
			const path = await createItem();

			await request('POST', 'archive/');

			return readStatus(await request('GET', path));
		},
	},
	{
		title: 'what is equal by order_by comes in another order in the next request',
		rows: [341],
		observed: false,
		difference: 'shufflesEqualRows',
		needs: 'a database that does so',
		run: async ({ request }) => {
			const read = async () =>
				column(readRows(await request('GET', 'work-items/?order_by=project')), 'id');

			return JSON.stringify(await read()) === JSON.stringify(await read());
		},
	},
	{
		title: 'a read right after a write is of the replica',
		rows: [166],
		observed: 'Old',
		difference: 'readsReplica',
		needs: 'a server with a replica',
		run: async ({ request, service }) => {
			const { id, name } = first(service.state.workItems);
			const path = `work-items/${id}/`;

			await request('PATCH', path, { name: 'New' });
			const shown = at((await request('GET', path)).body, 'name');

			return shown === name ? 'Old' : shown;
		},
	},
	{
		title: 'attachments with a blank name and with one of dots alone',
		rows: [71],
		observed: [400, 400],
		difference: 'strictFileNames',
		run: async ({ request, createItem }) => {
			const path = `${await createItem()}attachments/`;
			const attach = async (name: string) =>
				readStatus(await request('POST', path, { name, type: 'text/plain', size: 1 }));

			return [await attach('  '), await attach('..')];
		},
	},
	{
		title: 'an attachment whose name has a folder loses it',
		rows: [71],
		observed: 'b.csv',
		difference: 'strictFileNames',
		run: async ({ request, createItem }) => {
			const body = { name: 'a/b.csv', type: 'text/csv', size: 1 };
			const reply = await request('POST', `${await createItem()}attachments/`, body);

			return at(reply.body, 'attachment', 'attributes', 'name');
		},
	},
	{
		title: 'the address of an upload has the host that the request came by',
		rows: [86],
		observed: true,
		difference: 'uploadsToRequestHost',
		needs: 'a server with the bundled storage',
		run: async ({ request, createItem, service }) => {
			const body = { name: 'a.txt', type: 'text/plain', size: 1 };
			const reply = await request('POST', `${await createItem()}attachments/`, body);

			return String(at(reply.body, 'upload_data', 'url')).startsWith(service.url);
		},
	},
	{
		title: 'an old server has no path with work-items/',
		rows: [324],
		observed: [404, 'Page not found.'],
		difference: 'lacksWorkItemPaths',
		needs: 'a server of version 1.0',
		run: async ({ request }) => {
			const reply = await request('GET', 'work-items/');

			return [reply.status, at(reply.body, 'error')];
		},
	},
	{
		title: 'a work item whose created_at is no date is there all the same (row 418)',
		rows: [418],
		observed: [400, true],
		difference: 'acceptsCreationHistory',
		run: async ({ request, unique }) => {
			const name = unique('Refused');
			const status = readStatus(
				await request('POST', 'work-items/', { name, created_at: 'yesterday' }),
			);

			return [status, column(readRows(await request('GET', 'work-items/')), 'name').includes(name)];
		},
	},
	{
		title: 'order_by=-state__group goes by the group (row 421)',
		rows: [421],
		observed: ['completed', 'started', 'backlog'],
		run: async ({ request, createItem }) => {
			const states = readRows(await request('GET', 'states/'));
			const expected = ['backlog', 'completed', 'started'];

			for (const group of expected) {
				const state = states.find((row) => at(row, 'group') === group);

				await createItem({ state: at(state, 'id') });
			}

			const listed = readRows(await request('GET', 'work-items/?order_by=-state__group'));
			const groups = column(listed, 'state').map((id) =>
				at(
					states.find((row) => at(row, 'id') === id),
					'group',
				),
			);

			return [...new Set(groups)].filter((group) => expected.includes(String(group)));
		},
	},
	{
		title: 'the old paths of keys, the search, links and files (row 424)',
		rows: [424],
		observed: [200, 200, 200, 200],
		difference: 'servesOldPaths',
		run: async ({ request, readWorkspace, createItem, project }) => {
			const path = await createItem();
			const item = await request('GET', path);
			const key = `${project.identifier}-${String(at(item.body, 'sequence_id'))}`;
			const oldPath = path.replace('work-items/', 'issues/');

			return [
				readStatus(await readWorkspace(`issues/${key}/`)),
				readStatus(await readWorkspace('issues/search/?search=a')),
				readStatus(await request('GET', `${oldPath}links/`)),
				readStatus(await request('GET', `${oldPath}issue-attachments/`)),
			];
		},
	},
	{
		title: 'an unknown work item has no lists (row 18)',
		rows: [18],
		observed: 200,
		run: async ({ request }) => readStatus(await request('GET', `work-items/${UNKNOWN_ID}/links/`)),
	},
];
