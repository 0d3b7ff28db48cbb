import { describe, expect, it } from '@jest/globals';
import { v2Operations, type V2Member } from '../../contract/v2';
import type { ServiceOptions } from '../service';
import { at, column, first, projectPath, send } from '../testing/client';
import { useServers } from '../testing/useServers';
import { createV2Client, withApiV2 } from '../testing/v2Client';

const { start } = useServers();

async function startV2(options: ServiceOptions = {}) {
	const service = await start(withApiV2(options));
	const milestone = first(service.state.milestones);
	const item = first(service.state.workItems);

	return { service, milestone, item, ...createV2Client(service) };
}

const unknownId = '00000000-0000-4000-8000-000000000000';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const common = {
	id: expect.any(String),
	created_at: time,
	created_by_id: expect.any(String),
	external_id: null,
	external_source: null,
};

/** A kind of record: how it is created, what it shows then, and a change. */
const kinds: [path: string, body: object, shown: object, change: object][] = [
	[
		'labels/',
		{ name: 'new' },
		{ ...common, name: 'new', color: '', description: '', parent_id: null, sort_order: 105_535 },
		{ color: '#123456' },
	],
	[
		'states/',
		{ name: 'Waiting', color: '#123456', group: 'started' },
		{
			...common,
			name: 'Waiting',
			color: '#123456',
			description: '',
			group: 'started',
			is_default: false,
			is_triage: false,
			sequence: 60_000,
		},
		{ name: 'Paused' },
	],
	[
		'cycles/',
		{ name: 'Week 8', start_date: '2098-03-01T00:00:00Z', end_date: '2098-03-07T00:00:00Z' },
		{
			...common,
			name: 'Week 8',
			description: '',
			start_date: time,
			end_date: time,
			owned_by_id: expect.any(String),
			sort_order: expect.any(Number),
			timezone: 'UTC',
			logo_props: {},
		},
		{ name: 'Week 9' },
	],
	[
		'modules/',
		{ name: 'Launch' },
		{
			...common,
			name: 'Launch',
			description: '',
			start_date: null,
			target_date: null,
			status: 'planned',
			lead_id: null,
			member_ids: [],
			sort_order: expect.any(Number),
			logo_props: {},
			archived_at: null,
		},
		{ status: 'in-progress' },
	],
	[
		'milestones/',
		{ title: 'Delta', target_date: '2026-03-01' },
		{ ...common, title: 'Delta', target_date: '2026-03-01', archived_at: null },
		{ title: 'Gamma' },
	],
	[
		'work-items/LNCH-1/comments/',
		{ comment_html: '<p>Hello</p>' },
		{
			...common,
			access: 'INTERNAL',
			actor_id: expect.any(String),
			comment_html: '<p>Hello</p>',
			comment_stripped: 'Hello',
			edited_at: null,
			work_item_id: expect.any(String),
		},
		{ comment_html: '<p>Bye</p>' },
	],
	[
		'work-items/LNCH-2/links/',
		{ url: 'https://example.com/new', title: 'New' },
		{
			id: expect.any(String),
			created_at: time,
			created_by_id: expect.any(String),
			metadata: {},
			title: 'New',
			url: 'https://example.com/new',
			work_item_id: expect.any(String),
		},
		{ title: 'Old' },
	],
	[
		'pages/',
		{ name: 'Runbook', description_html: '<p>Text</p>' },
		{
			...common,
			access: 0,
			archived_at: null,
			collection_id: null,
			color: '',
			description_html: '<p>Text</p>',
			description_stripped: 'Text',
			is_global: false,
			is_locked: false,
			logo_props: {},
			name: 'Runbook',
			owned_by_id: expect.any(String),
			parent_id: null,
			sort_order: 65_535,
			view_props: {},
		},
		{ archived_at: '2026-01-01T00:00:00Z' },
	],
];

