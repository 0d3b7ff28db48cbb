import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { operationOf, operations, type ContractOperation } from '../contract/contract';
import { collectMistakes } from '../tools/mistakes';
import { useProcessTime } from './testing/processTime';
import type { ServerKind, Service, ServiceOptions } from './service';
import type { Row, ServiceState } from './state';
import { at, column, exchange, first, projectPath, send } from './testing/client';
import { useServers } from './testing/useServers';

const { closeAll, start, startWithStore } = useServers();
const processTime = useProcessTime();
const unknownId = '00000000-0000-4000-a000-000000000000';
const notFound = { status: 404, body: { error: 'The requested resource does not exist.' } };

/** Returns path values that exist on a new service, for an operation of this resource. */
const readPathValues = (resource: string, { state }: Service): Record<string, string> => ({
	workspace_slug: state.workspace.slug,
	project_id: first(state.projects).id,
	work_item_id: first(state.workItems).id,
	related_work_item_id: first(state.workItems.slice(1)).id,
	link_id: first(state.links).id,
	comment_id: first(state.comments).id,
	activity_id: first(state.activities).id,
	attachment_id: first(state.attachments).id,
	module_id: first(state.modules).id,
	cycle_id: first(state.cycles).id,
	label_id: first(labelsOf(resource, state)).id,
	// A state that is not the default.
	state_id: first(state.states.slice(1)).id,
	member_id: first(state.projectMembers.slice(1)).id,
	sticky_id: first(state.stickies).id,
	invitation_id: first(state.invitations).id,
	customer_id: first(state.customers).id,
	request_id: first(state.customerRequests).id,
	property_id: first(propertiesOf(resource, state)).id,
	option_id: first(state.workItemPropertyOptions).id,
	type_id: first(state.workItemProperties).issue_type,
	initiative_id: first(state.initiatives).id,
	teamspace_id: first(state.teamspaces).id,
	epic_id: first(state.epics).id,
	milestone_id: first(state.milestones).id,
	estimate_id: first(state.estimates).id,
	estimate_point_id: first(state.estimatePoints).id,
	worklog_id: first(state.worklogs).id,
	page_id: first(pagesOf(resource, state)).id,
});

/** Returns the rows that `label_id` stands for in the paths of a resource. */
function labelsOf(resource: string, state: ServiceState): readonly Row[] {
	if (resource === 'initiativeLabel') return state.initiativeLabels;
	if (resource === 'projectLabel') return state.projectLabels;

	return state.labels;
}

/** Returns the rows that `property_id` stands for in the paths of a resource. */
const propertiesOf = (resource: string, state: ServiceState): readonly Row[] =>
	resource.startsWith('workItem') ? state.workItemProperties : state.customerProperties;

/** Returns the rows that `page_id` stands for: pages of the wiki, links to pages, or pages of a project. */
function pagesOf(resource: string, state: ServiceState): readonly Row[] {
	if (resource === 'workItemPage') return state.workItemPages;

	return state.pages.filter(({ project }) => (project === null) === (resource === 'wikiPage'));
}

