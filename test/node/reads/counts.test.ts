import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { locateFirst } from '../../engine/samples';
import type { WorkItem } from '../../service/state';
import type { NodeResult, Plane } from '../plane';
import { usePlanes } from '../usePlanes';

const startPlane = usePlanes();

/** Starts a Community Edition whose first cycle and first module have some work items of the first project. */
async function start() {
	const plane = await startPlane({ serverKind: 'community', workItems: 120 });
	const { state } = plane.service;
	const [project] = state.projects;
	const items = state.workItems.filter((item) => item.project === project?.id);
	const [cycle] = state.cycles.filter((entry) => entry.project === project?.id);
	const [module] = state.modules.filter((entry) => entry.project === project?.id);
	if (cycle === undefined || module === undefined) throw new Error('Nothing contains work items');

	for (const entry of state.cycles) entry.issues = [];
	for (const entry of state.modules) entry.issues = [];

	cycle.issues = items.slice(0, 4).map(({ id }) => id);
	module.issues = items.slice(2, 9).map(({ id }) => id);

	return { plane, items, cycle, module };
}

const inFirstProject = (plane: Plane): INodeParameters => ({
	projectId: locateFirst(plane.service.state.projects),
});

const count = async (plane: Plane, parameters: INodeParameters = {}) =>
	await plane.run('workItem.count', { ...inFirstProject(plane), ...parameters });

const toPaths = ({ requests }: NodeResult) =>
	requests.map(({ url }) => url.replace(/^.*\/workspaces\/[^/]+/, ''));

/** The numbers of an output by what they are of. */
const readGroups = (rows: readonly IDataObject[], field: string) =>
	new Map(rows.map((row) => [row[field], row.count]));

/** Counts the values of work items. */
function countBy(items: readonly WorkItem[], readValues: (item: WorkItem) => readonly unknown[]) {
	const counts = new Map<unknown, number>();

	for (const item of items) {
		const values = readValues(item);

		for (const value of values.length === 0 ? [null] : values) {
			counts.set(value, (counts.get(value) ?? 0) + 1);
		}
	}

	return counts;
}

