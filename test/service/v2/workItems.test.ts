import { describe, expect, it } from '@jest/globals';
import type { ServiceOptions } from '../service';
import { getApiKey } from '../key';
import { at, column, exchange, first, projectPath, send } from '../testing/client';
import { useServers } from '../testing/useServers';
import { createV2Client, refuseV2Violations, withApiV2 } from '../testing/v2Client';

const { start } = useServers();

async function startV2(options: ServiceOptions = {}) {
	const service = await start(withApiV2(options));

	return { service, ...createV2Client(service) };
}

const unknownId = '00000000-0000-4000-8000-000000000000';
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

const invalidRequest = (...errors: object[]) => ({
	status: 400,
	headers: { 'content-type': 'application/problem+json' },
	body: {
		type: 'invalid_request',
		code: 'invalid_request',
		errors: errors.map((error) => expect.objectContaining(error)),
	},
});

describe('A server with API v2', () => {
	it('says whose API key it is', async () => {
		const { service, get } = await startV2();
		const { status, body } = await get('../../../../users/me/');
		const [{ id, email }] = [first(service.state.users)];

		expect(status).toBe(200);
		expect(body).toEqual({
			id,
			email,
			display_name: 'ada',
			principal_kind: 'api_key',
			scopes: [],
		});
	});

	it('answers a wrong or missing key with a problem', async () => {
		const { service } = await startV2();

		for (const key of ['', 'plane_api_wrong']) {
			const reply = await send(service, 'GET', '/api/v2/users/me/', undefined, key);

			expect(reply).toMatchObject({
				status: 401,
				headers: { 'content-type': 'application/problem+json' },
				body: { type: 'unauthorized', code: 'unauthorized', detail: expect.any(String) },
			});
		}
	});

	it('answers unknown workspaces, projects and records with a 404 in its own form', async () => {
		const { service, get } = await startV2();
		const outsider = first(service.state.projects.slice(1));

		outsider.members.shift();
		const paths = [
			'../../../nowhere/work-items/',
			`../${unknownId}/work-items/`,
			`../${outsider.id}/work-items/`,
			`work-items/${unknownId}/`,
			'work-items/LNCH-1/',
		];

		for (const path of paths) {
			expect(await get(path)).toMatchObject({
				status: 404,
				headers: { 'content-type': 'application/problem+json' },
				body: { type: 'not_found', code: 'not_found' },
			});
		}
	});

	it('counts the requests of both versions together, and sends no numbers', async () => {
		const { service, get } = await startV2({ limit: { requests: 2, windowMs: 60_000 } });

		await send(service, 'GET', `${projectPath(service)}states/`);
		const admitted = await get('work-items/');
		const refused = await get('work-items/');

		expect(admitted.status).toBe(200);
		expect(Object.keys(admitted.headers).filter((name) => name.startsWith('x-rate'))).toEqual([]);
		expect(refused).toMatchObject({
			status: 429,
			headers: { 'retry-after': expect.any(String) },
			body: { type: 'rate_limited' },
		});
	});
});

describe('A server with API v2 and access tokens', () => {
	it.each([
		[{}, { status: 200, body: { principal_kind: 'oauth', scopes: ['read', 'write'] } }],
		[{ hidesUserFromTokens: true }, { status: 403, body: { type: 'forbidden' } }],
	])('with %j answers a token that asks for its user', async (differences, reply) => {
		const { service } = await startV2({ tokenRefusal: 401, differences });
		const token = service.authorizationServer?.connect().access_token ?? '';
		const headers = { authorization: `Bearer ${token}` };
		const { status, text } = await exchange(`${service.url}/api/v2/users/me/`, { headers });
		const body: unknown = JSON.parse(text);

		expect({ status, body }).toMatchObject(reply);
	});

	it('refuses a token that has expired', async () => {
		const { service } = await startV2({ tokenRefusal: 401 });
		const headers = { authorization: 'Bearer pln_expired' };

		expect((await exchange(`${service.url}/api/v2/users/me/`, { headers })).status).toBe(401);
	});
});

describe('A server without API v2', () => {
	it.each(['community', 'commercial', 'specification'] as const)(
		'has none of its paths, with and without a key (%s)',
		async (serverKind) => {
			const service = await start({ serverKind });

			for (const key of ['', service.apiKey]) {
				const reply = await send(service, 'GET', '/api/v2/users/me/', undefined, key);

				expect(reply).toMatchObject({ status: 404, body: { error: 'Page not found.' } });
				expect(reply.headers['content-type']).toContain('application/json');
			}
		},
	);
});

