import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { startService, type Service } from '../service/service';
import { idOf, type Cycle, type Module } from '../service/state';
import { Engine, type Outcome, type PlaneNode } from './engine';
import { locator, parametersFor } from './samples';
import { credentialFor, faceNames } from './world';

let engine: Engine;
let service: Service;

const UNKNOWN = idOf('nothing', 1);

beforeAll(async () => {
	engine = await Engine.start();
});
afterEach(async () => {
	await service.close();
});

describe.each(faceNames)('on the face %s', (face) => {
	/** Starts a service whose first project has this many work items, and gives their IDs. */
	async function start(count: number): Promise<string[]> {
		service = await startService({ face, workItems: count });
		const { value: project } = locator(service.state.projects);
		return service.state.workItems.flatMap((row) => (row.project === project ? [row.id] : []));
	}

	const run = async (
		operation: string,
		items: readonly IDataObject[],
		target: IDataObject,
		node: Partial<PlaneNode> = {},
	): Promise<Outcome> =>
		await engine.run(
			{
				parameters: parametersFor(operation, {
					projectId: locator(service.state.projects),
					...target,
				}),
				...node,
			},
			items.map((json) => ({ json })),
			credentialFor(service),
		);

	/** Adds the work items of each item to the first module, or to that of the item. */
	const toModule = async (items: readonly IDataObject[], node: Partial<PlaneNode> = {}) =>
		await run(
			'module.addWorkItems',
			items,
			{
				moduleId: {
					__rl: true,
					mode: 'id',
					value: `={{ $json.module ?? "${moduleAt(0).id}" }}`,
				},
				workItemIds: '={{ $json.ids }}',
			},
			node,
		);
	const moduleAt = (index: number): Module => {
		const module = service.state.modules[index];
		if (module === undefined) throw new Error('No module');
		return module;
	};
	const sent = () =>
		service.requests.map(({ body }) =>
			typeof body === 'object' && body !== null && 'issues' in body ? body.issues : undefined,
		);

	test('250 items of the same module take three requests, each ID in one of them, once', async () => {
		const ids = await start(250);
		const items = ids.map((id, index) => ({ ids: index % 10 === 0 ? [id, ids[0]] : [id] }));
		const { error, outputs } = await toModule(items);
		expect(error).toBeUndefined();
		expect(sent()).toEqual([ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)]);
		expect([...moduleAt(0).issues].sort()).toEqual([...ids].sort());
		const paired = new Set(outputs[0]?.map(({ pairedItem }) => JSON.stringify(pairedItem)));
		expect(paired.size).toBe(250);
	});

	test('each item has the records of its own work items, and is paired with them', async () => {
		const ids = await start(10);
		const { outputs } = await toModule([{ ids: ids.slice(0, 2) }, { ids: [ids[5]] }]);
		expect(sent()).toEqual([[ids[0], ids[1], ids[5]]]);
		const shown = (outputs[0] ?? []).map(({ json, pairedItem }) => [
			JSON.stringify(json).includes(ids[5] ?? 'none'),
			pairedItem,
		]);
		expect(shown.at(-1)).toEqual([true, { item: 1 }]);
		expect(shown[0]?.[1]).toEqual({ item: 0 });
	});

	test('each output item has a json of its own, also where several items have the same record', async () => {
		const [id, other] = await start(2);
		const { outputs } = await toModule([{ ids: [id] }, { ids: [id, other] }, { ids: [id] }]);
		const jsons = (outputs[0] ?? []).map(({ json }) => json);
		expect(jsons.length).toBeGreaterThan(2);
		expect(jsons[0]).toEqual(jsons.at(-1));
		for (const json of jsons) json.seen = (json.seen ?? 0) === 0 ? 1 : 'twice';
		expect(jsons.map(({ seen }) => seen)).toEqual(jsons.map(() => 1));
	});

	test('items of different modules go out in requests of their own', async () => {
		const ids = await start(10);
		const [first, second] = [moduleAt(0).id, moduleAt(1).id];
		const { error } = await toModule(
			[first, second, first].map((module, index) => ({ module, ids: [ids[index]] })),
		);
		expect(error).toBeUndefined();
		expect(sent()).toEqual([[ids[0], ids[2]], [ids[1]]]);
	});

	test('one unknown work item of many fails its own items alone', async () => {
		const ids = await start(120);
		const items = ids.map((id, index) => ({ ids: index === 70 ? [UNKNOWN] : [id] }));
		const { outputs } = await run(
			'cycle.addWorkItems',
			items,
			{ cycleId: locator(service.state.cycles), workItemIds: '={{ $json.ids }}' },
			{ onError: 'continueErrorOutput' },
		);
		expect(outputs.map((each) => each.length)).toEqual([119, 1]);
		expect(outputs[1]).toMatchObject([
			{
				json: { ids: [UNKNOWN], error: expect.stringContaining(`${UNKNOWN} was not added`) },
				pairedItem: { item: 70 },
			},
		]);
		expect(service.state.cycles[0]?.issues).toHaveLength(119);
	});

	test('the failure of another target is told, not that an item was broken off by it', async () => {
		const ids = await start(400);
		const items = [{ ids }, { ids: [ids[0]], module: idOf('no module', 1) }];
		service.faults.plan({ kind: 'delay', milliseconds: 100 }, { times: Infinity });
		const { error } = await toModule(items);
		expect(error?.message).toMatch(/Module .* \[item 1\]$/);
		expect(error?.description).toMatch(/ Carried out: 0 of 2 items\. In part: 0\. Failed: 1\.$/);
	});

	test('a failure stops before the next request, and says which items were carried out', async () => {
		const ids = await start(250);
		const items = ids.map((id, index) => ({ ids: index === 3 ? [UNKNOWN] : [id] }));
		const { error } = await toModule(items);
		expect(error?.message).toMatch(/ was not added: .* \[item 3\]$/);
		expect(error?.description).toMatch(
			face === 'community'
				? / Carried out: 99 of 250 items \(0-2, 4-99\)\. Failed: 3\. Not carried out: 100-249\.$/
				: // It refuses all for one, and the node ends where that one stands alone.
					/ Carried out: 3 of 250 items \(0-2\)\. Failed: 3\. Not carried out: 4-249\.$/,
		);
		expect(moduleAt(0).issues).toHaveLength(face === 'community' ? 99 : 3);
	});

	/** Adds the work items of each item to the cycle with this number. */
	const toCycles = async (
		items: readonly { readonly ids: readonly (string | undefined)[]; readonly cycle: number }[],
		node: Partial<PlaneNode> = {},
	) =>
		await run(
			'cycle.addWorkItems',
			items.map(({ ids, cycle }) => ({ ids: [...ids], cycle: cycleAt(cycle).id })),
			{
				cycleId: { __rl: true, mode: 'id', value: '={{ $json.cycle }}' },
				workItemIds: '={{ $json.ids }}',
			},
			node,
		);
	const cycleAt = (index: number): Cycle => {
		const cycle = service.state.cycles[index];
		if (cycle === undefined) throw new Error('No cycle');
		return cycle;
	};

	test('a work item that is moved to and fro ends in the cycle that the last item says', async () => {
		const [first, second, third] = await start(3);
		// The requests to one cycle take longer than those to the other.
		service.faults.plan(
			{ kind: 'delay', milliseconds: 150 },
			{ times: Infinity, when: ({ url }) => url?.includes(cycleAt(0).id) === true },
		);
		const { error, outputs } = await toCycles([
			{ ids: [first], cycle: 0 },
			{ ids: [first, second], cycle: 1 },
			{ ids: [third], cycle: 1 },
			{ ids: [second, first], cycle: 0 },
			{ ids: [second], cycle: 1 },
		]);
		expect(error).toBeUndefined();
		expect(new Set(outputs[0]?.map(({ pairedItem }) => JSON.stringify(pairedItem))).size).toBe(5);
		expect([cycleAt(0).issues, cycleAt(1).issues].map((ids) => [...ids].sort())).toEqual([
			[first],
			[second, third].sort(),
		]);
	});
});