describe('Work Item → Count', () => {
	it('asks the server for its own count if nothing else decides', async () => {
		const { plane, items } = await start();
		const result = await count(plane);
		const [list = ''] = toPaths(result);

		expect(result.json).toEqual([{ count: items.length }]);
		expect(items.length).toBeGreaterThan(100);
		expect(result.requests).toHaveLength(1);
		expect(list).toMatch(/per_page=1$/);
	});

	it('adds up the counts of all projects', async () => {
		const { plane } = await start();
		const result = await count(plane, { projectScope: 'all' });
		const { projects, workItems } = plane.service.state;

		expect(result.json).toEqual([{ count: workItems.length }]);
		expect(result.requests).toHaveLength(1 + projects.length);
	});

	it('counts what matches filters, which the server ignores', async () => {
		const { plane, items } = await start();
		const { json } = await count(plane, { filters: { priority: ['high'] } });
		const high = items.filter(({ priority }) => priority === 'high');

		expect(json).toEqual([{ count: high.length }]);
		expect(high.length).toBeGreaterThan(0);
	});

	it.each([
		['priority', 'priority'],
		['state', 'state'],
		['stateGroup', 'state_group'],
		['assignee', 'assignees'],
		['label', 'labels'],
		['cycle', 'cycle'],
		['module', 'modules'],
	])('counts by %s', async (groupBy, field) => {
		const { plane, items, cycle, module } = await start();
		const { states, labels, users } = plane.service.state;
		const nameOf = (list: readonly { readonly id: string; readonly name: string }[], id: string) =>
			list.find((entry) => entry.id === id)?.name;
		const userOf = (id: string) => users.find((user) => user.id === id)?.display_name;
		const values: Record<string, (item: WorkItem) => readonly unknown[]> = {
			priority: ({ priority }) => [priority],
			state: (item) => [nameOf(states, item.state)],
			state_group: (item) => [states.find(({ id }) => id === item.state)?.group],
			assignees: (item) => item.assignees.map(userOf),
			labels: (item) => item.labels.map((id) => nameOf(labels, id)),
			cycle: ({ id }) => (cycle.issues.includes(id) ? [cycle.name] : []),
			modules: ({ id }) => (module.issues.includes(id) ? [module.name] : []),
		};

		const { json } = await count(plane, { groupBy });
		const expected = countBy(items, values[field] ?? (() => []));

		expect(readGroups(json, field)).toEqual(expected);
		expect(expected.size).toBeGreaterThan(1);

		const numbers = json.map((row) => row.count);

		expect(numbers).toEqual(numbers.toSorted((a, b) => Number(b) - Number(a)));
	});

	it('counts assignees of the same name by themselves, and tells them apart by email address', async () => {
		const { plane, items } = await start();
		const [john, other] = plane.service.state.users;
		const [first, second, third] = items;
		if (!john || !other || !first || !second || !third) throw new Error('There is too little');

		Object.assign(john, { display_name: 'john', email: 'john@acme.com' });
		Object.assign(other, { display_name: 'john', email: 'john@partner.com' });
		for (const item of items) item.assignees = [];
		Object.assign(first, { assignees: [john.id] });
		Object.assign(second, { assignees: [other.id, john.id] });

		const { json } = await count(plane, { groupBy: 'assignee' });

		expect(json).toEqual([
			{ assignees: null, count: items.length - 2 },
			{ assignees: 'john (john@acme.com)', count: 2 },
			{ assignees: 'john (john@partner.com)', count: 1 },
		]);
	});

	it.each([
		['cycle', /\/(archived-)?modules\//],
		['module', /\/(archived-)?cycles\//],
	])('reads for the groups by %s nothing else', async (groupBy, others) => {
		const { plane } = await start();
		const paths = toPaths(await count(plane, { groupBy }));

		expect(paths.filter((path) => others.test(path))).toEqual([]);
		expect(paths.filter((path) => path.includes(`/${groupBy}s/`))).not.toEqual([]);
	});

	it('counts groups of the same name in all projects together', async () => {
		const { plane } = await start();
		const { states, workItems } = plane.service.state;
		const { json } = await count(plane, { projectScope: 'all', groupBy: 'state' });
		const nameOf = ({ state }: WorkItem) => states.find(({ id }) => id === state)?.name;

		expect(readGroups(json, 'state')).toEqual(countBy(workItems, (item) => [nameOf(item)]));
	});
});

describe('Include Cycle and Modules', () => {
	const getAll = async (plane: Plane, parameters: INodeParameters) =>
		await plane.run('workItem.getAll', {
			...inFirstProject(plane),
			returnAll: true,
			options: { includeCycleAndModules: true },
			...parameters,
		});

	it('adds their names to simplified work items, with one list for each cycle and module', async () => {
		const { plane, items, cycle, module } = await start();
		const result = await getAll(plane, { simple: true });
		const shown = new Map(result.json.map((row) => [row.id, row]));
		const paths = toPaths(result).filter((path) =>
			/-issues\/|\/(archived-)?(cycles|modules)\//.test(path),
		);
		const project = items[0]?.project;
		const inProject = (entry: { readonly project: unknown }) => entry.project === project;
		const { cycles, modules } = plane.service.state;

		expect(result.json).toHaveLength(items.length);

		for (const { id } of items) {
			expect(shown.get(id)).toMatchObject({
				cycle: cycle.issues.includes(id) ? cycle.name : null,
				modules: module.issues.includes(id) ? [module.name] : [],
			});
		}

		// The lists of both, with those that are archived, and what is in each.
		expect(paths).toHaveLength(
			4 + cycles.filter(inProject).length + modules.filter(inProject).length,
		);
	});

	it('adds their IDs to whole work items, and is one of the fields to return', async () => {
		const { plane, items, cycle, module } = await start();
		const { json } = await getAll(plane, {
			simple: false,
			options: { includeCycleAndModules: true, fieldsToReturn: 'id, cycle, modules' },
		});

		expect(json).toContainEqual({ id: items[2]?.id, cycle: cycle.id, modules: [module.id] });
		expect(json).toContainEqual({ id: items[40]?.id, cycle: null, modules: [] });
	});

	it('reads no cycle and no module if there is no work item', async () => {
		const { plane } = await start();
		const result = await getAll(plane, { filters: { nameContains: 'there is none such' } });

		expect(result.json).toEqual([]);
		expect(toPaths(result).filter((path) => path.includes('-issues/'))).toEqual([]);
	});
});
