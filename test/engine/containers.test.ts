import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { newestFirst } from '../service/serializers';
import { stableId, type WorkItem } from '../service/state';
import { getIds } from './lists';
import { locateFirst } from './samples';
import { useWorlds } from './useWorld';
import type { Execution } from './world';

const { world, start } = useWorlds();

const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

const only = <Entry>(entry: Entry | undefined): Entry => {
	if (entry === undefined) throw new Error('The service has no such record');

	return entry;
};

/** Starts a server whose first project has some work items in cycles and modules. */
async function startServer(serverKind: 'community' | 'specification' = 'community') {
	const { service } = await start({ serverKind });
	const { state } = service;
	const project = only(state.projects[0]);
	const items = state.workItems.filter((item) => item.project === project.id);
	const [past, current] = state.cycles.filter((cycle) => cycle.project === project.id);
	const module = only(state.modules.find((entry) => entry.project === project.id));
	const archived = { ...only(past), id: stableId('cycle', 77), name: 'Long ago' };

	// No two work items are created at the same time, so that their order is certain.
	for (const [index, item] of state.workItems.entries()) {
		item.created_at = new Date(Date.parse(item.created_at) + index).toISOString();
	}

	for (const cycle of state.cycles) cycle.issues = [];

	only(past).issues = getIds(items.slice(0, 4)).map(String);
	only(current).issues = getIds(items.slice(10, 16)).map(String);
	archived.issues = getIds(items.slice(20, 23)).map(String);
	archived.archived_at = '2026-01-01T00:00:00.000Z';
	state.cycles.push(archived);
	module.issues = getIds(items.slice(14, 18)).map(String);

	return { state, project, items, past: only(past), current: only(current), archived, module };
}

const getAll = async (
	filters: INodeParameters,
	parameters: INodeParameters = {},
	more?: Execution,
) =>
	await world.run(
		'workItem.getAll',
		{
			projectId: locateFirst(world.service.state.projects),
			returnAll: true,
			...parameters,
			filters,
		},
		more,
	);

const sortedIds = (items: readonly WorkItem[]) => getIds(newestFirst(items));

const urls = () => world.service.requests.map(({ url }) => url);

describe.each(['community', 'specification'] as const)(
	'Work Item → Get Many on a %s server',
	(kind) => {
		it('returns the work items of a cycle by its name, as it returns them without the filter', async () => {
			const { items, current } = await startServer(kind);
			const all = await getAll({});
			const inCycle = await getAll({ cycle: byName(current.name.toLowerCase()) });

			expect(inCycle.error).toBeUndefined();
			expect(inCycle.hints).toEqual([]);
			expect(getIds(inCycle.json)).toEqual(sortedIds(items.slice(10, 16)));
			expect(inCycle.json).toEqual(
				getIds(inCycle.json).map((id) => all.json.find((row) => row.id === id)),
			);
		});

		it('returns the work items of a module, and of a cycle and a module at once', async () => {
			const { items, current, module } = await startServer(kind);
			const inModule = await getAll({ module: byName(module.name) });
			const inBoth = await getAll({ module: byName(module.name), cycle: byName(current.name) });

			expect(getIds(inModule.json)).toEqual(sortedIds(items.slice(14, 18)));
			expect(getIds(inBoth.json)).toEqual(sortedIds(items.slice(14, 16)));
		});
	},
);