describe('Lists of API v2', () => {
	it('show 19 members of work items, not the text, external IDs and last change', async () => {
		const { get } = await startV2();
		const { body } = await get('work-items/?per_page=1');

		expect(body).toMatchObject({
			data: { length: 1 },
			next: 1,
			previous: null,
			total_count: 7,
			pagination: { style: 'offset' },
		});
		expect(Object.keys(first(column([body], 'data').flat()) ?? {}).sort()).toEqual([
			'archived_at',
			'assignee_ids',
			'created_at',
			'created_by_id',
			'cycle_id',
			'id',
			'identifier',
			'is_draft',
			'label_ids',
			'module_ids',
			'name',
			'parent_id',
			'priority',
			'project_id',
			'sequence_id',
			'start_date',
			'state_id',
			'target_date',
			'type_id',
		]);
	});

	it.each([
		['priority=high', [4]],
		['priority__in=high,low', [4, 2, 7]],
		['state_group=completed', [4]],
		['search=MANUAL', []],
		['search=review', [2]],
		['sequence_id=3', [3]],
		['assignee_id__isnull=true', [1, 4, 7]],
		['parent_id__isnull=false', []],
		['created_at__gte=2026-01-05T12:00:00Z', [7]],
		['created_at__lte=2026-01-05T08:00:00Z', [1]],
		['prority=high', [7, 6, 5, 4, 3, 2, 1]],
		['order_by=sequence', [7, 6, 5, 4, 3, 2, 1]],
		['order_by=sequence_id', [1, 2, 3, 4, 5, 6, 7]],
		['order_by=-sequence_id&per_page=2&offset=2', [5, 4]],
	])('are filtered and sorted by %s', async (query, numbers) => {
		const { get } = await startV2();
		const { status, body } = await get(`work-items/?${query}`);
		const found = column(at(body, 'data'), 'sequence_id');

		expect(status).toBe(200);
		expect(query.includes('order') ? found : [...found].sort()).toEqual(
			query.includes('order') ? numbers : [...numbers].sort(),
		);
	});

	it.each([
		['state_group=in_progress', { field: 'state_group', code: 'invalid_choice' }],
		['priority__in=high,huge', { field: 'priority__in', code: 'invalid_choice' }],
		['offset=10001', { field: 'offset', code: 'invalid' }],
		['per_page=many', { field: 'per_page', code: 'invalid' }],
		['fields=titel', { field: 'fields', code: 'invalid' }],
		['expand=cycles', { field: 'expand', code: 'invalid' }],
		['paginate=cursor&cursor=broken', { field: 'cursor', code: 'invalid' }],
	])('refuse %s', async (query, error) => {
		const { get } = await startV2();

		expect(await get(`work-items/?${query}`)).toMatchObject(invalidRequest(error));
	});

	it('have at most 200 rows in a page, and 50 without per_page', async () => {
		const { get } = await startV2({ workItems: 250 });

		for (const [query, length] of [
			['', 50],
			['?per_page=999', 200],
		] as const) {
			expect((await get(`work-items/${query}`)).body).toMatchObject({ data: { length } });
		}
	});

	it('go on behind the last row with a cursor, even if rows were deleted meanwhile', async () => {
		const { service, get } = await startV2();
		const path = 'work-items/?order_by=created_at&per_page=3&fields=sequence_id';
		const { body } = await get(`${path}&paginate=cursor`);

		service.state.workItems.splice(0, 2);
		const second = await get(`${path}&cursor=${String(at(body, 'next_cursor'))}`);
		const third = await get(`${path}&cursor=${String(at(second.body, 'next_cursor'))}`);

		expect(column(at(second.body, 'data'), 'sequence_id')).toEqual([4, 5, 6]);
		expect(third.body).toMatchObject({
			data: [{ sequence_id: 7 }],
			next_cursor: null,
			has_more: false,
			pagination: { style: 'cursor' },
		});
		expect(await get('work-items/?paginate=cursor&order_by=priority')).toMatchObject({
			status: 400,
			body: { code: 'ordering_not_cursor_eligible' },
		});
	});

	it('may show rows of the same time on several pages, but not with a cursor', async () => {
		const { service, get } = await startV2({ differences: { shufflesEqualRows: true } });
		const [{ created_at: time }] = [first(service.state.workItems)];

		for (const item of service.state.workItems) item.created_at = time;

		const readPages = async (more: string) => {
			const numbers: unknown[] = [];
			let page = await get(`work-items/?per_page=2${more}`);

			for (let pages = 0; pages < 4; pages++) {
				numbers.push(...column(at(page.body, 'data'), 'sequence_id'));
				const { next, next_cursor: cursor } = Object.fromEntries(Object.entries(page.body ?? {}));
				const position = more === '' ? `&offset=${String(next)}` : `&cursor=${String(cursor)}`;

				if (next !== null && cursor !== null) {
					page = await get(`work-items/?per_page=2${more}${position}`);
				}
			}

			return new Set(numbers).size;
		};

		expect(await readPages('')).toBeLessThan(7);
		expect(await readPages('&paginate=cursor')).toBe(7);
	});

	it('cover all projects of the workspace that the user can see', async () => {
		const { service, get } = await startV2();
		const [launch, website] = service.state.projects;

		expect((await get('../../work-items/')).body).toMatchObject({ total_count: 14 });
		expect((await get(`../../work-items/?project_id=${launch?.id}`)).body).toMatchObject({
			total_count: 7,
		});
		website?.members.shift();
		expect((await get('../../work-items/?count=false')).body).toEqual({
			data: expect.arrayContaining([expect.objectContaining({ project_id: launch?.id })]),
			next: null,
			previous: null,
			pagination: { style: 'offset' },
		});
	});

	it('add the objects that `expand` names', async () => {
		const { get } = await startV2();
		const query = 'sequence_id=2&fields=id&expand=state,assignees,labels,type,parent';
		const { body } = await get(`work-items/?${query}`);

		expect(at(body, 'data')).toEqual([
			{
				id: uuid,
				state: { id: uuid, name: 'To do', color: '#f59e0b', group: 'unstarted' },
				assignees: [{ id: uuid, display_name: 'bob', avatar_url: null, email: 'bob@example.com' }],
				labels: [{ id: uuid, name: 'text', color: expect.any(String) }],
				type: { id: uuid, name: expect.any(String), logo_props: {}, is_epic: false },
				parent: null,
			},
		]);
	});
});

