import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { parametersOf } from './pickers';
import { byId, byUrl, locator, samples } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

/** Records as a workflow holds them: in filters and other collections, and by their addresses. */

const fromList = (value: string): INodeParameters => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName: 'Somebody',
});

const ways: [title: string, way: (id: string) => NodeParameterValueType][] = [
	['from the list', fromList],
	['by its ID', byId],
	['by an expression', () => byId('={{ $json.id }}')],
	['as the text that it was before there was a list', (id) => id],
	['as an expression from before there was a list', () => '={{ $json.id }}'],
];

const world = useWorld();

const userId = () => world.service.state.users[1]?.id ?? '';

it.each(ways)('A filter takes a record given %s', async (_, way) => {
	const { projects, states } = world.service.state;
	const state = states[1]?.id ?? '';
	const { json, error } = await world.run(
		'workItem.getAll',
		{ projectId: locator(projects), returnAll: true, filters: { state: way(state) } },
		{ items: jsonItems([{ id: state }]) },
	);

	expect(error).toBeUndefined();
	expect(new Set(json.map((row) => row.state))).toEqual(new Set([state]));
	expect(json).toHaveLength(63);
	expect(world.service.requests.at(-1)?.url).toContain(`state=${state}`);
});

describe('An update of a module', () => {
	/** What is sent for these fields. */
	const update = async (updateFields: INodeParameters) => {
		const { projects, modules } = world.service.state;
		const { error } = await world.run(
			'module.update',
			{ projectId: locator(projects), moduleId: locator(modules), updateFields },
			{ items: jsonItems([{ id: userId(), ids: [userId()] }]) },
		);

		expect(error).toBeUndefined();

		return world.service.requests.at(-1)?.body;
	};

	it.each(ways)('sets a lead given %s', async (_, way) => {
		expect(await update({ lead: way(userId()) })).toEqual({ lead: userId() });
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
	])('sets members given %s', async (_, way) => {
		expect(await update({ members: way(userId()) })).toEqual({ members: [userId()] });
	});
});

/**
 * Addresses in Plane's web app, below the workspace; `:project` and `:id` stand for the IDs. An
 * operation takes each of them By URL, as in the samples.
 */
const forms = [
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
	['teamspaceId', 'teamspaceMember.getAll', '/teamspaces/:id/pages', 'teamspaces'],
] as const;

it('every parameter that takes an address has a test here', () => {
	const taking = parametersOf(world.engine.panel)
		.filter(({ modes = [] }) => modes.some(({ name }) => name === 'url'))
		.map(({ name }) => name);

	expect(new Set(taking)).toEqual(new Set(forms.map(([parameter]) => parameter)));
});

const hosts = ['https://app.plane.so', 'https://plane.example.com:8443', 'http://127.0.0.1/pm'];

const cases = forms.flatMap(([parameter, key, path, records]) =>
	hosts.map((host) => [parameter, host, path, key, records] as const),
);

it.each(cases)('%s takes the address %s/acme%s', async (parameter, host, path, key, records) => {
	const { state } = world.service;
	const [first] = state[records];
	const place = path
		.replace(':project', state.projects[0]?.id ?? '')
		.replace(':id', first?.id ?? '');
	const address = `${host}/acme${place}`;

	for (const given of [address, '={{ $json.address }}']) {
		const parameters = {
			...samples(state)[key],
			[parameter]: byUrl(given),
			...(key === 'label.create' ? { name: `${path} ${given.slice(0, 20)} ${host}` } : {}),
		};
		const { error } = await world.run(key, parameters, { items: jsonItems([{ address }]) });

		expect(error).toBeUndefined();
		expect(world.service.requests.at(-1)?.url.split(/[/?]/)).toContain(first?.id);
	}
});

describe('Somebody who has left the project', () => {
	const BOB = 'bob@example.com';

	/** Takes Bob out of the project, but not out of its first work item. */
	const leave = () => {
		const { projects, users, workItems } = world.service.state;
		const bob = users.find(({ email }) => email === BOB)?.id ?? '';
		const ada = users.find(({ id }) => id !== bob)?.id ?? '';
		const [item] = workItems;

		Object.assign(item ?? {}, { assignees: [bob, ada] });

		for (const project of projects) {
			project.members = project.members.filter((id) => id !== bob);
		}

		return { bob, ada, item: item?.id ?? '', projectId: locator(projects) };
	};

	const update = async (assignees: string, assigneesAction: string) => {
		const { item, projectId, ...users } = leave();
		const given = { assignees: `={{ ["${assignees || users.bob}"] }}`, assigneesAction };
		const { json, error } = await world.run('workItem.update', {
			projectId,
			workItemId: byId(item),
			updateFields: given,
		});

		return { assignees: json[0]?.assignees, error, ...users };
	};

	it.each([BOB, ''])('is removed from a work item by email address or ID: %s', async (who) => {
		const { assignees, error, ada } = await update(who, 'remove');

		expect([error, assignees]).toEqual([undefined, [ada]]);
	});

	it.each([BOB, ''])('is not assigned to one: %s', async (who) => {
		const before = world.service.requests.length;

		const { error } = await update(who, 'add');

		expect(error?.message).toMatch(/^Assignee Names or IDs: .*bob@example\.com/);
		expect(error?.message).toMatch(/ is in the workspace, but not in Project /);
		const sent = world.service.requests.slice(before);

		expect(sent.every(({ method }) => method === 'GET')).toBe(true);
	});

	it('is found by a filter', async () => {
		const { item, projectId } = leave();
		const filters = { assignee: byId(BOB) };
		const parameters = { projectId, returnAll: true, filters };
		const { json, error } = await world.run('workItem.getAll', parameters);

		expect(error).toBeUndefined();
		expect(json.map(({ id }) => id)).toContain(item);
	});
});

describe('An ID in capitals, as other systems write it,', () => {
	const place = () => {
		const { projects, workItems } = world.service.state;

		return { projectId: locator(projects), workItemId: locator(workItems) };
	};

	it('finds an attachment in its list', async () => {
		const [{ id } = { id: '' }] = world.service.state.attachments;
		const attachmentId = byId(id.toUpperCase());
		const { error } = await world.run('workItemAttachment.get', { ...place(), attachmentId });

		expect(error?.message ?? '').not.toContain('Plane did not find Attachment');
	});

	it('is that of the work item itself', async () => {
		const own = world.service.state.workItems[0]?.id ?? '';
		const updateFields = { parent: byId(own.toUpperCase()) };
		const { error } = await world.run('workItem.update', { ...place(), updateFields });

		expect(error?.message).toBe(`Parent: ${own} is the work item itself [item 0]`);
	});
});
