import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { ServiceOptions } from '../service/service';
import { stableId, type Project, type WorkItem } from '../service/state';
import { withApiV2 } from '../service/testing/v2Client';
import { first, getIds } from './lists';
import { locateFirst } from './samples';
import { useWorlds } from './useWorld';
import type { Execution } from './world';

const { world, start } = useWorlds();

const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

/** Work items that match the filters of the tests: no two were created or changed at the same time. */
const RARE = [3, 120, 240, 360, 480];

/** Starts a server with API v2 and 800 work items in the first project, of which few are unlike the others. */
async function startServer(options: ServiceOptions = {}) {
	const { service } = await start(withApiV2({ workItems: 800, ...options }));
	const { state } = service;
	const project = first(state.projects);
	const items = state.workItems.filter((item) => item.project === project.id);
	const [user, other] = state.users;
	const filterOwn = <Entry extends { project: string }>(rows: readonly Entry[]) =>
		rows.filter((row) => row.project === project.id);
	const [label, otherLabel] = filterOwn(state.labels);
	const [backlog, ...states] = filterOwn(state.states);
	const started = states.find(({ group }) => group === 'started');
	const [task, fault] = filterOwn(state.types).filter(({ is_epic: isEpic }) => !isEpic);
	const cycle = first(filterOwn(state.cycles));
	if (!user || !other || !label || !otherLabel || !backlog || !started || !task || !fault) {
		throw new Error('The service lacks records');
	}

	for (const [index, item] of items.entries()) {
		const isRare = RARE.includes(index);

		Object.assign(item, {
			created_at: new Date(Date.parse('2026-01-01T00:00:00Z') + index * 1000).toISOString(),
			updated_at: new Date(Date.parse('2026-01-01T00:00:00Z') + index * 1000).toISOString(),
			priority: isRare ? 'urgent' : 'none',
			type: isRare ? fault.id : task.id,
			state: isRare ? started.id : backlog.id,
			assignees: isRare ? [other.id] : [],
			labels: isRare ? [label.id, otherLabel.id] : [],
			parent: isRare && index > 3 ? (items[3]?.id ?? null) : null,
			start_date: isRare ? '2026-03-02' : null,
			target_date: isRare ? '2026-03-31' : null,
		} satisfies Partial<WorkItem>);
		// API v1 shows the type that was written, which has this name there.
		Object.assign(item, { type_id: item.type });
	}

	cycle.issues = items.slice(0, 700).map(({ id }) => id);

	return { state, project, items, other, label, started, fault, cycle };
}

const getAll = async (parameters: INodeParameters, execution?: Execution) =>
	await world.run(
		'workItem.getAll',
		{ projectId: locateFirst(world.service.state.projects), returnAll: true, ...parameters },
		execution,
	);

/** Runs the list with API v2, and once more with a credential that allows API v1 only. */
async function compare(parameters: INodeParameters) {
	const readWith = async (execution?: Execution) => {
		const requestsBefore = world.service.requests.length;
		const outcome = await getAll(parameters, execution);

		return { ...outcome, requests: world.service.requests.slice(requestsBefore) };
	};

	const withV2 = await readWith();
	const withV1 = await readWith({ credential: { ...world.credential, apiVersion: 'v1' } });

	return { withV2, withV1 };
}

const isV2 = ({ url }: { readonly url: string }) => url.startsWith('/api/v2/');

const problemsOf = (requests: readonly { readonly url: string; readonly problem?: string }[]) =>
	requests.filter(isV2).map(({ problem }) => problem);