test.each(['continueErrorOutput', 'stopWorkflow'] as const)(
	'a cycle that has ended refuses each of 251 items at the price of one request, with %s',
	async (onError) => {
		service = await startService({ face: 'community' });
		const [cycle] = service.state.cycles;
		if (cycle === undefined) throw new Error('No cycle');
		cycle.end_date = '2026-01-05';
		const ids = service.state.workItems.filter(({ project }) => project === cycle.project);
		const { outputs, error } = await engine.run(
			{
				parameters: parametersFor('cycle.addWorkItems', {
					projectId: locator(service.state.projects),
					cycleId: locator(service.state.cycles),
					workItemIds: '={{ $json.id }}',
				}),
				onError,
			},
			[...ids, ids[0]].map((row) => ({ json: { id: row?.id ?? '' } })),
			credentialFor(service),
		);
		expect(service.requests).toHaveLength(1);
		if (onError === 'stopWorkflow') {
			expect(error?.message).toBe(`Cycle ${cycle.id} has ended [item 0]`);
			expect(error?.description).toMatch(/^Choose another one: /);
		} else {
			expect(outputs.map((items) => items.length)).toEqual([0, 251]);
			expect(outputs[1]?.at(-1)?.json.error).toMatch(
				/ has ended \[item 250\]\. Choose another one/,
			);
		}
	},
);

test('members of a teamspace are added in one request too', async () => {
	service = await startService();
	const { users, teamspaces, teamspaceMembers } = service.state;
	const [teamspace] = teamspaces;
	const ids = users.map(({ id }) => id);
	const { error, outputs } = await engine.run(
		{
			parameters: parametersFor('teamspaceMember.add', {
				teamspaceId: locator(teamspaces),
				memberIds: '={{ $json.id }}',
			}),
		},
		ids.map((id) => ({ json: { id } })),
		credentialFor(service),
	);
	expect(error).toBeUndefined();
	expect(service.requests).toHaveLength(1);
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
	const members = teamspaceMembers.filter((row) => row.teamspace === teamspace?.id);
	expect(members.map(({ member }) => member).sort()).toEqual([...ids].sort());
});