/** Changes that some operations need before they can be carried out with these path values. */
const preparations: [operations: RegExp, establish: (state: ServiceState) => void][] = [
	[
		/^intakeItem\./,
		({ intakeItems, projects, workItems }) =>
			Object.assign(first(intakeItems), {
				project: first(projects).id,
				issue: first(workItems).id,
			}),
	],
	[
		/^state\.delete$/,
		({ workItems, states }) => {
			for (const getItem of workItems) getItem.state = first(states).id;
		},
	],
	[/^projectMember\.add$/, ({ projects }) => first(projects).members.pop()],
	[/^cycle\.(archive|transfer)/, ({ cycles }) => (first(cycles).end_date = '2026-01-01')],
	[/^module\.archive$/, ({ modules }) => (first(modules).status = 'completed')],
	[/^cycle\.unarchive$/, ({ cycles }) => (first(cycles).archived_at = '2026-01-01')],
	[/^module\.unarchive$/, ({ modules }) => (first(modules).archived_at = '2026-01-01')],
	[
		/^(module|cycle)\.removeWorkItems$/,
		({ modules, cycles, workItems: [item] }) => {
			for (const { issues } of [first(modules), first(cycles)]) issues.push(item?.id ?? '');
		},
	],
	[
		/^customer\.removeWorkItems$/,
		({ customers, customerLinks, workItems }) => {
			const { id: customer, ...row } = first(customers);

			customerLinks.push({ ...row, id: unknownId, customer, issue: first(workItems).id });
		},
	],
	[
		/^(page|wikiPage)\.delete$/,
		({ pages }) => {
			for (const page of pages) page.archived_at = '2026-01-31';
		},
	],
	[
		/^workItemType\.delete$/,
		({ types }) => {
			for (const type of types) type.is_default = false;
		},
	],
];

function buildPath(
	id: string,
	service: Service,
	replacements: Record<string, string> = {},
): string {
	const [resource = ''] = id.split('.');
	const values = { ...readPathValues(resource, service), ...replacements };
	const parameters = new Map(Object.entries(values));

	return operationOf(id).path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = parameters.get(name);
		if (value === undefined) throw new Error(`Add ${name} to readPathValues in this file`);

		return value;
	});
}

/** Builds a body with the required fields, or if there are none, with a name or the first field. */
function buildSmallestBody(
	{ id, bodySchema, body, required }: ContractOperation,
	{ state }: Service,
) {
	if (bodySchema === undefined) return undefined;

	const workItemIds = state.workItems.slice(0, 2).map((item) => item.id);
	const samples = new Map<string, unknown>([
		['name', 'A new name'],
		['color', '#12ab9f'],
		['title', 'A new title'],
		['display_name', 'A new property'],
		['property_type', 'DECIMAL'],
		['key', 7],
		['epics', false],
		['is_required', true],
		['wiki', false],
		['description', 'New'],
		['issues', workItemIds],
		['issue_ids', workItemIds],
		['work_item_ids', workItemIds],
		['epic_ids', state.epics.map((epic) => epic.id)],
		['label_ids', state.initiativeLabels.map((label) => label.id)],
		['project_ids', state.projects.slice(0, 1).map((project) => project.id)],
		['estimate_points', [{ value: '8' }]],
		['duration', 30],
		['value', first(state.workItemPropertyOptions).id],
		['description_html', '<p>New</p>'],
		['page_id', state.pages.at(-2)?.id],
		['related_issue', state.workItems[1]?.id],
		['member_ids', state.users.slice(-2).map((user) => user.id)],
		[
			'values',
			first(state.customerProperties)
				.options.slice(0, 1)
				.map((option) => option.id),
		],
		['customer_property_values', { [first(state.customerProperties.slice(1)).id]: ['12.5'] }],
		['identifier', 'NEW'],
		['email', id === 'member.remove' ? state.users.at(-2)?.email : 'new@example.com'],
		['role', 15],
		['member', state.users.at(-1)?.id],
		['url', 'https://example.com/new'],
		['project_id', first(state.projects).id],
		['new_cycle_id', first(state.cycles.slice(1)).id],
		['relation_type', 'blocked_by'],
		['relation_definition_id', first(state.relationDefinitions).id],
		['relation_definition_type', first(state.relationDefinitions).outward],
		['template_id', first(state.projectTemplates).id],
		['archived_at', id === 'workItem.archive' ? '2026-01-31' : null],
		['issue', { name: 'A report' }],
		['status', 1],
		['size', 5],
		['comment_html', '<p>New</p>'],
	]);
	const fields = body.map((field) => field.name);
	const known = [...samples.keys()];
	const optional = ['name', 'role', ...fields].filter(
		(name) => fields.includes(name) && known.includes(name),
	);
	const names = required.length > 0 ? required : optional.slice(0, 1);
	const missing = names.filter((name) => !samples.has(name));
	if (missing.length > 0) throw new Error(`Add ${missing.join(', ')} to the samples in this file`);

	return Object.fromEntries(names.map((name) => [name, samples.get(name)]));
}