describe('Records of API v2', () => {
	it.each(kinds)(
		'at %s are created, read, changed and deleted',
		async (path, body, shown, change) => {
			const { service, get, post, patch, remove } = await startV2();
			const created = await post(path, body);
			const record = `${path}${String(at(created.body, 'id'))}/`;

			expect(created).toMatchObject({ status: 201 });
			expect(created.body).toEqual(shown);
			expect(await get(record)).toMatchObject({
				status: 200,
				body: { id: at(created.body, 'id') },
			});
			expect(await patch(record, change)).toMatchObject({ status: 200, body: change });
			expect((await remove(record)).status).toBe(204);
			expect((await get(record)).status).toBe(404);
			expect(service.requests.map(({ problem }) => problem)).toEqual(Array(5).fill(undefined));
		},
	);

	const bulkKinds = kinds.filter(([path]) => !/links|pages/.test(path));

	it.each(bulkKinds)('at %s are written in bulk, and upserted', async (path, body, _, change) => {
		const { get, post } = await startV2();
		const key = { external_source: 'sheet', external_id: '1' };
		const created = await post(`${path}bulk-create/`, { items: [body, {}] });
		const [id] = column(at(created.body, 'results'), 'id');
		const updated = await post(`${path}bulk-update/`, { items: [{ id, ...change }] });
		const deleted = await post(`${path}bulk-delete/`, { ids: [id] });
		const upserts = [
			await post(`${path}upsert/`, { ...body, ...key }),
			await post(`${path}upsert/`, { ...body, ...change, ...key }),
		];
		const found = await get(`${path}?external_source=sheet&external_id=1`);

		expect(created.body).toMatchObject({ succeeded: 1, failed: 1 });
		expect([updated.body, deleted.body]).toMatchObject([{ succeeded: 1 }, { succeeded: 1 }]);
		expect(upserts.map(({ status }) => status)).toEqual([201, 200]);
		expect(found.body).toMatchObject({ total_count: 1, data: [change] });
	});

	it('are found by their exact name in any case', async () => {
		const { get } = await startV2();

		for (const [path, name] of [
			['labels/', 'BUG'],
			['states/', 'done'],
			['cycles/', 'week 6'],
			['modules/', 'preparation'],
			['work-item-types/', 'TASK'],
			['../', 'launch'],
		] as const) {
			const { body } = await get(`${path}?name=${name}&fields=id`);

			expect(body).toMatchObject({ total_count: 1 });
			expect(at(body, 'data')).toEqual([{ id: expect.any(String) }]);
		}
	});

	it('keep their names unique', async () => {
		const { service, milestone, post, patch } = await startV2();
		const label = first(service.state.labels.slice(1));

		for (const reply of [
			await post('cycles/', { name: 'Week 6' }),
			await post('labels/', { name: 'bug' }),
			await post('states/', { name: 'Done', color: '#123456' }),
			await post('modules/', { name: 'Preparation' }),
			await post('milestones/', { title: milestone.title }),
			await patch(`labels/${label.id}/`, { name: 'bug' }),
		]) {
			expect(reply).toMatchObject({ status: 409, body: { type: 'conflict' } });
		}
	});

	it('are not written if two of a batch have one name', async () => {
		const { service, post } = await startV2();
		const count = service.state.labels.length;
		const items = [{ name: 'new' }, { name: 'new' }];
		const all = await post('labels/bulk-create/', { items, all_or_none: true });

		expect(all).toMatchObject({
			status: 409,
			body: { errors: [{ field: 'items.1.name', code: 'unique' }] },
		});
		expect(service.state.labels).toHaveLength(count);
		expect((await post('labels/bulk-create/', { items })).body).toMatchObject({
			results: [{ result: 'created' }, { result: 'failed', type: 'conflict' }],
		});
	});

	it('keep a default state, and one with work items', async () => {
		const { service, remove } = await startV2();
		const [backlog, todo] = service.state.states;

		for (const state of [backlog, todo]) {
			expect(await remove(`states/${state?.id}/`)).toMatchObject({
				status: 409,
				body: { type: 'conflict' },
			});
		}
	});

	it('refuse to delete a page that is not archived, and to change one that is locked', async () => {
		const { post, patch, remove } = await startV2();
		const { body } = await post('pages/', { name: 'Old', is_locked: true });
		const page = `pages/${String(at(body, 'id'))}/`;

		expect((await remove(page)).status).toBe(400);
		expect((await patch(page, { name: 'New' })).status).toBe(400);
		expect(await patch(page, { name: 'New', is_locked: false })).toMatchObject({ status: 200 });
	});

	it('are changed in the workspace alone, if it owns them', async () => {
		const { service, get, patch } = await startV2({
			differences: { ownsRecordsInWorkspace: true },
		});
		const { id: state } = first(service.state.states);
		const { id: type } = first(service.state.types);

		for (const [path, code] of [
			[`states/${state}/`, 'states_managed_at_workspace'],
			[`work-item-types/${type}/`, 'work_item_types_managed_at_workspace'],
		] as const) {
			expect(await patch(path, { name: 'x' })).toMatchObject({ status: 409, body: { code } });
			expect((await get(path)).status).toBe(200);
		}
	});

	it('let comments share an external ID', async () => {
		const { post } = await startV2();
		const body = { comment_html: '<p>x</p>', external_source: 'chat', external_id: '1' };

		for (let times = 0; times < 2; times++) {
			expect((await post('work-items/LNCH-1/comments/', body)).status).toBe(201);
		}
	});

	it('leave the text of pages out of lists, and archived pages and projects', async () => {
		const { service, get, post, patch } = await startV2();
		const [, website] = service.state.projects;

		const { body } = await post('pages/', { name: 'Old' });
		const page = `pages/${String(at(body, 'id'))}/`;

		expect(Object.keys(first(column([(await get('pages/')).body], 'data').flat()) ?? {})).toEqual(
			expect.not.arrayContaining(['description_html', 'description_stripped']),
		);
		expect((await get('pages/?fields=description_html')).body).toMatchObject({
			data: { 0: { description_html: '<p></p>' } },
		});
		expect((await patch(page, { archived_at: '2026-01-01T00:00:00Z' })).status).toBe(200);
		expect((await get('pages/')).body).toMatchObject({ total_count: 1 });
		expect((await get('pages/?type=archived')).body).toMatchObject({ total_count: 2 });

		expect((await post(`../${website?.id}/archive/`, undefined)).status).toBe(204);
		expect((await get('../')).body).toMatchObject({ data: [{ identifier: 'LNCH' }] });
		expect((await get('../?include_archived=true')).body).toMatchObject({ total_count: 2 });
		expect((await get('../WEB/')).body).toMatchObject({ id: website?.id, archived_at: time });
	});
});

