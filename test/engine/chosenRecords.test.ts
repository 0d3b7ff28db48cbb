import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { respondWith } from '../service/testing/stubServer';
import { useStubServers } from '../service/testing/useStubServers';
import { expectProblem } from '../expectProblem';
import { causes } from '../nodeTexts';
import { credentialFor } from './credentials';
import { listNames, openList, flattenParameters } from './pickers';
import { byId, byUrl, locateFirst, samples } from './samples';
import { serverKinds } from './serverKinds';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';
import type { Execution, World } from './world';

describe('A record chosen by address, name, email or ID', () => {
	const fromList = (value: string): INodeParameters => ({
		__rl: true,
		mode: 'list',
		value,
		cachedResultName: 'Somebody',
	});

	const forms: [title: string, toValue: (id: string) => NodeParameterValueType][] = [
		['from the list', fromList],
		['by its ID', byId],
		['by an expression', () => byId('={{ $json.id }}')],
		['as text, as before the parameter had a list', (id) => id],
		['as an expression, as before the parameter had a list', () => '={{ $json.id }}'],
	];

	const world = useWorld();

	const userId = () => world.service.state.users[1]?.id ?? '';

	it.each(forms)('is accepted by a filter if given %s', async (_, toValue) => {
		const { projects, states } = world.service.state;
		const state = states[1]?.id ?? '';
		const { json, error } = await world.run(
			'workItem.getAll',
			{ projectId: locateFirst(projects), returnAll: true, filters: { state: toValue(state) } },
			{ items: jsonItems([{ id: state }]) },
		);

		expect(error).toBeUndefined();
		expect(new Set(json.map((row) => row.state))).toEqual(new Set([state]));
		expect(json).toHaveLength(63);
		expect(world.service.requests.some(({ url }) => url.includes(`state=${state}`))).toBe(true);
	});

	describe('in an update of a module', () => {
		/** Updates a module. @returns the body that was sent */
		const update = async (updateFields: INodeParameters) => {
			const { projects, modules } = world.service.state;
			const { error } = await world.run(
				'module.update',
				{ projectId: locateFirst(projects), moduleId: locateFirst(modules), updateFields },
				{ items: jsonItems([{ id: userId(), ids: [userId()] }]) },
			);

			expect(error).toBeUndefined();

			return world.service.requests.at(-1)?.body;
		};

		it.each(forms)('sets a lead given %s', async (_, toValue) => {
			expect(await update({ lead: toValue(userId()) })).toEqual({ lead: userId() });
		});

		it.each([
			['in the list', fromList('')],
			['as an ID', byId('')],
			['as text', ''],
			['by an expression', byId('={{ null }}')],
		])('removes a lead left empty %s', async (_, lead) => {
			expect(await update({ lead })).toEqual({ lead: null });
		});

		it.each<[string, (user: string) => NodeParameterValueType]>([
			['chosen from the list', (user) => [user]],
			['as text', (user) => ` ${user},\n${user}`],
			['by an expression that is a list', () => '={{ $json.ids }}'],
			['by an expression with text around it', () => '={{ $json.id }}, {{ $json.id }}'],
		])('sets members given %s', async (_, toValue) => {
			expect(await update({ members: toValue(userId()) })).toEqual({ members: [userId()] });
		});
	});

	/**
	 * Paths of Plane's web app below the workspace, with `:project` and `:id` in place of IDs. Each is
	 * accepted by a parameter of an operation.
	 */
	const addressForms = [
		['projectId', 'label.create', '/projects/:id', 'projects'],
		['projectId', 'label.create', '/projects/:id/issues/', 'projects'],
		['projectId', 'label.create', '/projects/:id/modules/12', 'projects'],
		['workItemId', 'workItemLink.update', '/projects/:project/issues/:id', 'workItems'],
		['workItemId', 'workItemLink.update', '/projects/:project/work-items/:id/', 'workItems'],
		['workItemId', 'workItemLink.update', '/browse/LNCH-1/', 'workItems'],
		['moduleId', 'module.update', '/projects/:project/modules/:id', 'modules'],
		['cycleId', 'cycle.addWorkItems', '/projects/:project/cycles/:id', 'cycles'],
		['customerId', 'customerRequest.getAll', '/customers/:id', 'customers'],
		['initiativeId', 'initiative.update', '/initiatives/:id/', 'initiatives'],
		['epicId', 'epic.get', '/projects/:project/epics/:id', 'epics'],
		['pageId', 'page.get', '/projects/:project/pages/:id', 'pages'],
		['teamspaceId', 'teamspaceMember.getAll', '/teamspaces/:id/pages', 'teamspaces'],
	] as const;

	/** Parameters that are sent in a body or a query, and the path parameters that their operations need. */
	const bodyAddressForms = [
		['parent', 'workItem.update', 'updateFields', ['projectId', 'workItemId']],
		['cycle', 'workItem.update', 'updateFields', ['projectId', 'workItemId']],
		['duplicateTo', 'intakeItem.update', 'updateFields', ['projectId', 'workItemId']],
		['relatedWorkItem', 'workItemRelation.delete', '', ['projectId', 'workItemId']],
		['newCycleId', 'cycle.transferWorkItems', '', ['projectId', 'cycleId']],
		['module', 'workItem.getAll', 'filters', ['projectId']],
		['project', 'workItem.search', '', []],
	] as const;

	it('has a test for every parameter that accepts an address', () => {
		const parametersWithAddress = flattenParameters(world.engine.panelParameters)
			.filter(({ modes = [] }) => modes.some(({ name }) => name === 'url'))
			.map(({ name }) => name);

		expect(new Set(parametersWithAddress)).toEqual(
			new Set([...addressForms, ...bodyAddressForms].map(([parameter]) => parameter)),
		);
	});

	const hosts = ['https://app.plane.so', 'https://plane.example.com:8443', 'http://127.0.0.1/pm'];

	const cases = addressForms.flatMap(([parameter, key, path, records]) =>
		hosts.map((host) => [parameter, host, path, key, records] as const),
	);

	it.each(cases)(
		'is accepted by %s as the address %s/acme%s',
		async (parameter, host, path, key, records) => {
			const { state } = world.service;
			const [first] = state[records];
			const place = path
				.replace(':project', state.projects[0]?.id ?? '')
				.replace(':id', first?.id ?? '');
			const address = `${host}/acme${place}`;

			for (const addressOrExpression of [address, '={{ $json.address }}']) {
				const parameters = {
					...samples(state)[key],
					[parameter]: byUrl(addressOrExpression),
					...(key === 'label.create'
						? { name: `${path} ${addressOrExpression.slice(0, 20)} ${host}` }
						: {}),
				};

				world.service.requests.length = 0;
				const { error } = await world.run(key, parameters, { items: jsonItems([{ address }]) });
				const segments = world.service.requests.flatMap(({ url }) => url.split(/[/?]/));

				expect(error).toBeUndefined();
				expect(segments).toContain(first?.id);
			}
		},
	);

	it.each(
		bodyAddressForms.flatMap((form) => [byUrl, byId].map((toValue) => [...form, toValue] as const)),
	)(
		'is accepted by %s of %s as an address, by URL and by ID',
		async (parameter, key, collection, pathParameters, toValue) => {
			const { projects, workItems, cycles, modules } = world.service.state;
			const project = projects[0]?.id ?? '';
			const inProject = (row: { readonly project: string }) => row.project === project;
			const [item, otherItem] = workItems.filter(inProject);
			const [cycle, otherCycle] = cycles.filter(inProject);
			const pathValues = {
				projectId: byId(project),
				workItemId: byId(item?.id),
				cycleId: byId(cycle?.id),
			};
			const [id, segment] = {
				parent: [otherItem?.id, 'issues'],
				relatedWorkItem: [otherItem?.id, 'issues'],
				duplicateTo: [otherItem?.id, 'issues'],
				cycle: [otherCycle?.id, 'cycles'],
				module: [modules.find(inProject)?.id, 'modules'],
				newCycleId: [otherCycle?.id, 'cycles'],
				project: [project, 'projects'],
			}[parameter];
			const place =
				segment === 'projects' ? `projects/${project}` : `projects/${project}/${segment}/${id}`;
			const value = toValue(`https://app.plane.so/acme/${place}/`);

			world.service.requests.length = 0;
			await world.run(key, {
				...Object.fromEntries(pathParameters.map((name) => [name, pathValues[name]])),
				...(key === 'workItem.search' && { search: 'a' }),
				...(collection === '' ? { [parameter]: value } : { [collection]: { [parameter]: value } }),
			});

			const sent = world.service.requests.map(({ url, body }) => `${url} ${JSON.stringify(body)}`);

			expect(id).toMatch(/^[\da-f-]{36}$/);
			expect(sent.join('\n')).toContain(id);
		},
	);

	describe('if the person has left the project', () => {
		const BOB = 'bob@example.com';

		/** Removes Bob from every project, but not from the first work item. */
		const removeBob = () => {
			const { projects, users, workItems } = world.service.state;
			const bob = users.find(({ email }) => email === BOB)?.id ?? '';
			const ada = users.find(({ id }) => id !== bob)?.id ?? '';
			const [item] = workItems;

			Object.assign(item ?? {}, { assignees: [bob, ada] });

			for (const project of projects) {
				project.members = project.members.filter((id) => id !== bob);
			}

			return { bob, ada, item: item?.id ?? '', projectId: locateFirst(projects) };
		};

		const update = async (assignees: string, assigneesAction: string) => {
			const { item, projectId, ...users } = removeBob();
			const given = { assignees: `={{ ["${assignees || users.bob}"] }}`, assigneesAction };
			const { json, error } = await world.run('workItem.update', {
				projectId,
				workItemId: byId(item),
				updateFields: given,
			});

			return { assignees: json[0]?.assignees, error, ...users };
		};

		it.each([BOB, ''])(
			'can be removed from a work item by email address or ID: %s',
			async (person) => {
				const { assignees, error, ada } = await update(person, 'remove');

				expect(error).toBeUndefined();
				expect(assignees).toEqual([ada]);
			},
		);

		it.each([BOB, ''])('cannot be assigned to a work item: %s', async (person) => {
			const before = world.service.requests.length;

			const { error } = await update(person, 'add');

			expectProblem(error, {
				about: 'Assignee Names or IDs',
				cause: new RegExp(causes.onlyInWorkspace('bob@example\\.com.*', 'Project ')),
			});
			const sent = world.service.requests.slice(before);

			expect(sent.every(({ method }) => method === 'GET')).toBe(true);
		});

		it('can be used in a filter', async () => {
			const { item, projectId } = removeBob();
			const filters = { assignee: byId(BOB) };
			const parameters = { projectId, returnAll: true, filters };
			const { json, error } = await world.run('workItem.getAll', parameters);

			expect(error).toBeUndefined();
			expect(json.map(({ id }) => id)).toContain(item);
		});
	});

	describe('by an ID in capital letters, as other systems write it,', () => {
		const place = () => {
			const { projects, workItems } = world.service.state;

			return { projectId: locateFirst(projects), workItemId: locateFirst(workItems) };
		};

		it('can be an attachment in a list', async () => {
			const [{ id } = { id: '' }] = world.service.state.attachments;
			const attachmentId = byId(id.toUpperCase());
			const { error } = await world.run('workItemAttachment.get', { ...place(), attachmentId });

			expect(error?.message ?? '').not.toContain(causes.notFound('Attachment'));
		});

		it('can be the work item itself', async () => {
			const ownId = world.service.state.workItems[0]?.id ?? '';
			const updateFields = { parent: byId(ownId.toUpperCase()) };
			const { error } = await world.run('workItem.update', { ...place(), updateFields });

			expect(error?.message).toBe(`Parent: ${ownId} is the work item itself [item 0]`);
		});
	});
});

