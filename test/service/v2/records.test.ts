import { describe, expect, it } from '@jest/globals';
import { v2Operations, type V2Member } from '../../contract/v2';
import type { ServiceOptions } from '../service';
import { at, column, first, send } from '../testing/client';
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

	it.each(kinds)('at %s are written in bulk', async (path, body, _, change) => {
		const { post } = await startV2();
		const created = await post(`${path}bulk-create/`, { items: [body, {}] });
		const [id] = column(at(created.body, 'results'), 'id');
		const updated = await post(`${path}bulk-update/`, { items: [{ id, ...change }] });
		const deleted = await post(`${path}bulk-delete/`, { ids: [id] });

		expect(created.body).toMatchObject({ succeeded: 1, failed: 1 });
		expect([updated.body, deleted.body]).toMatchObject([{ succeeded: 1 }, { succeeded: 1 }]);
	});

	it('are found by their exact name in any case', async () => {
		const { get } = await startV2();

		for (const [path, name] of [
			['labels/', 'BUG'],
			['states/', 'done'],
			['cycles/', 'week 6'],
			['modules/', 'preparation'],
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

	it('are changed in the workspace alone, if it owns them', async () => {
		const { service, get, patch } = await startV2({
			differences: { ownsRecordsInWorkspace: true },
		});
		const path = `states/${first(service.state.states).id}/`;

		expect(await patch(path, { name: 'x' })).toMatchObject({
			status: 409,
			body: { code: 'states_managed_at_workspace' },
		});
		expect((await get(path)).status).toBe(200);
	});

	it('let comments share an external ID', async () => {
		const { post } = await startV2();
		const body = { comment_html: '<p>x</p>', external_source: 'chat', external_id: '1' };

		for (let times = 0; times < 2; times++) {
			expect((await post('work-items/LNCH-1/comments/', body)).status).toBe(201);
		}
	});

	it('leave archived projects out of lists', async () => {
		const { service, get } = await startV2();
		const website = first(service.state.projects.slice(1));

		website.archived_at = '2026-01-01T00:00:00.000Z';

		expect((await get('../')).body).toMatchObject({ data: [{ identifier: 'LNCH' }] });
		expect((await get('../?include_archived=true')).body).toMatchObject({ total_count: 2 });
		expect((await get('../WEB/')).body).toMatchObject({ id: website.id, archived_at: time });
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
	const lists = v2Operations.filter(({ kind }) => kind === 'list');

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