/** Values that no record has, by the type of a filter. */
const impossibleValues: Readonly<Record<string, string>> = {
	uuid: unknownId,
	'uuid[]': unknownId,
	string: 'nonsense',
	'string[]': unknownId,
	integer: '999999',
};

/** Returns the values of a filter of which at least one leaves rows out. */
function listFilterValues(name: string, { type, enum: choices }: V2Member): string[] {
	if (choices !== undefined) return choices.map(String);
	if (type === 'boolean') return ['true', 'false'];
	if (name.endsWith('__gte')) return ['2100-01-01'];
	if (name.endsWith('__lte')) return ['1900-01-01'];

	return [impossibleValues[type] ?? '2100-01-01'];
}

describe('Lists of API v2', () => {
	const lists = v2Operations.filter(
		({ kind, groupName }) => kind === 'list' && groupName !== 'members',
	);

	it.each(lists)('apply every filter of $path', async ({ path, group }) => {
		const { service, post } = await startV2();
		const { workspace, state } = service;
		const address = path
			.replace('{slug}', workspace)
			.replace('{project_id}', first(state.projects).id)
			.replace('{work_item_id}', first(state.workItems).id);

		const listIds = async (query: string) => {
			const { body } = await send(service, 'GET', `${address}?per_page=200&${query}`);

			return column(at(body, 'data'), 'id').join();
		};

		first(state.projects.slice(1)).archived_at = '2026-01-01T00:00:00Z';
		await post('work-items/LNCH-1/comments/', { comment_html: '<p>x</p>' });
		await post('../../webhooks/', { url: 'https://n8n.example', name: 'n8n' });
		await post('pages/', { name: 'Runbook' });
		const allIds = await listIds('');
		const ignored: string[] = [];

		for (const [name, member] of Object.entries(group.filters)) {
			const found = new Set<string>();

			for (const value of listFilterValues(name, member)) {
				found.add(await listIds(`${name}=${value}`));
			}

			if (found.size === 1 && found.has(allIds)) ignored.push(name);
		}

		expect(allIds).not.toBe('');
		expect(ignored).toEqual([]);
		expect(service.requests.filter(({ problem }) => problem !== undefined)).toEqual([]);
	});
});