/** The requests that look up a work item by its key. Unlike all others, their path has no project. */
const lookups = ({ service }: World) =>
	service.requests.filter(({ url }) => url.includes('/workspaces/acme/work-items/'));

const changes = ({ service }: World) => service.requests.filter(({ method }) => method !== 'GET');

const attachments = async (
	world: World,
	workItemId: INodeParameters | string,
	more: Execution = {},
) =>
	await world.run(
		'workItemAttachment.getAll',
		{ projectId: byId(world.service.state.projects[0]?.id), returnAll: true, workItemId },
		more,
	);

describe.each(serverKinds)('A key of a work item on a %s server', (serverKind) => {
	const world = useWorld({ serverKind }, true);
	const item = () => world.service.state.workItems[0]?.id ?? '';
	const project = () => byId(world.service.state.projects[0]?.id);

	/** Renames the first link once for each of these keys of its work item. */
	const renameLink = async (keys: readonly string[], name = 'New', more: Execution = {}) =>
		await world.run(
			'workItemLink.update',
			{
				projectId: project(),
				workItemId: byId('={{ $json.key }}'),
				linkId: byId(world.service.state.links[0]?.id),
				updateFields: { name },
			},
			{ items: jsonItems(keys.map((key, number) => ({ key, number }))), ...more },
		);

	/** Adds work items to the first module. */
	const add = async (...ids: readonly (string | readonly string[])[]) =>
		await world.run(
			'module.addWorkItems',
			{
				projectId: project(),
				moduleId: byId(world.service.state.modules[0]?.id),
				workItemIds: '={{ $json.ids }}',
			},
			{
				items: jsonItems(
					ids.map((entry) => ({ ids: typeof entry === 'string' ? entry : [...entry] })),
				),
			},
		);

	it.each([
		['as an ID', byId('LNCH-1')],
		['as bare text', 'LNCH-1'],
		['as an address', byUrl('https://app.plane.so/acme/browse/LNCH-1/')],
		['as an address of another server', byUrl('http://127.0.0.1:8080/pm/acme/browse/LNCH-1#top')],
	])('is accepted %s', async (_, workItemId) => {
		const { json, error } = await attachments(world, workItemId);

		expect(error).toBeUndefined();
		expect(json).toHaveLength(4);
		expect(lookups(world)).toHaveLength(1);
		const requestedUrl = world.service.requests.at(-1)?.url;

		expect(requestedUrl).toContain(`/work-items/${item()}/attachments/`);
	});

	it('is refused in an address of another workspace, where it refers to another work item', async () => {
		const address = 'https://app.plane.so/other/browse/LNCH-1/';
		const { error } = await attachments(world, byUrl(address));

		expect(error?.message).toBe(
			`Work Item: "${address}" is an address of another workspace than acme [item 0]`,
		);
		expect(error?.description).toBe(
			'Enter "other" as Workspace Slug, or an address of workspace acme.',
		);
		expect(world.service.requests).toHaveLength(0);
	});

	it('is looked up once, and changes of the same record keep the order of the items', async () => {
		// The key and the ID in turns refer to the same link of the same work item.
		const keys = Array.from({ length: 12 }, (_, number) => (number % 2 === 0 ? 'LNCH-1' : item()));
		const { json, error } = await renameLink(keys, '=Name {{ $json.number }}');

		expect(error).toBeUndefined();
		expect(json).toHaveLength(12);
		expect(lookups(world)).toHaveLength(1);
		expect(world.service.state.links[0]?.name).toBe('Name 11');
	});

	it('stops the run before any change if it is unknown, and is named in the error', async () => {
		const { error } = await renameLink(['LNCH-1', 'LNCH-999']);

		expectProblem(error, {
			cause: causes.notFound('Work Item LNCH-999'),
			item: 1,
			remedy: 'Check Work Item first, then Project ',
		});
		expect(changes(world)).toEqual([]);
	});

	it('fails only its own item if it is unknown and the node continues', async () => {
		const { json } = await renameLink(['LNCH-999', 'LNCH-1'], 'New', {
			onError: 'continueRegularOutput',
		});

		expectProblem(json[0]?.error, { cause: causes.notFound('Work Item LNCH-999') });
		expect(json[1]?.error).toBeUndefined();
		expect(changes(world).length).toBeGreaterThan(0);
	});

	it('can be used to add work items in one request, each key looked up once', async () => {
		const [first = '', second = '', third = ''] = world.service.state.workItems.map(({ id }) => id);
		const { error, outputs } = await add(`LNCH-1, ${second}`, ['LNCH-3', 'LNCH-1', first]);

		expect(error).toBeUndefined();
		expect(lookups(world)).toHaveLength(2);
		expect(changes(world).map(({ body }) => body)).toEqual([{ issues: [first, second, third] }]);
		const paired = new Set(outputs[0]?.map(({ pairedItem }) => JSON.stringify(pairedItem)));

		expect(paired.size).toBe(2);
	});

	it('is found in lower case, among work items and as the work item itself', async () => {
		const { json, error } = await attachments(world, byId('lnch-1'));

		expect(error).toBeUndefined();
		expect(json).toHaveLength(4);

		const added = await add('lnch-3');

		expect(added.error).toBeUndefined();
		const third = world.service.state.workItems[2]?.id;

		expect(changes(world).map(({ body }) => body)).toEqual([{ issues: [third] }]);
	});

	it('is found although the names of 120 newer work items mention it', async () => {
		const { workItems } = world.service.state;
		const [first] = workItems;
		if (first === undefined) throw new Error('No work item');

		const mentions = Array.from({ length: 120 }, (_, part) => ({
			...first,
			id: randomUUID(),
			sequence_id: 1000 + part,
			name: `[LNCH-1] part ${part}`,
		}));

		workItems.unshift(...mentions);

		const { json, error } = await attachments(world, byId('LNCH-1'));

		expect(error).toBeUndefined();
		expect(json).toHaveLength(4);
		expect(lookups(world)).toHaveLength(1);
	});

	it.each(['项目', 'MY_APP', 'ÖÇ'])(
		'is found in a project whose identifier is %s',
		async (identifier) => {
			const [launch] = world.service.state.projects;
			if (launch === undefined) throw new Error('No project');

			launch.identifier = identifier;

			for (const workItemId of [
				byId(`${identifier}-1`),
				byUrl(`https://app.plane.so/acme/browse/${encodeURIComponent(identifier)}-1/`),
			]) {
				const { json, error } = await attachments(world, workItemId);

				expect(error).toBeUndefined();
				expect(json).toHaveLength(4);
			}
		},
	);

	it('adds nothing if one of several keys is unknown', async () => {
		const { error } = await add('LNCH-1', 'LNCH-2, LNCH-999');

		expectProblem(error, { about: 'Work Item IDs', cause: causes.notFound('LNCH-999'), item: 1 });
		expect(changes(world)).toEqual([]);
	});

	it('causes one request if the API key is wrong, however many keys there are', async () => {
		const keys = Array.from({ length: 20 }, (_, index) => ({ key: `LNCH-${index + 1}` }));
		const { error } = await attachments(world, byId('={{ $json.key }}'), {
			items: jsonItems(keys),
			credential: { ...world.credential, apiKey: 'plane_api_wrong' },
		});

		expectProblem(error, { cause: causes.keyRefused });
		expect(world.service.requests).toHaveLength(1);
	});

	it('is refused if it belongs to another project', async () => {
		const { error } = await attachments(world, byId('WEB-1'));

		expectProblem(error, {
			about: 'Work Item',
			cause: causes.inAnother('WEB-1', 'project (Website)'),
			item: 0,
			remedy: /^Choose that project in Project, or /,
		});
	});

	it('can be used to list the links of a work item', async () => {
		const parameters = { projectId: project(), workItemId: byId('LNCH-1') };
		const page = await openList(world, 'searchLinks', parameters);

		expect(page.requests).toBe(2);
		expect(listNames(page)).toEqual(['Draft 1 (https://example.com/drafts/1)']);
	});

	it('causes an error instead of a list if it is unknown', async () => {
		const parameters = { projectId: project(), workItemId: byId('LNCH-999') };
		const search = openList(world, 'searchLinks', parameters);

		await expect(search).rejects.toThrow(causes.notFound('Work Item LNCH\u2011999'));
	});

	it('causes no lookup if the work item is given by its ID', async () => {
		await attachments(world, byId(item()));
		expect(lookups(world)).toEqual([]);
	});
});

// As in the specification, the server has no search. Attachments are a bare array (row 5).
describe('On a server without a search', () => {
	const world = useWorld();
	const startStubServer = useStubServers();

	it.each(['WI-42', 'item-12', 'wi-1'])(
		'text that looks like a key is used as an ID: %s',
		async (id) => {
			const server = await startStubServer((request, response) => {
				const isSearch = request.url?.includes('/search/') === true;
				const answer = isSearch
					? respondWith(404, { error: 'Page not found.' })
					: respondWith(200, []);

				answer(request, response);
			});
			const { error } = await attachments(world, byId(id), { credential: credentialFor(server) });

			expect(error).toBeUndefined();
			expect(server.arrived.at(-1)?.url).toContain(`/work-items/${id}/attachments/`);
		},
	);
});
