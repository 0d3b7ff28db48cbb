import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { stableId, type Cycle, type Module } from '../service/state';
import type { Outcome } from './engine';
import { byId, locateFirst } from './samples';
import { serverKinds } from './serverKinds';
import { jsonItems } from './startNode';
import { useWorlds } from './useWorld';
import type { Execution } from './world';

const { world, start: startService } = useWorlds();

/** Adds the work items in the field `ids` of each item to the module or cycle in its field `target`. */
const addWorkItems = async (
	operation: 'module.addWorkItems' | 'cycle.addWorkItems',
	items: readonly IDataObject[],
	execution: Execution = {},
): Promise<Outcome> => {
	const target = byId('={{ $json.target }}');
	const targetParameter =
		operation === 'module.addWorkItems' ? { moduleId: target } : { cycleId: target };
	const projectId = locateFirst(world.service.state.projects);

	return await world.run(
		operation,
		{ projectId, ...targetParameter, workItemIds: '={{ $json.ids }}' },
		{ items: jsonItems(items), ...execution },
	);
};

const moduleAt = (index: number): Module => at(world.service.state.modules, index);
const cycleAt = (index: number): Cycle => at(world.service.state.cycles, index);

function at<Row>(rows: readonly Row[], index: number): Row {
	const row = rows[index];
	if (row === undefined) throw new Error('No such record');

	return row;
}

/** Adds work items to the first module, or to the `target` of an item if it has one. */
const addToModule = async (items: readonly IDataObject[], execution?: Execution) =>
	await addWorkItems(
		'module.addWorkItems',
		items.map((item) => ({ target: moduleAt(0).id, ...item })),
		execution,
	);

/** Adds work items to the cycle with the index in the field `cycle` of each item. */
const addToCycles = async (
	items: readonly { ids: IDataObject[string]; cycle: number }[],
	execution?: Execution,
) =>
	await addWorkItems(
		'cycle.addWorkItems',
		items.map(({ ids, cycle }) => ({ ids, target: cycleAt(cycle).id })),
		execution,
	);

/** The requests that add work items, without those that read a cycle first. */
const additions = () => world.service.requests.filter(({ method }) => method === 'POST');

/** The IDs in the body of each addition. */
const sentIds = () =>
	additions().map(({ body }) =>
		typeof body === 'object' && body !== null && 'issues' in body ? body.issues : undefined,
	);

/** Counts the input items that have output. */
const countPairedItems = ({ outputs }: Outcome) =>
	new Set(outputs[0]?.map(({ pairedItem }) => JSON.stringify(pairedItem))).size;

describe.each(serverKinds)('Adding work items on a %s server', (serverKind) => {
	/** Starts a service whose first project has this many work items. @returns their IDs */
	async function start(count: number): Promise<string[]> {
		await startService({ serverKind, workItems: count });
		const { projects, workItems } = world.service.state;

		return workItems.flatMap(({ project, id }) => (project === projects[0]?.id ? [id] : []));
	}

	test('sends 250 items of one module in three requests, each ID exactly once', async () => {
		const ids = await start(250);
		const items = ids.map((id, index) => ({ ids: index % 10 === 0 ? [id, ids[0]] : [id] }));

		const outcome = await addToModule(items);

		expect(outcome.error).toBeUndefined();
		expect(sentIds()).toEqual([ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)]);
		expect([...moduleAt(0).issues].sort()).toEqual([...ids].sort());
		expect(countPairedItems(outcome)).toBe(250);
	});

	test.each([
		['as Plane writes it', (id: string) => id],
		['with capitals', (id: string) => id.toUpperCase()],
	])('does not add a work item again that is in the cycle, with its ID %s', async (_, writeId) => {
		const ids = await start(1);

		await addToCycles([{ ids, cycle: 0 }]);
		const activities = world.service.state.activities.length;

		const repeatedIds = [...ids.map(writeId), ...ids];

		const { json, error } = await addToCycles([{ ids: repeatedIds, cycle: 0 }]);

		expect(error).toBeUndefined();
		expect(json).toEqual([
			{
				added: false,
				project: cycleAt(0).project,
				cycle: cycleAt(0).id,
				issue: repeatedIds[0]?.toLowerCase(),
			},
		]);
		expect(sentIds()).toEqual([ids]);
		expect(cycleAt(0).issues).toEqual(ids);
		expect(world.service.state.activities).toHaveLength(activities);
	});

	test('sends only work items that are not in the cycle, and gives each item its own output', async () => {
		const ids = await start(3);

		await addToCycles([{ ids: ids.slice(0, 1), cycle: 0 }]);

		const outcome = await addToCycles(ids.map((id) => ({ ids: [id], cycle: 0 })));

		expect(outcome.error).toBeUndefined();
		expect(countPairedItems(outcome)).toBe(3);
		expect(outcome.json.map(({ added }) => added)).toEqual([false, undefined, undefined]);
		expect(sentIds()).toEqual([ids.slice(0, 1), ids.slice(1)]);
	});

	test('adds work items although the cycle cannot be read', async () => {
		const ids = await start(2);

		world.service.faults.plan(
			{ kind: 'status', status: 403 },
			{ times: Infinity, when: ({ method }) => method === 'GET' },
		);

		const { error } = await addToCycles([{ ids, cycle: 0 }]);

		expect(error).toBeUndefined();
		expect(cycleAt(0).issues).toEqual(ids);
	});

	test('reports the error of the target that failed, not of an item interrupted by it', async () => {
		const ids = await start(400);
		const { faults } = world.service;

		faults.plan({ kind: 'delay', milliseconds: 100 }, { times: Infinity });

		const { error } = await addToModule([
			{ ids },
			{ ids: [ids[0]], target: stableId('no module', 1) },
		]);

		expect(error?.message).toMatch(/Module .* \[item 1\]$/);
		expect(error?.description).toMatch(/<br>Done: 0 of 2 items\. Partly done: 0\. Failed: 1\.$/);
	});
});

test('Teamspace members are added in one request too', async () => {
	const { service, run } = await startService();
	const { users, teamspaces, setMembers } = service.state;
	const ids = users.map(({ id }) => id);

	const outcome = await run(
		'teamspaceMember.add',
		{ teamspaceId: locateFirst(teamspaces), memberIds: '={{ $json.id }}' },
		{ items: jsonItems(ids.map((id) => ({ id }))) },
	);

	expect(outcome.error).toBeUndefined();
	expect(service.requests).toHaveLength(1);
	expect(outcome.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
		ids.map((_, item) => ({ item })),
	);

	const members = setMembers.filter(({ owner }) => owner === teamspaces[0]?.id);

	expect(members.map(({ member }) => member).sort()).toEqual([...ids].sort());
});