describe('Writes of API v2', () => {
	it('show in version 1 as its own do', async () => {
		const { service, post } = await startV2();
		const { users, labels, types, states, workItems } = service.state;
		const [, bob] = users;
		const created = await post('work-items/', {
			name: ' New ',
			description_html: '<p>Text</p><script>1</script>',
			state_id: first(states.slice(2)).id,
			label_ids: [first(labels).id],
			assignee_ids: [bob?.id],
			parent_id: first(workItems).id,
			type_id: first(types).id,
			external_source: 'sheet',
			external_id: '1',
		});
		const path = `work-items/${String(at(created.body, 'id'))}/`;
		const item = await send(service, 'GET', projectPath(service) + path);

		expect(created).toMatchObject({
			status: 201,
			body: { identifier: 'LNCH-8', assignee_ids: [bob?.id], type_id: first(types).id },
		});
		expect(item.body).toMatchObject({
			name: 'New',
			sequence_id: 8,
			description_html: expect.not.stringContaining('script'),
			assignees: [bob?.id],
			external_id: '1',
			parent: first(workItems).id,
		});
		expect(service.state.activities.at(-1)).toMatchObject({ verb: 'created' });
	});

	it.each([
		[{}, { field: 'name', code: 'required' }],
		[
			{ name: 'x', priority: 'huge' },
			{ field: 'priority', code: 'invalid_choice' },
		],
		[{ name: 'x'.repeat(256) }, { field: 'name', code: 'max_length' }],
		[
			{ name: 'x', state_id: unknownId },
			{ field: 'state_id', code: 'does_not_exist' },
		],
		[{ name: 'x', label_ids: 'bug' }, { field: 'label_ids' }],
	])('refuse the new work item %j', async (body, error) => {
		const { service, post } = await startV2();

		expect(await post('work-items/', body)).toMatchObject(invalidRequest(error));
		expect(service.state.workItems).toHaveLength(14);
	});

	it('show in lists only when the replica has them', async () => {
		const differences = { readsReplica: true };
		const { service, get, post } = await startV2({ differences, replicaLag: 60_000 });

		await post('work-items/', { name: 'x' });

		expect(service.state.workItems).toHaveLength(15);
		expect((await get('work-items/')).body).toMatchObject({ total_count: 7 });
	});

	it('assign the default assignee to a new work item, unless they name nobody', async () => {
		const { service, post } = await startV2();
		const project = first(service.state.projects);

		project.default_assignee = project.members[2] ?? null;
		const byDefault = await post('work-items/', { name: 'x' });
		const toNobody = await post('work-items/', { name: 'x', assignee_ids: [] });

		expect(byDefault.body).toMatchObject({ assignee_ids: [project.members[2]] });
		expect(toNobody.body).toMatchObject({ assignee_ids: [] });
	});

	it('refuse an external ID that another work item has', async () => {
		const { post } = await startV2();
		const body = { name: 'x', external_source: 'sheet', external_id: '1' };

		expect((await post('work-items/', body)).status).toBe(201);
		expect(await post('work-items/', body)).toMatchObject({
			status: 409,
			body: { type: 'conflict', code: 'conflict' },
		});
	});

	it('change one of two work items with the same external ID', async () => {
		const { post, patch } = await startV2({ differences: { acceptsTakenExternalIds: true } });
		const body = { name: 'x', external_source: 'sheet', external_id: '1' };

		await post('work-items/', body);
		const twin = await post('work-items/', body);
		const path = `work-items/${String(at(twin.body, 'id'))}/`;

		expect((await patch(path, { priority: 'low' })).status).toBe(200);
	});

	it('delete, and let guests only read', async () => {
		const { service, get, remove, request } = await startV2();
		const { workItems, projectMembers } = service.state;
		const path = `work-items/${first(workItems).id}/`;

		first(projectMembers.slice(3)).role = 5;
		expect(await request('DELETE', path, undefined, getApiKey(3))).toMatchObject({
			status: 403,
			body: { type: 'forbidden' },
		});
		expect((await remove(path)).status).toBe(204);
		expect((await get(path)).status).toBe(404);
	});

	it('refuse bodies that are no JSON object, and methods that a path does not have', async () => {
		const { service, post, request } = await startV2();
		const url = `/api/v2/workspaces/${service.workspace}/work-items/`;

		expect((await post('work-items/', '{broken')).status).toBe(400);
		expect((await post('work-items/', [])).status).toBe(400);
		expect((await request('PUT', 'work-items/', {})).status).toBe(405);
		expect((await send(service, 'POST', url, {})).status).toBe(405);
	});
});