describe('Work Item → Get Many on a server with API v2', () => {
	it.each<
		[filter: string, filters: (server: Awaited<ReturnType<typeof startServer>>) => INodeParameters]
	>([
		['State', ({ started }) => ({ state: byName(started.name) })],
		['State Group', () => ({ stateGroup: ['started', 'completed'] })],
		['Priority', () => ({ priority: ['urgent', 'high'] })],
		['Assignee', ({ other }) => ({ assignee: byName(other.email) })],
		['Assignee Names or IDs', ({ other }) => ({ assignees: [other.email] })],
		['Unassigned, turned off', () => ({ unassigned: false })],
		['Label Names or IDs', ({ label }) => ({ labels: [label.name] })],
		['Parent', () => ({ parent: { __rl: true, mode: 'id', value: 'LNCH-4' } })],
		['Type Names or IDs', ({ fault }) => ({ types: [fault.name] })],
		['Start Date From and Until', () => ({ startFrom: '2026-03-01', startTo: '2026-03-02' })],
		['Due Date From and Until', () => ({ targetFrom: '2026-03-31', targetTo: '2026-04-01' })],
		['Created Before', () => ({ createdBefore: '2026-01-01T00:00:05Z' })],
		['Updated Before', () => ({ updatedBefore: '2026-01-01T00:00:04.500Z' })],
		['Cycle', ({ cycle }) => ({ cycle: byName(cycle.name), priority: ['urgent'] })],
	])(
		'finds the work items of %s with few requests, and returns what it returns otherwise',
		async (_, filters) => {
			const server = await startServer();
			const { withV2, withV1 } = await compare({ filters: filters(server), simple: false });

			expect(withV1.error).toBeUndefined();
			expect(withV1.json.length).toBeGreaterThan(3);
			expect(withV1.json.length).toBeLessThan(6);
			expect(withV2.json).toEqual(withV1.json);
			expect(withV2.error).toBeUndefined();
			expect(withV2.hints).toEqual([]);
			// One request to API v2, with nothing that it does not know.
			expect(problemsOf(withV2.requests)).toEqual([undefined]);
			expect(withV2.requests.length).toBeLessThan(withV1.requests.length);
		},
	);

	it('returns simplified records, and those with Fields, a Limit and a Sort, as it does otherwise', async () => {
		await startServer();

		for (const parameters of [
			{ simple: true },
			{ options: { fields: 'name, target_date, key' } },
			{ returnAll: false, limit: 2, options: { offset: 1 } },
			{ options: { orderBy: 'sequence_id' } },
			{ options: { orderBy: '-updated_at' } },
			{ options: { orderBy: 'target_date' } },
		]) {
			const { withV2, withV1 } = await compare({
				filters: { priority: ['urgent'] },
				...parameters,
			});

			expect(withV2.json).toEqual(withV1.json);
			expect(withV2.json.length).toBeGreaterThan(1);
			expect(withV2.requests.filter(isV2)).toHaveLength(1);
		}
	});

	it.each<[title: string, parameters: INodeParameters]>([
		['Simplify', { simple: true }],
		['Fields', { simple: false, options: { fields: 'key, name, state, priority, target_date' } }],
	])(
		'reads no work item by itself that has neither assignees nor labels, with %s',
		async (_, parameters) => {
			const { items } = await startServer();

			for (const item of items) Object.assign(item, { assignees: [], labels: [] });
			const filters = { stateGroup: ['started'], priority: ['urgent'] };
			const { withV2, withV1 } = await compare({ filters, ...parameters });

			expect(withV2.json).toEqual(withV1.json);
			expect(withV2.json).toHaveLength(RARE.length);
			expect(withV2.requests.filter(isV2)).toHaveLength(1);
			// Seven pages less.
			expect(withV2.requests).toHaveLength(withV1.requests.length - 7 + 1);
		},
	);

	it.each<[title: string, options: ServiceOptions]>([
		['has no API v2', { differences: { servesApiV2: false } }],
		['refuses the plan', { differences: { lacksV2Features: true } }],
		[
			'is of the Community Edition',
			{ serverKind: 'community', differences: { servesApiV2: false } },
		],
	])('needs one request more in an execution if the server %s', async (_, options) => {
		await startServer(options);
		const { withV2, withV1 } = await compare({ filters: { priority: ['urgent'] } });

		expect(withV2.error).toBeUndefined();
		expect(withV2.json).toEqual(withV1.json);
		expect(withV2.json).toHaveLength(RARE.length);
		expect(withV2.requests).toHaveLength(withV1.requests.length + 1);
	});

	it('needs one request more if a proxy answers in the place of API v2', async () => {
		let proxiedRequests = 0;

		await startServer();
		world.service.faults.plan(
			{ kind: 'status', status: 502, body: '<html>Bad gateway</html>' },
			{
				when: ({ url = '' }) => {
					const isProxied = url.startsWith('/api/v2/');
					if (isProxied) proxiedRequests++;

					return isProxied;
				},
				times: Infinity,
			},
		);
		const { withV2, withV1 } = await compare({ filters: { priority: ['urgent'] } });

		expect(withV2.error).toBeUndefined();
		expect(withV2.json).toEqual(withV1.json);
		expect(withV2.requests).toHaveLength(withV1.requests.length);
		expect(proxiedRequests).toBe(1);
	});

	it('leaves out a work item whose labels were cleared, although API v2 goes on showing them', async () => {
		const { items, label } = await startServer({ differences: { showsClearedLists: true } });
		const [cleared] = RARE.map((index) => items[index]);

		await world.run('workItem.update', {
			projectId: locateFirst(world.service.state.projects),
			workItemId: { __rl: true, mode: 'id', value: cleared?.id ?? '' },
			updateFields: { labels: [] },
		});
		const { withV2, withV1 } = await compare({ filters: { labels: [label.name] } });

		expect(withV2.json).toEqual(withV1.json);
		expect(getIds(withV2.json)).not.toContain(cleared?.id);
		expect(withV2.json).toHaveLength(RARE.length - 1);
	});

	it('asks nothing of API v2 for what API v1 reads as fast', async () => {
		await startServer();

		for (const parameters of [
			{ filters: {} },
			{ filters: { nameContains: '17' } },
			{ filters: { priority: ['none'] }, returnAll: false, limit: 10 },
			{ filters: { updatedAfter: '2026-01-01T00:12:00Z' } },
		]) {
			const { error } = await getAll(parameters);

			expect(error).toBeUndefined();
		}

		expect(world.service.requests.filter(isV2)).toEqual([]);
	});
});