describe('The filter Cycle', () => {
	it('reads the list of the cycle instead of all work items', async () => {
		const { current } = await startServer();

		await getAll({ cycle: { mode: 'id', value: current.id } }, { simple: true });

		expect(urls()).toHaveLength(1);
		expect(urls()[0]).toContain(`${current.id}/cycle-issues/`);
	});

	it('takes Current, and an archived cycle by its ID', async () => {
		const { state, items, archived, current } = await startServer();

		for (const cycle of state.cycles) cycle.start_date = cycle.end_date = null;

		current.start_date = new Date(Date.now() - 86_400_000).toISOString();
		current.end_date = new Date(Date.now() + 86_400_000).toISOString();

		const today = await getAll({ cycle: { mode: 'list', value: 'current' } });
		const old = await getAll({ cycle: { mode: 'id', value: archived.id } });

		expect(getIds(today.json)).toEqual(sortedIds(items.slice(10, 16)));
		expect(getIds(old.json)).toEqual(sortedIds(items.slice(20, 23)));
	});

	it('is applied together with filters of the server, Sort, Limit, Offset and Fields to Return', async () => {
		const { items, current } = await startServer();
		const contained = items.slice(10, 16);

		for (const [index, item] of contained.entries()) {
			item.priority = ['low', 'urgent', 'none', 'high', 'medium', 'urgent'][index] ?? '';
		}

		const cycle = byName(current.name);
		const sorted = await getAll(
			{ cycle },
			{
				options: { orderBy: 'priority', offset: 1, fieldsToReturn: 'name' },
				returnAll: false,
				limit: 3,
			},
		);
		const expected = [contained[5], contained[3], contained[4]];

		expect(sorted.json).toEqual(expected.map((item) => ({ name: item?.name })));

		const state = only(contained[0]).state;
		const inState = await getAll({ cycle, state: { mode: 'id', value: state } });

		expect(getIds(inState.json)).toEqual(
			sortedIds(contained.filter((item) => item.state === state)),
		);
		expect(inState.hints).toEqual([]);
	});

	it('stands for the cycle of each project in several projects', async () => {
		const { state, items, current } = await startServer();
		const website = only(state.projects[1]);
		const ofWebsite = state.workItems.filter(({ project }) => project === website.id).slice(0, 2);
		const other = {
			...current,
			id: stableId('cycle', 78),
			project: website.id,
			issues: ofWebsite.map(({ id }) => id),
		};

		state.cycles = state.cycles.filter(({ project }) => project !== website.id);
		state.cycles.push(other);
		const { json, error } = await getAll({ cycle: byName(current.name) }, { projectScope: 'all' });

		expect(error).toBeUndefined();
		expect(getIds(json)).toEqual(sortedIds([...items.slice(10, 16), ...ofWebsite]));
	});
});

describe('The filter Without Cycle', () => {
	const isContained = (index: number) =>
		index < 4 || (index >= 10 && index < 16) || (index >= 20 && index < 23);

	it('returns work items that are in no cycle, completed and archived ones included, or the others', async () => {
		const { items } = await startServer();
		const without = await getAll({ withoutCycle: true });
		const within = await getAll({ withoutCycle: false });

		expect(without.error).toBeUndefined();
		expect(getIds(without.json)).toEqual(
			sortedIds(items.filter((_, index) => !isContained(index))),
		);
		expect(getIds(within.json)).toEqual(sortedIds(items.filter((_, index) => isContained(index))));
	});

	it('counts only matching work items for Limit', async () => {
		const { items } = await startServer();
		const expected = sortedIds(items.filter((_, index) => !isContained(index)));
		const { json } = await getAll(
			{ withoutCycle: true },
			{ returnAll: false, limit: 10, options: { offset: 220 } },
		);

		expect(getIds(json)).toEqual(expected.slice(220, 230));
	});

	it('reads each cycle once for all items', async () => {
		const { state, project } = await startServer();

		await getAll({ withoutCycle: true }, { returnAll: false, limit: 1 }, { items: [{}, {}, {}] });

		const cycleCount = state.cycles.filter((cycle) => cycle.project === project.id).length;

		expect(urls().filter((url) => url.includes('/cycle-issues/'))).toHaveLength(cycleCount);
		expect(urls().filter((url) => /\/(archived-)?cycles\/\?/.test(url))).toHaveLength(2);
	});

	it('fails if the list of a cycle cannot be read, instead of returning what may be in it', async () => {
		const { past } = await startServer();

		world.service.faults.plan(
			{ kind: 'status', status: 500 },
			{ when: ({ url = '' }) => url.includes(past.id), times: Infinity },
		);
		const { json, error } = await getAll({ withoutCycle: true }, { limits: { retries: 0 } });

		expect(json).toEqual([]);
		expect(error).toBeDefined();
	});

	it('returns all work items of a project whose cycles are turned off', async () => {
		const { state, items, project } = await startServer();

		state.cycles = [];
		project.cycle_view = false;
		const { json, error } = await getAll({ withoutCycle: true });

		expect(error).toBeUndefined();
		expect(json).toHaveLength(items.length);
	});
});