describe('Bulk requests of API v2', () => {
	it('answer 200 with the outcome of each row, in order', async () => {
		const { service, post } = await startV2();
		const items = [{ name: 'a', priority: 'none' }, { priority: 'low' }, { name: 'c' }];
		const created = await post('work-items/bulk-create/', { items });
		const [first8, , third] = column(at(created.body, 'results'), 'id');
		const updated = await post('work-items/bulk-update/', {
			items: [
				{ id: first8, priority: 'high' },
				{ id: unknownId, name: 'x' },
			],
		});
		const deleted = await post('work-items/bulk-delete/', { ids: [third, unknownId] });

		expect(created).toMatchObject({
			status: 200,
			body: {
				results: [
					{ index: 0, result: 'created', id: uuid },
					{
						index: 1,
						result: 'failed',
						type: 'invalid_request',
						code: 'invalid_request',
						errors: [{ field: 'name', code: 'required' }],
					},
					{ index: 2, result: 'created', id: uuid },
				],
				succeeded: 2,
				failed: 1,
			},
		});
		expect(updated.body).toMatchObject({
			results: [
				{ index: 0, result: 'updated', id: first8 },
				{ index: 1, result: 'failed', code: 'not_found' },
			],
		});
		expect(deleted.body).toMatchObject({
			results: [{ result: 'deleted' }, { result: 'failed', type: 'not_found' }],
			succeeded: 1,
			failed: 1,
		});
		expect(service.ledger.map(({ operation, body }) => [operation, body])).toEqual([
			['work_items_bulk_create', items[0]],
			['work_items_bulk_create', items[2]],
			['work_items_bulk_update', { id: first8, priority: 'high' }],
			['work_items_bulk_delete', { id: third }],
		]);
	});

	it('write nothing if one row fails and all were asked for', async () => {
		const { service, post } = await startV2();
		const [item] = service.state.workItems;
		const count = service.state.workItems.length;
		const conflict = (errors: object[]) => ({
			status: 409,
			headers: { 'content-type': 'application/problem+json' },
			body: { type: 'conflict', code: 'batch_failed', errors },
		});
		const key = { external_source: 'sheet', external_id: '1' };
		const created = await post('work-items/bulk-create/', {
			items: [{ name: 'a' }, { priority: 'low' }],
			all_or_none: true,
		});
		const twins = await post('work-items/bulk-create/', {
			items: [
				{ name: 'a', ...key },
				{ name: 'b', ...key },
			],
			all_or_none: true,
		});
		const deleted = await post('work-items/bulk-delete/', {
			ids: [item?.id, unknownId],
			all_or_none: true,
		});

		expect(created).toMatchObject(conflict([{ field: 'items.1.name', code: 'required' }]));
		expect(twins.status).toBe(409);
		expect(deleted).toMatchObject(conflict([{ field: 'ids.1', code: 'does_not_exist' }]));
		expect(service.state.workItems).toHaveLength(count);
		expect(service.ledger).toEqual([]);
	});

	it.each([
		['bulk-create', { items: [] }],
		['bulk-create', {}],
		['bulk-create', { items: Array.from({ length: 51 }, () => ({ name: 'x' })) }],
		['bulk-create', { items: ['x'] }],
		['bulk-update', { items: [{ name: 'x' }] }],
		['bulk-update', { items: [{ id: 'LNCH-1', name: 'x' }] }],
		['bulk-delete', { ids: ['LNCH-1'] }],
	])('are refused as a whole: %s with %j', async (path, body) => {
		const { service, post } = await startV2();

		expect((await post(`work-items/${path}/`, body)).status).toBe(400);
		expect(service.state.workItems).toHaveLength(14);
	});
});

