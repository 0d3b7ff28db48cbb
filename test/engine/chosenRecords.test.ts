import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { listNames, openList, flattenParameters } from './pickers';
import { byId, byUrl, samples } from './samples';
import { serverKinds } from './serverKinds';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';
import type { Execution, World } from './world';

describe('A record chosen by address, name, email or ID', () => {
	const world = useWorld();

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
});

/** The requests that look up a work item by its key. Unlike all others, their path has no project. */
const lookups = ({ service }: World) =>
	service.requests.filter(({ url }) => url.includes('/workspaces/acme/work-items/'));

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

	it('can be used to list the links of a work item', async () => {
		const parameters = { projectId: project(), workItemId: byId('LNCH-1') };
		const page = await openList(world, 'searchLinks', parameters);

		expect(page.requests).toBe(2);
		expect(listNames(page)).toEqual(['Draft 1 (https://example.com/drafts/1)']);
	});
});