/** Sends the smallest request of an operation. `body` and `path` replace its own. */
/** The queries of operations that require one. */
const QUERIES: Readonly<Record<string, string>> = {
	'workItem.search': '?search=press',
	'workItem.searchByQuery': '?pql=priority%20%3D%20%22high%22',
};

async function sendTo(
	service: Service,
	id: string,
	{ body, path }: { body?: unknown; path?: string } = {},
) {
	const operation = operationOf(id);
	const query = QUERIES[id] ?? '';

	return await send(
		service,
		operation.method,
		(path ?? buildPath(id, service)) + query,
		body ?? buildSmallestBody(operation, service),
	);
}

/** Operations that answer with something else than a record. */
const operationsWithoutRecord =
	/^cycle\.transferWorkItems$|\.searchAdvanced$|\.setMany$|\.updateFeatures$|^(customer|milestone)\.addWorkItems$|\.attach$/;

/** Every operation of the service with its description in the contract, as the cases of a matrix. */
const operationCases = operations
	.filter(({ needsApiKey }) => needsApiKey)
	.map((operation) => [operation.id, operation] as const);

describe('Each operation of the test service', () => {
	/**
	 * Starts a service on which an operation can be carried out with the values of `readPathValues`, and closes the
	 * services of the cases before.
	 */
	async function startPrepared(id: string): Promise<Service> {
		await closeAll();
		const needsStore = /^workItemAttachment\.get$|\.attach$/.test(id);
		const service = needsStore ? (await startWithStore()).service : await start();

		for (const [, prepare] of preparations.filter(([ids]) => ids.test(id))) {
			prepare(service.state);
		}

		return service;
	}

	it('answers its smallest request with its success status, and records it', async () => {
		const mistakes = await collectMistakes(operationCases, async ({ id, method, status }) => {
			const service = await startPrepared(id);
			const body = buildSmallestBody(operationOf(id), service);

			const reply = await sendTo(service, id);

			expect(reply.status).toBe(status);
			expect(service.requests).toMatchObject([{ operation: id, method, status, body }]);

			if (status > 201) expect(reply.body).toBe('');
			else if (method !== 'GET' && !operationsWithoutRecord.test(id)) {
				expect([reply.body].flat()[0]).toMatchObject({
					id: expect.any(String),
					created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
				});
			}
		});

		expect(mistakes).toEqual([]);
	});

	it('answers 404 for each path parameter that does not exist', async () => {
		const parameterCases = operationCases.flatMap(([id, { pathParameters }]) =>
			pathParameters.map(({ name }) => [`${id}, ${name}`, { id, name }] as const),
		);

		const mistakes = await collectMistakes(parameterCases, async ({ id, name }) => {
			const service = await startPrepared(id);
			const path = buildPath(id, service, { [name]: unknownId });

			expect(await sendTo(service, id, { path })).toMatchObject(notFound);
		});

		expect(mistakes).toEqual([]);
	});

	it('refuses a trailing slash too many or too few, and says so', async () => {
		const service = await start();

		const mistakes = await collectMistakes(operationCases, async ({ id }) => {
			const path = `${buildPath(id, service)}/`.replace(/\/\/$/, '');
			const { status: refused, body } = await sendTo(service, id, { path });

			expect(refused).toBe(400);
			expect(at(body, 'error')).toMatch(new RegExp(`${id} ends with(out)? a slash`));
		});

		expect(mistakes).toEqual([]);
	});
});

