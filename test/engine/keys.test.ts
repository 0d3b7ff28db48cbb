import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { byId, byUrl, namesIn, open } from './pickerLists';
import { parametersFor } from './samples';
import { useWorld } from './useWorld';
import { faceNames, startOddServer, type World } from './world';

/** Work items by what people call them: `LNCH-12`, and `/browse/LNCH-12/` in the browser. */

const links = (parameters: INodeParameters): INodeParameters =>
	parametersFor('workItemLink.update', { updateFields: { name: 'New' }, ...parameters });

const attachments = (parameters: INodeParameters): INodeParameters =>
	parametersFor('workItemAttachment.getAll', { returnAll: true, ...parameters });

const searches = ({ service }: World) =>
	service.requests.filter(({ url }) => url.includes('/work-items/search/'));

const changes = ({ service }: World) => service.requests.filter(({ method }) => method !== 'GET');

describe.each(faceNames)('on the face %s', (face) => {
	const world = useWorld({ face }, true);
	const project = () => byId(world.service.state.projects[0]?.id);
	const item = () => world.service.state.workItems[0]?.id ?? '';

	it.each([
		['as an ID', byId('LNCH-1')],
		['as bare text', 'LNCH-1'],
		['as an address', byUrl('https://app.plane.so/acme/browse/LNCH-1/')],
		['as an address of another server', byUrl('http://127.0.0.1:8080/pm/acme/browse/LNCH-1#top')],
	])('takes a key %s', async (_, workItemId) => {
		const { engine, credential, service } = world;
		const parameters = attachments({ projectId: project(), workItemId });
		const { json, error } = await engine.run({ parameters }, [{}], credential);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(4);
		expect(searches(world)).toHaveLength(1);
		expect(service.requests.at(-1)?.url).toContain(`/work-items/${item()}/attachments/`);
	});

	it('looks up each key once, and changes the same record in the order of the items', async () => {
		const { engine, credential, service } = world;
		const names = Array.from({ length: 12 }, (_, number) => `Name ${String(number)}`);
		const parameters = links({
			projectId: project(),
			// By its key and by its ID in turns: it is the same link of the same work item.
			workItemId: byId('={{ $json.workItem }}'),
			linkId: byId(service.state.links[0]?.id),
			updateFields: { name: '={{ $json.name }}' },
		});
		const items = names.map((name, number) => ({
			json: { name, workItem: number % 2 === 0 ? 'LNCH-1' : item() },
		}));
		const { json, error } = await engine.run({ parameters }, items, credential);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(12);
		expect(searches(world)).toHaveLength(1);
		expect(service.state.links[0]?.name).toBe('Name 11');
	});

	it('changes nothing where a key has no record, and says which', async () => {
		const { engine, credential, service } = world;
		const parameters = links({
			projectId: project(),
			workItemId: byId('={{ $json.key }}'),
			linkId: byId(service.state.links[0]?.id),
		});
		const items = [{ json: { key: 'LNCH-1' } }, { json: { key: 'LNCH-999' } }];
		const { error } = await engine.run({ parameters }, items, credential);
		expect(error?.message).toBe('Plane did not find Work Item LNCH-999 [item 1]');
		expect(error?.description).toContain('Check Work Item first, then Project ');
		expect(changes(world)).toEqual([]);
	});

	it('goes on with the others where it was told to', async () => {
		const { engine, credential, service } = world;
		const parameters = links({
			projectId: project(),
			workItemId: byId('={{ $json.key }}'),
			linkId: byId(service.state.links[0]?.id),
		});
		const items = [{ json: { key: 'LNCH-999' } }, { json: { key: 'LNCH-1' } }];
		const { json } = await engine.run(
			{ parameters, onError: 'continueRegularOutput' },
			items,
			credential,
		);
		expect(json[0]?.error).toContain('Plane did not find Work Item LNCH-999');
		expect(json[1]?.error).toBeUndefined();
		expect(changes(world).length).toBeGreaterThan(0);
	});

	it('adds work items by their keys, each looked up once, and puts them into one request', async () => {
		const { engine, credential, service } = world;
		const [first, second, third] = service.state.workItems.map(({ id }) => id);
		const parameters = parametersFor('module.addWorkItems', {
			projectId: project(),
			moduleId: byId(service.state.modules[0]?.id),
			workItemIds: '={{ $json.ids }}',
		});
		const items = [{ ids: `LNCH-1, ${second ?? ''}` }, { ids: ['LNCH-3', 'LNCH-1', first] }];
		const { error, outputs } = await engine.run(
			{ parameters },
			items.map((json) => ({ json })),
			credential,
		);
		expect(error).toBeUndefined();
		expect(searches(world)).toHaveLength(2);
		expect(changes(world).map(({ body }) => body)).toEqual([{ issues: [first, second, third] }]);
		const paired = new Set(outputs[0]?.map(({ pairedItem }) => JSON.stringify(pairedItem)));
		expect(paired.size).toBe(2);
	});

	it('adds nothing where one of the keys has no record', async () => {
		const { engine, credential, service } = world;
		const parameters = parametersFor('module.addWorkItems', {
			projectId: project(),
			moduleId: byId(service.state.modules[0]?.id),
			workItemIds: '={{ $json.ids }}',
		});
		const items = [{ json: { ids: 'LNCH-1' } }, { json: { ids: 'LNCH-2, LNCH-999' } }];
		const { error } = await engine.run({ parameters }, items, credential);
		expect(error?.message).toBe('Work Item IDs: Plane did not find LNCH-999 [item 1]');
		expect(changes(world)).toEqual([]);
	});

	it('costs one request where the API key is wrong, however many keys there are', async () => {
		const { engine, credential, service } = world;
		const parameters = attachments({ projectId: project(), workItemId: byId('={{ $json.key }}') });
		const items = Array.from({ length: 20 }, (_, index) => ({
			json: { key: `LNCH-${index + 1}` },
		}));
		const wrong = { ...credential, apiKey: 'plane_api_wrong' };
		const { error } = await engine.run({ parameters }, items, wrong);
		expect(error?.message).toContain('did not accept the API key');
		expect(service.requests).toHaveLength(1);
	});

	it('takes no work item of another project for it', async () => {
		const { engine, credential } = world;
		const parameters = attachments({ projectId: project(), workItemId: byId('WEB-1') });
		const { error } = await engine.run({ parameters }, [{}], credential);
		expect(error?.message).toBe('Work Item: WEB-1 is in another project (Website) [item 0]');
		expect(error?.description).toMatch(/^Choose that project in Project, or /);
	});

	it('lists the links of a work item that is named by its key', async () => {
		const parameters = { projectId: project(), workItemId: byId('LNCH-1') };
		const page = await open(world, { method: 'searchLinks', parameters });
		expect(page.requests).toBe(2);
		expect(namesIn(page)).toEqual(['Draft 1 (https://example.com/drafts/1)']);
	});

	it('says in place of a list that a key has no record', async () => {
		const parameters = { projectId: project(), workItemId: byId('LNCH-999') };
		const search = open(world, { method: 'searchLinks', parameters });
		await expect(search).rejects.toThrow('Plane did not find Work Item LNCH\u2011999');
	});

	it('asks for nothing where there is no key', async () => {
		const { engine, credential } = world;
		const parameters = attachments({ projectId: project(), workItemId: byId(item()) });
		await engine.run({ parameters }, [{}], credential);
		expect(searches(world)).toEqual([]);
	});
});

describe('where the server has no search', () => {
	const world = useWorld();

	it.each(['WI-42', 'item-12', 'wi-1'])('takes %s for an ID', async (id) => {
		const odd = await startOddServer(({ url }, response) => {
			if (url?.includes('/search/') === true) response.statusCode = 404;
			response.setHeader('content-type', 'application/json').end('[]');
		});
		const parameters = attachments({ projectId: byId('p1'), workItemId: byId(id) });
		const credential = { ...world.credential, baseUrl: odd.url };
		const { error } = await world.engine.run({ parameters }, [{}], credential);
		expect(error).toBeUndefined();
		expect(odd.arrived.at(-1)?.url).toContain(`/work-items/${id}/attachments/`);
		await odd.close();
	});
});
