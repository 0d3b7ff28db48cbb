import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { namesIn, open } from './pickers';
import { byId, byUrl } from './samples';
import { jsonItems } from './startNode';
import { respondWith } from '../service/testing/stubServer';
import { useStubServers } from '../service/testing/useStubServers';
import { useWorld } from './useWorld';
import { credentialFor, serverKinds, type Execution, type World } from './world';

/** Work items by what people call them: `LNCH-12`, and `/browse/LNCH-12/` in the browser. */

/** The requests that look a work item up by what people call it: none of them is for a project. */
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

describe.each(serverKinds)('on a %s server', (serverKind) => {
	const world = useWorld({ serverKind }, true);
	const item = () => world.service.state.workItems[0]?.id ?? '';
	const project = () => byId(world.service.state.projects[0]?.id);

	/** Renames the first link, for work items by these keys. */
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
				items: jsonItems(ids.map((each) => ({ ids: typeof each === 'string' ? each : [...each] }))),
			},
		);

	it.each([
		['as an ID', byId('LNCH-1')],
		['as bare text', 'LNCH-1'],
		['as an address', byUrl('https://app.plane.so/acme/browse/LNCH-1/')],
		['as an address of another server', byUrl('http://127.0.0.1:8080/pm/acme/browse/LNCH-1#top')],
	])('takes a key %s', async (_, workItemId) => {
		const { json, error } = await attachments(world, workItemId);

		expect(error).toBeUndefined();
		expect(json).toHaveLength(4);
		expect(lookups(world)).toHaveLength(1);
		const asked = world.service.requests.at(-1)?.url;

		expect(asked).toContain(`/work-items/${item()}/attachments/`);
	});

	it('refuses an address of another workspace, where the key is another work item', async () => {
		const address = 'https://app.plane.so/other/browse/LNCH-1/';
		const { error } = await attachments(world, byUrl(address));

		expect(error?.message).toBe(
			`Work Item: "${address}" is an address of another workspace than acme [item 0]`,
		);
		expect(error?.description).toBe(
			'Enter "other" as Workspace Slug, or an address of workspace acme. Nothing was sent.',
		);
		expect(world.service.requests).toHaveLength(0);
	});

	it('looks up each key once and changes the same record in item order', async () => {
		// By its key and by its ID in turns: it is the same link of the same work item.
		const keys = Array.from({ length: 12 }, (_, number) => (number % 2 === 0 ? 'LNCH-1' : item()));
		const { json, error } = await renameLink(keys, '=Name {{ $json.number }}');

		expect(error).toBeUndefined();
		expect(json).toHaveLength(12);
		expect(lookups(world)).toHaveLength(1);
		expect(world.service.state.links[0]?.name).toBe('Name 11');
	});

	it('changes nothing if a key has no record, and names the key', async () => {
		const { error } = await renameLink(['LNCH-1', 'LNCH-999']);

		expect(error?.message).toBe('Plane did not find Work Item LNCH-999 [item 1]');
		expect(error?.description).toContain('Check Work Item first, then Project ');
		expect(changes(world)).toEqual([]);
	});

	it('fails only the item whose key has no record if the node continues', async () => {
		const { json } = await renameLink(['LNCH-999', 'LNCH-1'], 'New', {
			onError: 'continueRegularOutput',
		});

		expect(json[0]?.error).toContain('Plane did not find Work Item LNCH-999');
		expect(json[1]?.error).toBeUndefined();
		expect(changes(world).length).toBeGreaterThan(0);
	});

	it('adds work items by their keys in one request, each key looked up once', async () => {
		const [first = '', second = '', third = ''] = world.service.state.workItems.map(({ id }) => id);
		const { error, outputs } = await add(`LNCH-1, ${second}`, ['LNCH-3', 'LNCH-1', first]);

		expect(error).toBeUndefined();
		expect(lookups(world)).toHaveLength(2);
		expect(changes(world).map(({ body }) => body)).toEqual([{ issues: [first, second, third] }]);
		const paired = new Set(outputs[0]?.map(({ pairedItem }) => JSON.stringify(pairedItem)));

		expect(paired.size).toBe(2);
	});

	it('finds a key in lower case, among work items and as the work item itself', async () => {
		const { json, error } = await attachments(world, byId('lnch-1'));

		expect(error).toBeUndefined();
		expect(json).toHaveLength(4);

		const added = await add('lnch-3');

		expect(added.error).toBeUndefined();
		const third = world.service.state.workItems[2]?.id;

		expect(changes(world).map(({ body }) => body)).toEqual([{ issues: [third] }]);
	});

	it('finds a key that the names of 120 newer work items mention (case P37, finding 21)', async () => {
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
		'finds a work item of a project whose identifier is %s (case P36)',
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

	it('adds nothing if one of the keys has no record', async () => {
		const { error } = await add('LNCH-1', 'LNCH-2, LNCH-999');

		expect(error?.message).toBe('Work Item IDs: Plane did not find LNCH-999 [item 1]');
		expect(changes(world)).toEqual([]);
	});

	it('sends one request if the API key is wrong, however many keys there are', async () => {
		const keys = Array.from({ length: 20 }, (_, index) => ({ key: `LNCH-${index + 1}` }));
		const { error } = await attachments(world, byId('={{ $json.key }}'), {
			items: jsonItems(keys),
			credential: { ...world.credential, apiKey: 'plane_api_wrong' },
		});

		expect(error?.message).toContain('did not accept the API key');
		expect(world.service.requests).toHaveLength(1);
	});

	it('refuses a key of another project', async () => {
		const { error } = await attachments(world, byId('WEB-1'));

		expect(error?.message).toBe('Work Item: WEB-1 is in another project (Website) [item 0]');
		expect(error?.description).toMatch(/^Choose that project in Project, or /);
	});

	it('lists the links of a work item given by its key', async () => {
		const parameters = { projectId: project(), workItemId: byId('LNCH-1') };
		const page = await open(world, 'searchLinks', parameters);

		expect(page.requests).toBe(2);
		expect(namesIn(page)).toEqual(['Draft 1 (https://example.com/drafts/1)']);
	});

	it('shows an error instead of a list if a key has no record', async () => {
		const parameters = { projectId: project(), workItemId: byId('LNCH-999') };
		const search = open(world, 'searchLinks', parameters);

		await expect(search).rejects.toThrow('Plane did not find Work Item LNCH\u2011999');
	});

	it('looks up nothing if there is no key', async () => {
		await attachments(world, byId(item()));
		expect(lookups(world)).toEqual([]);
	});
});

// A server of the specification, which has no search. Attachments are a bare array (row 5).
describe('on a server without a search', () => {
	const world = useWorld();
	const startStubServer = useStubServers();

	it.each(['WI-42', 'item-12', 'wi-1'])('takes %s for an ID', async (id) => {
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
	});
});