describe('A violation of the contract', () => {
	it.each([
		['module.update', { status: 'bogus' }, '', 'must be one of backlog, planned, in-progress'],
		['label.create', {}, '', 'The required body field "name" is missing.'],
		['module.addWorkItems', { issues: [] }, '', 'must hold at least 1'],
		['workItem.getAll', undefined, '?page=2', '"page" is not in the contract'],
		['workItem.getAll', undefined, '?limit=1&limit=2', '"limit" must be of type integer'],
	])(
		'in the request to %s with %j%s is refused, recorded, and changes nothing: %s',
		async (id, body, query, problem) => {
			const service = await start();
			const before = structuredClone(service.state);
			const reply = await sendTo(service, id, { body, path: buildPath(id, service) + query });

			expect(reply).toMatchObject({
				status: 400,
				body: { error: expect.stringContaining(problem) },
			});
			expect(service.state).toEqual(before);
			expect(service.requests[0]?.problem).toContain(problem);
		},
	);

	it.each([
		['GET', '/api/v1/nothing/', undefined, 404, 'Page not found.'],
		['GET', '/', undefined, 404, 'Page not found.'],
		['PUT', 'labels/', { name: 'x' }, 400, 'takes GET or POST, not PUT'],
		['POST', 'labels/', '{"name": ', 400, 'The body is not JSON'],
	])(
		'in %s %s with the body %j is refused with %i: %s',
		async (method, path, body, status, problem) => {
			const service = await start();
			const fullPath = path.startsWith('/') ? path : projectPath(service) + path;
			const reply = await send(service, method, fullPath, body);

			expect(reply).toMatchObject({ status, body: { error: expect.stringContaining(problem) } });
		},
	);

	it('in the content type of a body is refused', async () => {
		const service = await start();
		const headers = { 'x-api-key': service.apiKey, 'content-type': 'text/plain' };
		const url = service.url + buildPath('label.create', service);
		const { status, text } = await exchange(url, { method: 'POST', headers, body: 'name=x' });

		expect(status).toBe(400);
		expect(text).toContain('must be application/json');
	});
});

describe('The API key', () => {
	it('is required for every request and must be right', async () => {
		const service = await start();

		for (const path of ['/api/v1/users/me/', buildPath('workItem.getAll', service), '/api/v1/x/']) {
			expect(await send(service, 'GET', path, undefined, '')).toMatchObject({
				status: 401,
				body: { detail: 'Authentication credentials were not provided.' },
			});
			expect(await send(service, 'GET', path, undefined, 'wrong')).toMatchObject({
				status: 403,
				body: { detail: 'Given API token is not valid' },
			});
		}
	});

	it('belongs to the user at users/me, if the service has that path', async () => {
		const me = async (usersMe: boolean) =>
			await send(await start({ usersMe }), 'GET', '/api/v1/users/me/');

		expect(await me(true)).toMatchObject({ status: 200, body: { email: 'ada@example.com' } });
		expect(await me(false)).toMatchObject({ status: 404 });
	});
});

describe('A change of the test service', () => {
	it('sets the fields that were sent and leaves the others as they were', async () => {
		const service = await start();
		const module = first(service.state.modules);
		const body = { status: 'paused', target_date: null };
		const { updated_at, ...before } = structuredClone(module);

		const reply = await sendTo(service, 'module.update', { body });

		expect(reply.body).toMatchObject({ ...before, ...body });
		expect(module).toMatchObject({ ...before, ...body });
		expect(module.updated_at > updated_at).toBe(true);
	});

	it('gives each new record its own ID, which is the same in each run', async () => {
		const ids: unknown[] = [];

		for (const service of [await start(), await start()]) {
			for (const name of ['bug', 'text']) {
				ids.push(at((await sendTo(service, 'label.create', { body: { name } })).body, 'id'));
			}

			expect(column(service.state.labels, 'name').slice(-2)).toEqual(['bug', 'text']);
		}

		expect(new Set(ids).size).toBe(2);
		expect(ids.slice(0, 2)).toEqual(ids.slice(2));
	});

	it('keeps one value for a customer and a property', async () => {
		const service = await start();
		const { customerProperties, customerPropertyValues: values } = service.state;
		const id = 'customerPropertyValue.update';
		const path = buildPath(id, service, { property_id: first(customerProperties.slice(1)).id });
		const before = values.length;

		const created = await sendTo(service, id, { path, body: { values: ['5'] } });
		const updated = await sendTo(service, id, { path, body: { values: ['7'] } });

		expect(at(updated.body, 'id')).toBe(at(created.body, 'id'));
		expect(values).toHaveLength(before + 1);
		expect(values.at(-1)?.values).toEqual(['7']);
	});
});