describe('Sets of API v2', () => {
	it.each(['cycles', 'modules', 'milestones'] as const)(
		'of %s say which work items were added and removed',
		async (kind) => {
			const { service, post } = await startV2();
			const owner = first<{ id: string }>(service.state[kind]);
			const [one, two] = service.state.workItems.map(({ id }) => id);
			const path = `${kind}/${owner.id}/work-items/`;
			const replies = [
				await post(path, { add: [one, two, unknownId] }),
				await post(path, { add: [one] }),
				await post(path, { add: [unknownId], remove: [two, unknownId] }),
			];

			expect(replies.map(({ body }) => body)).toEqual([
				{ added: [one, two], removed: [] },
				{ added: [], removed: [] },
				{ added: [], removed: [two] },
			]);
			expect((await post(path, {})).status).toBe(400);
			expect((await post(path, { add: ['LNCH-1'] })).status).toBe(400);
		},
	);

	it('move a work item from its cycle, and refuse a cycle that has ended', async () => {
		const { service, item, get, post } = await startV2();
		const [week6, week7] = service.state.cycles;

		await post(`cycles/${week6?.id}/work-items/`, { add: [item.id] });
		await post(`cycles/${week7?.id}/work-items/`, { add: [item.id] });
		expect((await get(`work-items/?cycle_id=${week7?.id}`)).body).toMatchObject({
			data: [{ id: item.id }],
		});
		Object.assign(week6 ?? {}, { start_date: '2026-01-01', end_date: '2026-01-08' });
		expect((await post(`cycles/${week6?.id}/work-items/`, { add: [item.id] })).status).toBe(400);
	});

	it('transfer what is not finished from a cycle that has ended', async () => {
		const { service, get, post } = await startV2();
		const [week6, week7] = service.state.cycles;
		const [open, , , done] = service.state.workItems.map(({ id }) => id);

		await post(`cycles/${week6?.id}/work-items/`, { add: [open, done] });
		Object.assign(week6 ?? {}, { start_date: '2026-01-01', end_date: '2026-01-08' });
		const body = { new_cycle_id: week7?.id };

		expect((await post(`cycles/${week6?.id}/transfer/`, {})).status).toBe(400);
		expect(await post(`cycles/${week6?.id}/transfer/`, body)).toMatchObject({ status: 200, body });
		expect((await get(`work-items/?cycle_id=${week7?.id}`)).body).toMatchObject({
			data: [{ id: open }],
		});
	});
});

describe('Custom fields of API v2', () => {
	it('are described by the schema of a type, and read with a work item', async () => {
		const { service, item, get } = await startV2();
		const properties = service.state.workItemProperties.filter(
			({ issue_type: type }) => type === item.type,
		);
		const schema = await get(`work-item-types/${item.type}/schema/?include=members,labels`);
		const fields = new Map(Object.entries(at(schema.body, 'custom_fields') ?? {}));

		expect(properties.length).toBeGreaterThan(0);
		expect(schema.body).toMatchObject({
			type_id: item.type,
			type_name: 'Task',
			fields: { name: { type: 'string', required: true, max_length: 255 } },
		});
		expect([...fields.keys()]).toEqual(
			properties.filter((row) => row.is_active).map((row) => row.name),
		);
	});

	it('are written with a work item, and show in version 1', async () => {
		const { service, item, patch, get } = await startV2();
		const text = service.state.workItemProperties.find(
			(row) => row.issue_type === item.type && row.property_type === 'TEXT' && !row.is_multi,
		);
		const custom_fields = { [text?.name ?? '']: '1.2.3' };
		const path = `work-items/${item.id}/`;
		const { body } = await patch(path, { custom_fields });
		const values = `${path}work-item-properties/${text?.id}/values/`;

		expect(body).toMatchObject({
			custom_fields: { [text?.name ?? '']: { id: text?.id, value: '1.2.3', value_detail: null } },
		});
		expect((await send(service, 'GET', projectPath(service) + values)).body).toMatchObject({
			value: '1.2.3',
		});
		expect((await get('work-items/')).body).toMatchObject({
			data: { 0: expect.not.objectContaining({ custom_fields: expect.anything() }) },
		});
		expect(await patch(path, { custom_fields: { nonsense: 1 } })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'custom_fields.nonsense' }] },
		});
	});
});
