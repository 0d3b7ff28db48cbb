import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { stableId, type Cycle, type Module } from '../service/state';
import { causes } from '../nodeTexts';
import type { Outcome } from './engine';
import { byId, locateFirst } from './samples';
import { serverKinds } from './serverKinds';
import { jsonItems } from './startNode';
import { useWorlds } from './useWorld';
import type { Execution } from './world';

const UNKNOWN = stableId('nothing', 1);

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

	test('outputs items that never share a JSON object, even if several have the same record', async () => {
		const [id, otherId] = await start(2);

		const { json } = await addToModule([{ ids: [id] }, { ids: [id, otherId] }, { ids: [id] }]);

		expect(json.length).toBeGreaterThan(2);
		expect(json[0]).toEqual(json.at(-1));

		// A record that two items share would be marked twice.
		for (const record of json) record.marks = Number(record.marks ?? 0) + 1;

		expect(json.map(({ marks }) => marks)).toEqual(json.map(() => 1));
	});

	test('sends items of different modules in separate requests', async () => {
		const ids = await start(10);
		const targets = [0, 1, 0].map((module) => moduleAt(module).id);

		const { error } = await addToModule(
			targets.map((target, index) => ({ target, ids: [ids[index]] })),
		);

		expect(error).toBeUndefined();
		expect(sentIds()).toEqual([[ids[0], ids[2]], [ids[1]]]);
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

	test('adds a work item again that left the cycle during the run', async () => {
		const [first, second] = await start(2);

		await addToCycles([{ ids: [first], cycle: 0 }]);

		const { error } = await addToCycles([
			{ ids: [second], cycle: 0 },
			{ ids: [first], cycle: 1 },
			{ ids: [first], cycle: 0 },
		]);

		expect(error).toBeUndefined();
		expect([...cycleAt(0).issues].sort()).toEqual([first, second].sort());
		expect(cycleAt(1).issues).toEqual([]);
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

	test('fails only the items of an unknown work item among many', async () => {
		const ids = await start(120);

		const { outputs } = await addToCycles(
			ids.map((id, index) => ({ ids: index === 70 ? [UNKNOWN] : [id], cycle: 0 })),
			{ onError: 'continueErrorOutput' },
		);

		expect(outputs.map((output) => output.length)).toEqual([119, 1]);
		expect(outputs[1]).toMatchObject([
			{
				json: { ids: [UNKNOWN], error: expect.stringContaining(causes.notAdded(UNKNOWN)) },
				pairedItem: { item: 70 },
			},
		]);
		expect(cycleAt(0).issues).toHaveLength(119);
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

	test('stops before the next request after a failure, and says which items were carried out', async () => {
		const ids = await start(250);
		const items = ids.map((id, index) => ({ ids: index === 3 ? [UNKNOWN] : [id] }));

		const { error } = await addToModule(items);

		expect(error?.message).toMatch(/ was not added: .* \[item 3\]$/);
		expect(error?.description).toMatch(
			serverKind === 'community'
				? /<br>Done: 99 of 250 items \(0-2, 4-99\)\. Failed: 3\. Not done: 100-249\.$/
				: // The server refuses a whole request, so the node sends smaller ones until only the unknown item fails.
					/<br>Done: 3 of 250 items \(0-2\)\. Failed: 3\. Not done: 4-249\.$/,
		);
		expect(moduleAt(0).issues).toHaveLength(serverKind === 'community' ? 99 : 3);
	});

	test('leaves a work item that is moved back and forth in the cycle of the last item', async () => {
		const [first, second, third] = await start(3);

		// The requests to one cycle take longer than those to the other.
		world.service.faults.plan(
			{ kind: 'delay', milliseconds: 150 },
			{ times: Infinity, when: ({ url }) => url?.includes(cycleAt(0).id) === true },
		);

		const outcome = await addToCycles([
			{ ids: [first], cycle: 0 },
			{ ids: [first, second], cycle: 1 },
			{ ids: [third], cycle: 1 },
			{ ids: [second, first], cycle: 0 },
			{ ids: [second], cycle: 1 },
		]);

		expect(outcome.error).toBeUndefined();
		expect(countPairedItems(outcome)).toBe(5);
		expect([cycleAt(0).issues, cycleAt(1).issues].map((ids) => [...ids].sort())).toEqual([
			[first],
			[second, third].sort(),
		]);
	});
});

test.each(['continueErrorOutput', 'stopWorkflow'] as const)(
	'A cycle that has ended refuses all 251 items after one request, with %s',
	async (onError) => {
		const { service } = await startService({ serverKind: 'community' });
		const cycle = cycleAt(0);

		cycle.end_date = '2026-01-05';
		const rows = service.state.workItems.filter(({ project }) => project === cycle.project);

		const { outputs, error } = await addToCycles(
			[...rows, at(rows, 0)].map(({ id }) => ({ ids: id, cycle: 0 })),
			{ onError },
		);

		expect(additions()).toHaveLength(1);

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