describe('An addition in the test service', () => {
	it.each(['module', 'cycle'] as const)('to a %s adds nothing twice', async (kind) => {
		const service = await start();
		const [one, two, three] = service.state.workItems.map(({ id }) => id);
		const { modules, cycles, workItems } = service.state;
		const container = kind === 'module' ? first(modules) : first(cycles);
		const add = async (...issues: (string | undefined)[]) =>
			await sendTo(service, `${kind}.addWorkItems`, { body: { issues } });

		const reply = await add(one, two, two);

		await add(two, three);

		expect(reply).toMatchObject({ status: 201, body: { issues: [one, two] } });
		expect(container.issues).toEqual([one, two, three]);
		expect(first(workItems)[kind]).toBe(container.id);
	});

	it('of members adds nobody twice', async () => {
		const service = await start();
		const { users, setMembers: members } = service.state;
		const before = members.length;
		const body = { member_ids: users.slice(-3).map(({ id }) => id) };

		const reply = await sendTo(service, 'teamspaceMember.add', { body });

		await sendTo(service, 'teamspaceMember.add', { body });

		expect(reply).toMatchObject({ status: 200, body: body.member_ids.map((id) => ({ id })) });
		// The first of the three was a member already.
		expect(members).toHaveLength(before + 2);
	});

	it.each([
		['module.addWorkItems', 'issues', 'work item'],
		['cycle.addWorkItems', 'issues', 'work item'],
		['teamspaceMember.add', 'member_ids', 'user'],
	])('by %s with an unknown ID is refused as a whole and names the ID', async (id, field, kind) => {
		const service = await start();
		const before = structuredClone(service.state);
		const known = Object.values(buildSmallestBody(operationOf(id), service) ?? {}).flat();
		const reply = await sendTo(service, id, { body: { [field]: [...known, unknownId] } });
		const problem = expect.stringMatching(`(The ${kind} )?${unknownId} does not exist`);

		expect(reply).toMatchObject({ status: 400, body: { error: problem } });
		expect(service.state).toEqual(before);
	});
});

describe.each<ServerKind>(['specification', 'community'])(
	'The labels of a %s server',
	(serverKind) => {
		it('can be read one by one and as a list, in the envelope of that kind of server', async () => {
			const service = await start({ serverKind });
			const labels = service.state.labels.filter(
				({ project }) => project === first(service.state.projects).id,
			);
			const names = ['bug', 'text', 'design', 'urgent'];

			expect(column(labels, 'name')).toEqual(names);

			const { body } = await sendTo(service, 'label.getAll');

			expect(column(at(body, 'results'), 'name')).toEqual(
				serverKind === 'community' ? names.reverse() : names,
			);
			expect(Object.keys(body ?? {}).includes('next_cursor')).toBe(serverKind === 'community');

			for (const { id, name } of labels) {
				const path = buildPath('label.get', service, { label_id: id });

				expect(await send(service, 'GET', path)).toMatchObject({ status: 200, body: { id, name } });
			}

			const paged = `${buildPath('label.getAll', service)}?limit=3&per_page=3`;

			expect(at((await send(service, 'GET', paged)).body, 'results')).toHaveLength(3);
			expect(service.requests.flatMap(({ problem }) => problem ?? [])).toEqual([]);
		});

		it('are unknown once they are deleted', async () => {
			const service = await start({ serverKind });
			const { labels, workItems } = service.state;
			const { id } = first(labels);
			const before = labels.length;

			expect(workItems.some((item) => item.labels.includes(id))).toBe(true);
			const path = buildPath('label.delete', service);

			expect(await send(service, 'DELETE', path)).toMatchObject({ status: 204, body: '' });

			expect(labels).toHaveLength(before - 1);
			expect(workItems.some((item) => item.labels.includes(id))).toBe(false);
			const left = at((await sendTo(service, 'label.getAll')).body, 'results');

			expect(column(left, 'id')).not.toContain(id);
			expect(left).toHaveLength(3);
			expect(await send(service, 'DELETE', path)).toMatchObject(notFound);
			expect(await send(service, 'GET', path)).toMatchObject(notFound);
			expect(service.ledger.map(({ operation }) => operation)).toEqual(['label.delete']);
		});
	},
);

