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