describe('Work Item → Get Many in all projects on a server with API v2', () => {
	/** Adds projects with copies of the states and of some work items of the first one. */
	async function startProjects(options: ServiceOptions = {}) {
		const server = await startServer({ workItems: 40, ...options });
		const { state, project, items } = server;
		const states = state.states.filter((row) => row.project === project.id);

		for (let number = 1; number <= 12; number++) {
			const copy: Project = {
				...project,
				id: stableId('copied project', number),
				name: `Copy ${number}`,
				identifier: `CPY${number}`,
			};
			const toOwnId = (id: string) => stableId(`${copy.identifier} ${id}`, 0);

			state.projects.push(copy);
			state.states.push(
				...states.map((row) => ({ ...row, id: toOwnId(row.id), project: copy.id })),
			);
			state.workItems.push(
				...items.slice(number, number + 3).map((item, index) => ({
					...item,
					id: toOwnId(item.id),
					project: copy.id,
					state: toOwnId(item.state),
					parent: null,
					labels: [],
					created_at: new Date(Date.parse(item.created_at) + number * 17 + index).toISOString(),
				})),
			);
		}

		return server;
	}

	it.each<[filter: string, filters: INodeParameters]>([
		['Priority', { priority: ['urgent'] }],
		['State, which has another ID in each project', { state: byName('In Progress') }],
		['State Group', { stateGroup: ['started'] }],
		['Assignee', { assignees: ['bob@example.com'] }],
		['Due Date From', { targetFrom: '2026-03-01' }],
		['Start Date From', { startFrom: '2026-03-01', priority: ['urgent'] }],
		['Updated After', { updatedAfter: '2026-01-01T00:00:39Z' }],
	])('finds them by %s with few requests, and returns the same', async (_, filters) => {
		await startProjects();
		const { withV2, withV1 } = await compare({ projectScope: 'all', filters });

		expect(withV1.error).toBeUndefined();
		expect(withV1.json.length).toBeGreaterThan(0);
		expect(withV2.error).toBeUndefined();
		expect(withV2.json).toEqual(withV1.json);
		expect(withV2.hints).toEqual([]);
		expect(problemsOf(withV2.requests)).toEqual([undefined]);
		expect(withV2.requests.length).toBeLessThan(withV1.requests.length);
	});

	it('reads the list of the workspace in API v1 if it has few pages', async () => {
		await startProjects({ differences: { listsWorkspace: true } });
		const { withV2, withV1 } = await compare({
			projectScope: 'all',
			filters: { priority: ['urgent'] },
		});

		expect(withV2.json).toEqual(withV1.json);
		expect(withV2.requests.filter(isV2)).toEqual([]);
	});
});