describe('A list of the test service', () => {
	const list = async (service: Service, id: string, query = ''): Promise<unknown> =>
		(await send(service, 'GET', `${buildPath(id, service)}?${query}`)).body;

	it('counts all of its records', async () => {
		const service = await start({ workItems: 250 });

		expect(await list(service, 'workItem.getAll')).toMatchObject({ total_count: 250, count: 100 });
		expect(await list(service, 'customerRequest.getAll')).toMatchObject({ total_count: 65 });
		expect(await list(service, 'workItemAttachment.getAll')).toHaveLength(4);
		expect(await list(service, 'teamspaceMember.getAll')).toMatchObject({ count: 6 });
	});

	it.each([
		['limit=3', [1, 2, 3]],
		['limit=3&offset=4', [5, 6, 7]],
		['limit=5&offset=248', [249, 250]],
		['offset=250', []],
		['limit=2&per_page=50&cursor=50:1:0', [1, 2]],
	])('returns for the query %s the work items %j', async (query, numbers) => {
		const page = await list(await start({ workItems: 250 }), 'workItem.getAll', query);

		expect(column(at(page, 'results'), 'sequence_id')).toEqual(numbers);
		expect(at(page, 'count')).toBe(numbers.length);
	});

	it.each<[ServiceOptions, query: string, steps: string[], rows: number]>([
		[{ largestPage: 20 }, 'limit=100', ['results'], 20],
		[{ largestPage: 20 }, '', ['results'], 20],
		[{ paging: 'ignored' }, 'limit=10&offset=60', ['results'], 65],
		[{ envelope: 'data' }, 'limit=2', ['data'], 2],
		[{ envelope: 'items' }, 'limit=2', ['items'], 2],
		[{ envelope: 'nested' }, 'limit=2', ['data', 'items'], 2],
		[{ envelope: 'array' }, 'limit=2', [], 2],
		[{ total: false }, 'limit=2', ['results'], 2],
	])(
		'returns with the options %j for the query "%s" at %j %i rows',
		async (options, query, steps, rows) => {
			const service = await start({ workItems: 65, ...options });

			for (const id of ['workItem.getAll', 'customerRequest.getAll']) {
				const body = await list(service, id, query);

				expect(at(body, ...steps)).toHaveLength(rows);
				expect(JSON.stringify(body).includes('total_count')).toBe(
					options.total !== false && options.envelope !== 'array',
				);
			}
		},
	);

	it('narrows work items by state and assignee', async () => {
		const service = await start({ workItems: 250 });
		const { workItems, states, users } = service.state;
		const state = first(states.slice(1)).id;
		const user = first(users.slice(1)).id;
		const itemsInState = workItems.slice(0, 250).filter((item) => item.state === state);
		const itemsOfUser = itemsInState.filter(({ assignees }) => assignees.includes(user));

		expect(itemsOfUser.length).toBeGreaterThan(0);
		expect(itemsOfUser.length).toBeLessThan(itemsInState.length);
		const count = async (query: string) =>
			at(await list(service, 'workItem.getAll', query), 'total_count');

		expect(await count(`state=${state}`)).toBe(itemsInState.length);
		expect(await count(`state=${state}&assignee=${user}`)).toBe(itemsOfUser.length);
	});

	it.each([
		...['state', 'assignee', 'project'].map((filter) => ['workItem.getAll', filter]),
		...['issue', 'project', 'workspace'].map((filter) => ['workItemAttachment.getAll', filter]),
	] as [string, string][])('that %s returns applies the filter %s', async (id, filter) => {
		const service = await start({ envelope: 'array' });
		const { state } = service;
		const all = await list(service, id);
		const matchingId = new Map([
			['issue', first(state.workItems).id],
			['project', first(state.projects).id],
			['workspace', state.workspace.id],
		]).get(filter);
		if (matchingId !== undefined)
			expect(await list(service, id, `${filter}=${matchingId}`)).toEqual(all);

		expect(all).not.toEqual([]);
		expect(await list(service, id, `${filter}=${unknownId}`)).toEqual([]);
	});

	it('has records in place of IDs for each expanded relation', async () => {
		const service = await start();

		await sendTo(service, 'module.addWorkItems');
		const item = async (expand: string) =>
			at(await list(service, 'workItem.getAll', `limit=2&expand=${expand}`), 'results', '1');
		const [, plain] = service.state.workItems;
		const full = await item('type,module,labels,assignees,state,project');

		for (const relation of ['type', 'module', 'state', 'project'] as const) {
			expect(at(full, relation)).toMatchObject({ id: plain?.[relation], name: expect.any(String) });
		}

		expect(at(full, 'assignees', '0', 'email')).toBe('bob@example.com');
		expect(at(full, 'labels', '0', 'name')).toBe('text');
		expect(await item('state')).toMatchObject({ type: plain?.type, state: { id: plain?.state } });
	});
});