describe('The record of a request to API v2', () => {
	it.each([
		[
			'GET',
			'work-items/?prority=high',
			undefined,
			'work_items_list has no query parameter prority.',
		],
		[
			'GET',
			'work-items/?order_by=sequence',
			undefined,
			'work_items_list cannot order by sequence.',
		],
		[
			'POST',
			'work-items/',
			{ name: 'x', asignees: [] },
			'work_items_create has no member asignees.',
		],
		[
			'POST',
			'work-items/bulk-create/',
			{ items: [{ name: 'x' }, { name: 'x', project: 'y' }] },
			'The rows of work_items_bulk_create have no member project.',
		],
		[
			'POST',
			'work-items/bulk-create/',
			{ items: [{ name: 'x' }], upsert: true },
			'work_items_bulk_create has no member upsert.',
		],
		['GET', 'nonsense/', undefined, expect.stringMatching(/^API v2 has no GET .*\/nonsense\/\.$/)],
	])('says what %s %s sends with %j in vain', async (method, path, body, problem) => {
		const { service, request } = await startV2();

		await request(method, path, body);

		expect(service.requests).toMatchObject([{ problem }]);
	});

	it('has no problem if a preview lacks a path', async () => {
		const { service, post } = await startV2({ differences: { hasPreviewBulk: true } });

		expect(await post('work-items/bulk-create/', { items: [{ name: 'x' }] })).toMatchObject({
			status: 404,
			body: { error: 'Page not found.' },
		});
		expect(() => {
			refuseV2Violations(service);
		}).not.toThrow();
		await post('work-items/', { nonsense: 1 });
		expect(() => {
			refuseV2Violations(service);
		}).toThrow('work_items_create has no member nonsense.');
	});

	it('has no problem if the server knows everything', async () => {
		const { service, get, post } = await startV2();

		await get('work-items/?priority__in=high,low&order_by=-updated_at&per_page=7&fields=id');
		await post('work-items/bulk-create/', { items: [{ name: 'x', label_ids: [] }] });

		expect(service.requests.map(({ problem }) => problem)).toEqual([undefined, undefined]);
		expect(service.requests).toMatchObject([
			{ operation: 'work_items_list', status: 200 },
			{ operation: 'work_items_bulk_create', status: 200 },
		]);
	});

	it('is kept if a fault swallows the answer', async () => {
		const { service, post } = await startV2();

		service.faults.plan({ kind: 'dropBeforeAnswering' });
		const reply = await post('work-items/bulk-create/', { items: [{ name: 'a' }, { name: 'b' }] });

		expect(reply.status).toBeUndefined();
		expect(service.ledger.map(({ body }) => body)).toEqual([{ name: 'a' }, { name: 'b' }]);
	});
});
