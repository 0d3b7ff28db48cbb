import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { useOwnTime } from '../engine/ownTime';
import type { Service, ServiceOptions } from '../service/service';
import { startService } from '../service/service';
import type { Store } from '../service/store';
import { startStore } from '../service/store';
import type { ContractOperation } from './contract';
import { operationOf, operations } from './contract';

interface Reply {
	status: number;
	body: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** One value out of a JSON answer: `at(body, 'results', '0', 'id')`. */
const at = (value: unknown, ...steps: string[]): unknown =>
	steps.reduce((node, step) => (isObject(node) ? node[step] : undefined), value);

function rowsOf(value: unknown): Record<string, unknown>[] {
	return Array.isArray(value) ? value.filter(isObject) : [];
}

const namesOf = (value: unknown): unknown[] => rowsOf(value).map(({ name }) => name);

function first<Entry>(entries: readonly Entry[]): Entry {
	const [entry] = entries;
	if (entry === undefined) throw new Error('Nothing there.');
	return entry;
}

const ownTime = useOwnTime();
const open: { close(): Promise<void> }[] = [];

async function start(options: ServiceOptions = {}): Promise<Service> {
	const service = await startService(options);
	open.push(service);
	return service;
}

async function startWithStore(): Promise<{ service: Service; store: Store }> {
	const store = await startStore();
	open.push(store);
	return { store, service: await start({ storage: store }) };
}

afterEach(async () => {
	await Promise.all(open.splice(0).map((opened) => opened.close()));
});

async function send(
	service: Service,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = { 'X-API-Key': service.apiKey },
): Promise<Reply> {
	const json = body === undefined ? undefined : JSON.stringify(body);
	const type = json === undefined ? {} : { 'content-type': 'application/json' };
	const init = json === undefined ? { method } : { method, body: json };
	const answer = await fetch(service.url + path, { ...init, headers: { ...type, ...headers } });
	const text = await answer.text();
	return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** A path parameter that exists on a fresh service. */
function parametersOf({ state }: Service): Record<string, string> {
	return {
		workspace_slug: state.workspace.slug,
		project_id: first(state.projects).id,
		work_item_id: first(state.workItems).id,
		link_id: first(state.links).id,
		module_id: first(state.modules).id,
		cycle_id: first(state.cycles).id,
		customer_id: first(state.customers).id,
		property_id: first(state.customerProperties).id,
		initiative_id: first(state.initiatives).id,
		teamspace_id: first(state.teamspaces).id,
	};
}

function pathOf(id: string, service: Service, instead: Record<string, string> = {}): string {
	const parameters = { ...parametersOf(service), ...instead };
	return operationOf(id).path.replace(/\{(\w+)\}/g, (_match, name: string) => {
		const value = Object.entries(parameters).find(([parameter]) => parameter === name);
		return value?.[1] ?? '';
	});
}

/** A body with the required fields alone; where none is required, with the first field. */
function smallestBody(operation: ContractOperation, { state }: Service): unknown {
	if (operation.bodyType === undefined) return undefined;
	const samples: Record<string, unknown> = {
		name: 'A new name',
		color: '#12ab9f',
		issues: state.workItems.slice(0, 2).map(({ id }) => id),
		member_ids: state.users.slice(-2).map(({ id }) => id),
		values: ['gold'],
	};
	const names = operation.required.length > 0 ? operation.required : ['name'];
	return Object.fromEntries(names.map((name) => [name, samples[name]]));
}

const ofService = operations.filter(({ key }) => key);
const unknownId = '00000000-0000-4000-a000-000000000000';

describe('every operation of the contract', () => {
	it.each(ofService.map((operation) => [operation.id, operation] as const))(
		'%s answers its smallest request with its success status',
		async (id, operation) => {
			const service = await start();
			const body = smallestBody(operation, service);

			const reply = await send(service, operation.method, pathOf(id, service), body);

			expect(reply).toMatchObject({ status: operation.status });
			expect(service.requests).toMatchObject([
				{ operation: id, method: operation.method, status: operation.status, body },
			]);
			if (operation.method !== 'GET') {
				expect(at(reply.body, 'id')).toEqual(expect.any(String));
				expect(at(reply.body, 'created_at')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
			}
		},
	);

	it.each(ofService.map((operation) => [operation.id, operation] as const))(
		'%s answers 404 for each path parameter that does not exist',
		async (id, operation) => {
			const service = await start();
			for (const { name } of operation.pathParameters) {
				const path = pathOf(id, service, { [name]: unknownId });
				const body = smallestBody(operation, service);
				expect(await send(service, operation.method, path, body)).toEqual({
					status: 404,
					body: { error: 'The requested resource does not exist.' },
				});
			}
		},
	);

	it.each(ofService.map((operation) => [operation.id, operation] as const))(
		'%s with the other slash is a 400 that says so',
		async (id, operation) => {
			const service = await start();
			const path = pathOf(id, service);
			const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
			const reply = await send(service, operation.method, other, smallestBody(operation, service));

			expect(reply.status).toBe(400);
			expect(at(reply.body, 'error')).toMatch(/ends (with|without) a slash/);
			expect(at(reply.body, 'error')).toContain(id);
		},
	);
});

describe('what is outside the contract', () => {
	it.each([
		['module.update', { status: 'bogus' }, 'must be one of backlog, planned, in-progress'],
		['module.update', { title: 'x' }, '"title" is not in the contract'],
		['module.update', { start_date: '01.02.2026' }, '"start_date" must match'],
		['label.create', {}, 'The required body field "name" is missing.'],
		['state.create', { name: 'x' }, 'The required body field "color" is missing.'],
		['state.create', { name: 'x', color: 'red' }, '"color" must match'],
		['initiative.update', { description: 'x' }, '"name" is missing'],
		['initiative.update', { name: 'x', state: 'Active' }, 'DRAFT, PLANNED, ACTIVE'],
		['module.addWorkItems', { issues: [] }, 'must hold at least 1'],
		['customerPropertyValue.update', { values: 'gold' }, 'must be of type array'],
	])('%s with %j is a 400 that says: %s', async (id, body, problem) => {
		const service = await start();
		const before = structuredClone(service.state);

		const reply = await send(service, operationOf(id).method, pathOf(id, service), body);

		expect(reply.status).toBe(400);
		expect(at(reply.body, 'error')).toContain(problem);
		expect(service.state).toEqual(before);
		expect(service.requests[0]?.problem).toContain(problem);
	});

	it.each([
		['page=2', '"page" is not in the contract'],
		['limit=abc', '"limit" must be of type integer'],
		['limit=1&limit=2', '"limit" must be of type integer'],
		['expand=cycle', '"expand" must match'],
	])('a list with the query %s is a 400 that says: %s', async (query, problem) => {
		const service = await start();
		const reply = await send(service, 'GET', `${pathOf('workItem.getAll', service)}?${query}`);

		expect(reply.status).toBe(400);
		expect(at(reply.body, 'error')).toContain(problem);
	});

	it('a path, a method or a body that is none is refused, each in its way', async () => {
		const service = await start();
		const labels = pathOf('label.create', service);
		const key = { 'X-API-Key': service.apiKey };
		const page = { status: 404, body: { error: 'Page not found.' } };

		expect(await send(service, 'GET', '/api/v1/nothing/')).toEqual(page);
		expect(await send(service, 'GET', '/')).toEqual(page);
		expect(at((await send(service, 'PUT', labels, { name: 'x' })).body, 'error')).toContain(
			'takes POST, not PUT',
		);
		const broken = await fetch(service.url + labels, {
			method: 'POST',
			body: '{"name": ',
			headers: { ...key, 'content-type': 'application/json' },
		});
		expect(broken.status).toBe(400);
		expect(await broken.json()).toEqual({ error: expect.stringContaining('is not JSON') });
		const form = { method: 'POST', body: new URLSearchParams({ name: 'x' }), headers: key };
		const wrongType = await fetch(service.url + labels, form);
		expect(wrongType.status).toBe(400);
		expect(at(await wrongType.json(), 'error')).toContain('must be application/json');
	});
});

describe('the key', () => {
	it('is needed for everything, and must be the right one', async () => {
		const service = await start();
		for (const path of ['/api/v1/users/me/', pathOf('workItem.getAll', service), '/api/v1/x/']) {
			expect(await send(service, 'GET', path, undefined, {})).toEqual({
				status: 401,
				body: { detail: 'Authentication credentials were not provided.' },
			});
			expect(await send(service, 'GET', path, undefined, { 'X-API-Key': 'wrong' })).toEqual({
				status: 403,
				body: { detail: 'Given API token is not valid' },
			});
		}
	});

	it('tells whose it is, where the service has that path', async () => {
		const service = await start();
		const { body } = await send(service, 'GET', '/api/v1/users/me/');
		expect(at(body, 'email')).toBe('ada@example.com');

		const without = await start({ usersMe: false });
		expect(await send(without, 'GET', '/api/v1/users/me/')).toMatchObject({ status: 404 });
	});
});

describe('updates and creates', () => {
	it('change what was sent and leave the rest', async () => {
		const service = await start();
		const module = first(service.state.modules);
		const before = structuredClone(module);

		const reply = await send(service, 'PATCH', pathOf('module.update', service), {
			status: 'paused',
			target_date: null,
		});

		const { updated_at, ...expected } = { ...before, status: 'paused', target_date: null };
		expect(reply.body).toMatchObject(expected);
		expect(module).toMatchObject(expected);
		expect(module.updated_at > updated_at).toBe(true);
	});

	it('give each new record an id of its own, the same in each run', async () => {
		const ids: unknown[] = [];
		for (const service of [await start(), await start()]) {
			for (const name of ['bug', 'text']) {
				const path = pathOf('label.create', service);
				ids.push(at((await send(service, 'POST', path, { name })).body, 'id'));
			}
			expect(namesOf(service.state.labels).slice(-2)).toEqual(['bug', 'text']);
		}
		expect(new Set(ids).size).toBe(2);
		expect(ids.slice(0, 2)).toEqual(ids.slice(2));
	});

	it('keep one value for a customer and a property', async () => {
		const service = await start();
		const [, second] = service.state.customerProperties;
		const path = pathOf('customerPropertyValue.update', service, { property_id: second?.id ?? '' });
		const before = service.state.customerPropertyValues.length;

		const created = await send(service, 'PATCH', path, { values: [5] });
		const updated = await send(service, 'PATCH', path, { values: [6, 7] });

		expect(at(updated.body, 'id')).toBe(at(created.body, 'id'));
		expect(service.state.customerPropertyValues).toHaveLength(before + 1);
		expect(service.state.customerPropertyValues.at(-1)?.values).toEqual([6, 7]);
	});
});

describe('additions', () => {
	it.each(['module', 'cycle'] as const)('to a %s double nothing', async (kind) => {
		const service = await start();
		const path = pathOf(`${kind}.addWorkItems`, service);
		const [one, two, three] = service.state.workItems.map(({ id }) => id);
		const { modules, cycles } = service.state;
		const container = kind === 'module' ? first(modules) : first(cycles);

		const reply = await send(service, 'POST', path, { issues: [one, two, two] });
		await send(service, 'POST', path, { issues: [two, three] });

		expect(reply).toMatchObject({ status: 201, body: { issues: [one, two] } });
		expect(container.issues).toEqual([one, two, three]);
		expect(first(service.state.workItems)[kind]).toBe(container.id);
	});

	it('of members double nothing', async () => {
		const service = await start();
		const { users, teamspaceMembers: members } = service.state;
		const ids = users.slice(-3).map(({ id }) => id);
		const path = pathOf('teamspaceMember.add', service);
		const before = members.length;

		const reply = await send(service, 'POST', path, { member_ids: ids });
		await send(service, 'POST', path, { member_ids: ids });

		expect(reply).toMatchObject({ status: 201, body: { member_ids: ids } });
		// The first of the three was a member already.
		expect(members).toHaveLength(before + 2);
	});

	it.each([
		['module.addWorkItems', 'issues', 'work item'],
		['cycle.addWorkItems', 'issues', 'work item'],
		['teamspaceMember.add', 'member_ids', 'user'],
	])('%s refuses an unknown id, says which, and adds none', async (id, field, kind) => {
		const service = await start();
		const before = structuredClone(service.state);
		const known = smallestBody(operationOf(id), service);
		const ids = rowsOrTexts(at(known, field));

		const reply = await send(service, 'POST', pathOf(id, service), {
			[field]: [...ids, unknownId],
		});

		expect(reply.status).toBe(400);
		expect(at(reply.body, 'error')).toContain(`The ${kind} ${unknownId} does not exist`);
		expect(service.state).toEqual(before);
	});

	const rowsOrTexts = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
});

describe('lists', () => {
	const list = async (service: Service, id: string, query = ''): Promise<unknown> =>
		(await send(service, 'GET', `${pathOf(id, service)}?${query}`)).body;

	it('hold what the workspace holds', async () => {
		const service = await start();
		expect(await list(service, 'workItem.getAll')).toMatchObject({ total_count: 250, count: 100 });
		expect(await list(service, 'customerRequest.getAll')).toMatchObject({ total_count: 65 });
		expect(await list(service, 'workItemAttachment.getAll')).toHaveLength(4);
		expect(await list(service, 'teamspaceMember.getAll')).toHaveLength(6);
	});

	it.each([
		['limit=3', [1, 2, 3]],
		['limit=3&offset=4', [5, 6, 7]],
		['limit=5&offset=248', [249, 250]],
		['offset=250', []],
		['limit=2&per_page=50&cursor=50:1:0', [1, 2]],
	])('with %s give the work items %j', async (query, numbers) => {
		const page = await list(await start(), 'workItem.getAll', query);
		expect(rowsOf(at(page, 'results')).map(({ sequence_id }) => sequence_id)).toEqual(numbers);
		expect(at(page, 'count')).toBe(numbers.length);
	});

	it('give no page larger than the largest, whatever limit asks', async () => {
		const service = await start({ largestPage: 20 });
		expect(at(await list(service, 'workItem.getAll', 'limit=100'), 'count')).toBe(20);
		expect(at(await list(service, 'customerRequest.getAll'), 'count')).toBe(20);
	});

	it('give everything where paging is ignored', async () => {
		const service = await start({ paging: 'ignored', workItems: 130 });
		const page = await list(service, 'workItem.getAll', 'limit=10&offset=100');
		expect(rowsOf(at(page, 'results'))).toHaveLength(130);
		expect(await list(service, 'workItemAttachment.getAll', 'limit=1')).toHaveLength(4);
	});

	it.each([
		['results', ['results']],
		['data', ['data']],
		['items', ['items']],
		['nested', ['data', 'items']],
		['array', []],
	] as const)('come in the envelope %s', async (envelope, steps) => {
		const service = await start({ envelope });
		const paged = ofService.filter(({ method }) => method === 'GET');
		expect(paged).toHaveLength(4);
		for (const { id } of paged) {
			expect(rowsOf(at(await list(service, id, 'limit=2'), ...steps))).toHaveLength(2);
		}
	});

	it('leave the total out where they are told to', async () => {
		const service = await start({ total: false });
		const page = await list(service, 'workItem.getAll');
		expect(isObject(page) ? Object.keys(page) : page).toEqual(['results']);
	});

	it('filter work items by state, assignee and project', async () => {
		const service = await start();
		const { workItems, states, users, projects } = service.state;
		const inFirst = workItems.filter(({ project }) => project === first(projects).id);
		const count = async (query: string) =>
			at(await list(service, 'workItem.getAll', query), 'total_count');
		const [, state] = states;
		const [, user] = users;

		const ofState = inFirst.filter((item) => item.state === state?.id);
		const ofBoth = ofState.filter((item) => item.assignees.includes(user?.id ?? ''));
		expect(ofBoth.length).toBeGreaterThan(0);
		expect(ofBoth.length).toBeLessThan(ofState.length);
		expect(await count(`state=${state?.id ?? ''}`)).toBe(ofState.length);
		expect(await count(`state=${state?.id ?? ''}&assignee=${user?.id ?? ''}`)).toBe(ofBoth.length);
		expect(await count(`project=${first(projects).id}`)).toBe(250);
		for (const filter of ['state', 'assignee', 'project']) {
			expect(await count(`${filter}=${unknownId}`)).toBe(0);
		}
	});

	it.each([
		['workItemAttachment.getAll', 'issue'],
		['workItemAttachment.getAll', 'project'],
		['workItemAttachment.getAll', 'workspace'],
		['customerRequest.getAll', 'customer'],
		['customerRequest.getAll', 'workspace'],
	])('%s filters by %s', async (id, filter) => {
		const service = await start({ envelope: 'array' });
		const { state } = service;
		const ids: Record<string, string> = {
			issue: first(state.workItems).id,
			project: first(state.projects).id,
			workspace: state.workspace.id,
			customer: first(state.customers).id,
		};
		const all = rowsOf(await list(service, id));

		expect(await list(service, id, `${filter}=${ids[filter] ?? ''}`)).toEqual(all);
		expect(await list(service, id, `${filter}=${unknownId}`)).toEqual([]);
	});

	it('put the record where the id was for each expanded relation', async () => {
		const service = await start();
		await send(service, 'POST', pathOf('module.addWorkItems', service), {
			issues: service.state.workItems.slice(0, 2).map(({ id }) => id),
		});
		const relations = 'type,module,labels,assignees,state,project';
		const plain = await list(service, 'workItem.getAll', 'limit=2');
		const full = await list(service, 'workItem.getAll', `limit=2&expand=${relations}`);
		const item = ['results', '1'];

		for (const relation of ['type', 'module', 'state', 'project']) {
			expect(at(full, ...item, relation, 'id')).toBe(at(plain, ...item, relation));
			expect(at(full, ...item, relation, 'name')).toEqual(expect.any(String));
		}
		expect(at(full, ...item, 'assignees', '0', 'email')).toBe('bob@example.com');
		expect(at(full, ...item, 'labels', '0', 'name')).toBe('text');
		const some = await list(service, 'workItem.getAll', 'limit=2&expand=state');
		expect(at(some, ...item, 'type')).toEqual(expect.any(String));
	});
});

describe('a service', () => {
	it('lives under a prefix and there only', async () => {
		const service = await start({ prefix: '/plane' });
		expect(service.url).toMatch(/\/plane$/);
		expect(await send(service, 'GET', '/api/v1/users/me/')).toMatchObject({ status: 200 });
		expect(await send(service, 'GET', pathOf('workItem.getAll', service))).toMatchObject({
			status: 200,
		});
		const { origin } = new URL(service.url);
		const key = { 'X-API-Key': service.apiKey };
		expect((await fetch(`${origin}/api/v1/users/me/`, { headers: key })).status).toBe(404);
		const slash = await send(service, 'GET', pathOf('workItem.getAll', service).slice(0, -1));
		expect(at(slash.body, 'error')).toContain('ends with a slash');
	});

	it('starts the same each time, with ids that look like UUIDs', async () => {
		const [one, two] = [await start(), await start()];
		expect(one.state).toEqual(two.state);
		const { workItems } = one.state;
		expect(new Set(workItems.map(({ id }) => id)).size).toBe(257);
		const ofFirst = workItems.slice(0, 250).map(({ created_at }) => created_at);
		expect(new Set(ofFirst).size).toBe(250);
		for (const { id } of workItems) {
			expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
		}
	});

	it('stops at once although a client is in the middle of a request', async () => {
		const service = await startService();
		await send(service, 'GET', '/api/v1/users/me/');
		const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
		await once(socket, 'connect');
		socket.on('error', () => undefined).write('POST /api/v1/ HTTP/1.1\r\nHost: x\r\n');
		const gone = new Promise((resolve) => socket.once('close', resolve));

		const begin = ownTime();
		await service.close();
		await gone;

		expect(ownTime() - begin).toBeLessThan(1000);
		await expect(send(service, 'GET', '/api/v1/users/me/')).rejects.toThrow('fetch failed');
	});
});

describe('uploads', () => {
	const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));
	const name = 'plan & größe.bin';
	const type = 'application/octet-stream';

	function formOf(fields: Record<string, string>, content: Buffer): FormData {
		const form = new FormData();
		for (const [field, value] of Object.entries(fields)) form.append(field, value);
		form.append('file', new Blob([new Uint8Array(content)], { type }), name);
		return form;
	}

	const post = async (url: string, form: FormData) => {
		const answer = await fetch(url, { method: 'POST', body: form });
		return { status: answer.status, text: await answer.text() };
	};

	it('land in the store byte for byte with the credentials that were issued', async () => {
		const { service, store } = await startWithStore();
		const path = pathOf('workItemAttachment.getAll', service);
		const file = { name, type, size: bytes.length };

		const issued = await send(service, 'POST', path, file);
		expect(issued.status).toBe(200);
		const url = at(issued.body, 'upload_data', 'url');
		const fields = at(issued.body, 'upload_data', 'fields');
		const texts = Object.entries(isObject(fields) ? fields : {}).map(
			([field, value]): [string, string] => [field, String(value)],
		);
		expect(texts.map(([field]) => field)).toEqual([
			'Content-Type',
			'key',
			'x-amz-algorithm',
			'x-amz-credential',
			'x-amz-date',
			'policy',
			'x-amz-signature',
		]);
		const form = formOf(Object.fromEntries(texts), bytes);
		expect(await post(String(url), form)).toEqual({ status: 204, text: '' });

		const key = String(at(fields, 'key'));
		expect(await store.list()).toEqual([key]);
		expect((await store.read(key)).equals(bytes)).toBe(true);
		expect(store.requests).toMatchObject([
			{ method: 'POST', url: '/uploads', status: 204, fields: texts, file: { name, type } },
		]);
		expect(store.requests[0]?.headers).not.toHaveProperty('x-api-key');

		const listed = async () => rowsOf((await send(service, 'GET', path)).body).length;
		expect(await listed()).toBe(4);
		const complete = `${path}${String(at(issued.body, 'asset_id'))}/`;
		expect(await send(service, 'PATCH', complete, { is_uploaded: true })).toEqual({ status: 204 });
		expect(await listed()).toBe(5);
	});

	it('are accepted with a slash at the end of the address as well', async () => {
		const { service, store } = await startWithStore();
		const { upload_data: data } = await service.issueUpload({ name, type, size: 5 });
		const form = formOf(data.fields, Buffer.from('hello'));

		expect(await post(`${data.url}/`, form)).toEqual({ status: 204, text: '' });
		expect((await store.read(data.fields.key ?? '')).toString()).toBe('hello');
	});

	it.each<[string, (fields: Record<string, string>) => void, number, string]>([
		['a wrong signature', (fields) => (fields['x-amz-signature'] = '0'), 403, 'SignatureDoesNot'],
		['another key', (fields) => (fields.key = 'x'), 403, 'Policy Condition failed'],
		['another type', (fields) => (fields['Content-Type'] = 'a/b'), 403, 'Policy Condition failed'],
		['a field more', (fields) => (fields.acl = 'x'), 403, 'Extra input fields: acl'],
		['a field less', (fields) => delete fields['x-amz-date'], 403, 'Policy Condition failed'],
		['another policy', (fields) => (fields.policy = 'e30='), 403, 'no policy'],
	])('with %s are refused as a store does', async (_name, change, status, message) => {
		const { service, store } = await startWithStore();
		const { upload_data: data } = await service.issueUpload({ name, type, size: bytes.length });
		change(data.fields);

		const reply = await post(data.url, formOf(data.fields, bytes));

		expect(reply.status).toBe(status);
		expect(reply.text).toMatch(/^<\?xml /);
		expect(reply.text).toContain(message);
		expect(await store.list()).toEqual([]);
	});

	it('that are too large, or hold no file, or state no length are refused', async () => {
		const { service, store } = await startWithStore();
		const { upload_data: data } = await service.issueUpload({ name, type, size: 1000 });

		expect((await post(data.url, formOf(data.fields, bytes))).text).toContain('EntityTooLarge');
		const withoutFile = formOf(data.fields, bytes);
		withoutFile.delete('file');
		expect((await post(data.url, withoutFile)).text).toContain('exactly one file');
		const { body, headers } = new Response(formOf(data.fields, Buffer.from('hello')));
		const chunked = { method: 'POST', body, headers, duplex: 'half' } as const;
		expect((await fetch(data.url, chunked)).status).toBe(411);
		expect(await store.list()).toEqual([]);
	});

	it('are issued only for a file with a name, a type and a size', async () => {
		const { service } = await startWithStore();
		const path = pathOf('workItemAttachment.getAll', service);
		expect(await send(service, 'POST', path, { name, type })).toEqual({
			status: 400,
			body: { error: 'Invalid request.', status: false },
		});
	});

	it('leave nothing behind when the store stops', async () => {
		const store = await startStore();
		await store.close();
		await expect(fetch(store.url)).rejects.toThrow('fetch failed');
	});
});