describe('The test service', () => {
	it('answers only under its prefix', async () => {
		const service = await start({ prefix: '/plane' });
		const path = buildPath('workItem.getAll', service);

		expect(service.url).toMatch(/\/plane$/);
		expect(await send(service, 'GET', path)).toMatchObject({ status: 200 });
		const outside = new URL(service.url).origin + path;

		expect(await send(service, 'GET', outside)).toMatchObject({ status: 404 });
		const { body } = await send(service, 'GET', path.slice(0, -1));

		expect(at(body, 'error')).toContain('ends with a slash');
	});

	// Seen with the key of an administrator.
	it('takes the path of the advanced search for the key of a work item, as a Community Edition (row 474)', async () => {
		const service = await start({ serverKind: 'community' });
		const path = buildPath('workItem.searchAdvanced', service);

		expect(await send(service, 'POST', path, { query: 'x' })).toMatchObject({
			status: 403,
			body: { detail: 'You do not have permission to perform this action.' },
		});
	});

	it('starts with the same records each time, and with UUIDs as their IDs', async () => {
		const service = await start({ workItems: 250 });
		const secondService = await start({ workItems: 250 });

		expect(service.state).toEqual(secondService.state);
		const { workItems } = service.state;

		expect(new Set(column(workItems, 'id')).size).toBe(257);
		expect(new Set(column(workItems.slice(0, 250), 'created_at')).size).toBe(250);

		for (const { id } of workItems) {
			expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
		}
	});

	it('stops at once although a request is in progress', async () => {
		const service = await start();
		const socket = connect(Number(new URL(service.url).port), '127.0.0.1');

		await once(socket, 'connect');
		socket.on('error', () => undefined).write('POST /api/v1/ HTTP/1.1\r\nHost: x\r\n');
		const socketClosed = new Promise((resolve) => socket.once('close', resolve));

		const begin = processTime();

		await service.close();
		await socketClosed;

		expect(processTime() - begin).toBeLessThan(1000);
		expect((await exchange(service.url)).error).toBe('ECONNREFUSED');
	});
});
