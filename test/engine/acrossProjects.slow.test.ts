import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type IDataObject, type INodeParameters, jsonParse } from 'n8n-workflow';

import { newestFirst } from '../service/serializers';
import { addOperations } from '../service/testing/addOperations';
import { stableId, type Project, type WorkItem } from '../service/state';
import type { ServiceOptions } from '../service/service';
import { expectProblem } from '../expectProblem';
import { causes } from '../nodeTexts';
import { getIds } from './lists';
import { openList } from './pickers';
import { parametersFor } from './samples';
import { useWorlds } from './useWorld';
import type { Execution } from './world';

const { world, start } = useWorlds();

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const only = <Entry>(entry: Entry | undefined): Entry => {
	if (entry === undefined) throw new Error('The service has no such record');

	return entry;
};

/** Starts a Community Edition with three projects: Launch, Website and Operations. */
async function startServer(options: ServiceOptions = {}) {
	const { service } = await start({ serverKind: 'community', ...options });
	const { state } = service;
	const { launch, website, operations } = addOperations(state);

	for (const row of state.states.filter(({ project }) => project === launch.id)) {
		state.states.push({
			...row,
			id: stableId(`of Operations ${row.id}`, 0),
			project: operations.id,
		});
	}

	const template = state.workItems.find(({ project }) => project === launch.id);
	const todo = state.states.find(({ project }) => project === operations.id);
	if (template === undefined || todo === undefined)
		throw new Error('The service has no work items');

	for (let number = 1; number <= 5; number++) {
		state.workItems.push({
			...template,
			id: stableId('of Operations', number),
			name: `Check server ${number}`,
			project: operations.id,
			state: todo.id,
			sequence_id: number,
			assignees: [],
			labels: [],
			created_at: `2026-01-1${number}T00:00:00.000Z`,
		});
	}

	// No two work items are created at the same time, so that their order is certain.
	for (const [index, item] of state.workItems.entries()) {
		item.created_at = new Date(Date.parse(item.created_at) + index).toISOString();
	}

	return { state, launch, website, operations };
}

const getAll = async (parameters: INodeParameters, execution?: Execution) =>
	await world.run('workItem.getAll', { returnAll: true, ...parameters }, execution);

const inAll = async (parameters: INodeParameters = {}) =>
	await getAll({ projectScope: 'all', ...parameters });

const inSeveral = async (projects: INodeParameters['projects'], parameters: INodeParameters = {}) =>
	await getAll({ projectScope: 'several', projects: projects ?? [], ...parameters });

/** The paths of the requests for lists of work items. */
const listRequests = () =>
	world.service.requests
		.filter(({ url }) => /\/projects\/[^/]+\/work-items\/\?/.test(url))
		.map(({ url }) => url);

const textsOf = ({ hints }: { readonly hints: readonly { readonly message: string }[] }) =>
	hints.map(({ message }) => message);

describe('Work Item → Get Many in all projects', () => {
	it('gives each work item the key and the address of its own project, raw, simplified and with Fields to Return', async () => {
		const { state } = await startServer();
		const keys = newestFirst(state.workItems).map(({ project, sequence_id: number }) => {
			const identifier = state.projects.find(({ id }) => id === project)?.identifier;

			return `${identifier}-${number}`;
		});

		for (const parameters of [
			{ simple: true },
			{ simple: false },
			{ options: { fieldsToReturn: 'key, url', orderBy: '-created_at' } },
		]) {
			const { json } = await inAll(parameters);

			expect(json.map(({ key }) => key)).toEqual(keys);
			expect(json.map(({ url }) => url)).toEqual(
				keys.map((key) => `${world.service.url}/acme/browse/${key}/`),
			);
		}
	});

	it('sorts by a field that Fields to Return leaves out, and does not return it', async () => {
		const { state } = await startServer();
		const { json } = await inAll({ options: { fieldsToReturn: 'name', orderBy: 'sequence_id' } });

		expect(json).toHaveLength(state.workItems.length);
		expect(Object.keys(json[0] ?? {})).toEqual(['name']);
		expect(json.slice(0, 3).map(({ name }) => name)).toContain('Check server 1');
	});

	it('reads the list of projects once for all items, and each project by itself', async () => {
		const { state } = await startServer();

		await getAll({ projectScope: 'all', returnAll: false, limit: 1 }, { items: [{}, {}] });

		const urls = world.service.requests.map(({ url }) => url);

		expect(urls.filter((url) => url.includes('/projects/?'))).toHaveLength(1);
		expect(listRequests()).toHaveLength(2 * state.projects.length);
		// The keys need no further requests: the list shows the identifiers.
		expect(urls).toHaveLength(1 + 2 * state.projects.length);
	});

	it('leaves out projects that the user is not a member of, with a hint, and archived ones', async () => {
		const { state, launch, website, operations } = await startServer();

		website.members = website.members.slice(1);
		operations.archived_at = '2026-01-01T00:00:00.000Z';
		const outcome = await inAll({ returnAll: false, limit: 300 });

		expect(outcome.error).toBeUndefined();
		expect(new Set(outcome.json.map(({ project }) => project))).toEqual(new Set([launch.id]));
		expect(outcome.json).toHaveLength(
			state.workItems.filter(({ project }) => project === launch.id).length,
		);
		expect(textsOf(outcome)).toEqual([
			'1 project was left out, because the user of the credential is not a member of it, or it was deleted: Website',
		]);
		expect(listRequests().every((url) => url.includes(launch.id))).toBe(true);
	});

	it('leaves out a project that disappears in the middle of its list, with a hint', async () => {
		const { state, launch } = await startServer();

		world.service.faults.plan(
			{ kind: 'delay', milliseconds: 0 },
			{
				when: ({ url = '' }) => {
					const isSecondPage =
						url.includes(launch.id) && decodeURIComponent(url).includes('cursor=100:1:0');
					if (isSecondPage) launch.members = [];

					return false;
				},
				times: Infinity,
			},
		);
		const outcome = await inAll();

		expect(outcome.error).toBeUndefined();
		expect(getIds(outcome.json)).toEqual(
			getIds(newestFirst(state.workItems.filter(({ project }) => project !== launch.id))),
		);
		expect(textsOf(outcome)).toEqual([expect.stringContaining('it was deleted: Launch')]);
	});

	it('fails with the name of the project if one fails half-way, and returns no part', async () => {
		const { website } = await startServer();

		world.service.faults.plan(
			{ kind: 'status', status: 500 },
			{ when: ({ url = '' }) => url.includes(`${website.id}/work-items/`), times: Infinity },
		);
		const { error, json } = await inAll({ limits: { retries: 0 } });

		expect(json).toEqual([]);
		expect(error?.message).toMatch(/^Project Website: /);
	});

	it('fails if the key is no longer accepted, instead of leaving out projects', async () => {
		await startServer();

		world.service.faults.plan(
			{ kind: 'status', status: 403, body: '{"detail": "Given API token is not valid"}' },
			{ when: ({ url = '' }) => url.includes('/work-items/'), skip: 1, times: Infinity },
		);
		const { error } = await inAll();

		expectProblem(error, { about: 'Project Launch', cause: causes.keyRefused });
	});

	it('returns nothing for a workspace without projects', async () => {
		const { state } = await startServer();

		state.projects = [];
		const { json, error } = await inAll();

		expect(error).toBeUndefined();
		expect(json).toEqual([]);
	});
});

describe('Work Item → Get Many in several projects', () => {
	it.each([
		['identifiers in one text', () => 'ops, LNCH'],
		['names in a list', () => ['Operations', 'launch']],
		['IDs and a repeated name', ({ operations, launch }) => [operations.id, launch.id, 'OPS']],
	] satisfies [string, (projects: Awaited<ReturnType<typeof startServer>>) => string | string[]][])(
		'takes %s',
		async (_, projectsOf) => {
			const server = await startServer();
			const { state, website } = server;
			const chosen = JSON.stringify(projectsOf(server));
			const { json, error } = await inSeveral(`={{ ${chosen} }}`);

			expect(error).toBeUndefined();
			expect(getIds(json)).toEqual(
				getIds(newestFirst(state.workItems.filter(({ project }) => project !== website.id))),
			);
		},
	);

	it('takes projects from each item', async () => {
		const { state, operations, website } = await startServer();
		const { outputs } = await getAll(
			{ projectScope: 'several', projects: '={{ $json.projects }}' },
			{ items: [{ json: { projects: 'OPS' } }, { json: { projects: ['WEB', 'OPS'] } }] },
		);
		const countOf = (...projects: readonly Project[]) =>
			state.workItems.filter((item) => projects.some(({ id }) => id === item.project)).length;
		const pairs = outputs[0]?.map(({ pairedItem }) => pairedItem) ?? [];

		expect(pairs.filter((pair) => JSON.stringify(pair) === '{"item":0}')).toHaveLength(
			countOf(operations),
		);
		expect(pairs.filter((pair) => JSON.stringify(pair) === '{"item":1}')).toHaveLength(
			countOf(operations, website),
		);
	});

	it('fails for an archived project, with its name', async () => {
		const { website } = await startServer();

		website.archived_at = '2026-01-01T00:00:00.000Z';
		const { error } = await inSeveral(['Launch', 'Website']);

		expect(error?.message).toContain('Project Website is archived');
	});

	it('refuses an unknown choice under Projects without asking for a project', async () => {
		await startServer();
		const { error } = await getAll({ projectScope: 'everything' });

		expectProblem(error, { about: 'Projects', cause: causes.notOneOfItsValues('"everything"') });
		expect(error?.description).toBe('Use one of: One Project, Several Projects, All Projects.');
	});
});

describe('Names in the filters of several projects', () => {
	const idsOf = (rows: readonly WorkItem[]) => getIds(newestFirst(rows));

	it('stand for the record of each project', async () => {
		const { state } = await startServer();
		const name = state.states[0]?.name ?? '';
		const ids = state.states.filter((row) => row.name === name).map(({ id }) => id);
		const { json, error } = await inAll({
			filters: { state: { mode: 'name', value: name.toUpperCase() } },
		});

		expect(error).toBeUndefined();
		expect(new Set(ids).size).toBeGreaterThan(1);
		expect(getIds(json)).toEqual(idsOf(state.workItems.filter((item) => ids.includes(item.state))));
		expect(new Set(json.map(({ project }) => project)).size).toBeGreaterThan(1);
	});

	it('of people are looked up once, in the workspace', async () => {
		const { state } = await startServer();
		const bob = only(state.users[1]);
		const { json, error } = await inAll({ filters: { assignees: [bob.email.toUpperCase()] } });
		const memberLists = world.service.requests.filter(({ url }) => url.includes('/members/'));

		expect(error).toBeUndefined();
		expect(getIds(json)).toEqual(
			idsOf(state.workItems.filter(({ assignees }) => assignees.includes(bob.id))),
		);
		expect(memberLists).toHaveLength(1);
	});

	it('may be a key, which is in one of the projects', async () => {
		const { state, launch } = await startServer();
		const [parent, child] = state.workItems.filter(({ project }) => project === launch.id);
		if (parent === undefined || child === undefined) throw new Error('There are no work items');

		child.parent = parent.id;
		const { json, error } = await inAll({
			filters: { parent: { mode: 'id', value: `LNCH-${parent.sequence_id}` } },
		});

		expect(error).toBeUndefined();
		expect(getIds(json)).toEqual([child.id]);
	});

	it.each(['community', 'specification'] as const)(
		'may be the ID of a cycle, which a %s server has in one of the projects only',
		async (serverKind) => {
			const { state, launch, website } = await startServer({ serverKind });
			const cycle = only(state.cycles.find(({ project }) => project === website.id));
			const items = state.workItems.filter(({ project }) => project === website.id).slice(0, 2);

			cycle.issues = items.map(({ id }) => id);
			const filters = { cycle: { __rl: true, mode: 'id', value: cycle.id } };

			for (const outcome of [
				await inAll({ filters }),
				await inSeveral([launch.id, website.id], { filters }),
			]) {
				expect(outcome.error).toBeUndefined();
				expect(outcome.hints).toEqual([]);
				expect(getIds(outcome.json)).toEqual(getIds(newestFirst(items)));
			}
		},
	);

	it('are an error if they are the ID of a cycle that no project has', async () => {
		await startServer({ serverKind: 'specification' });
		const value = stableId('cycle', 4711);
		const { error } = await inAll({ filters: { cycle: { __rl: true, mode: 'id', value } } });

		expectProblem(error, {
			about: 'Project Launch',
			cause: causes.notFound(`Cycle ${value}`),
			remedy: 'The other projects do not have it either.',
		});
	});

	it('leave out nothing if a cycle is deleted while Without Cycle reads the cycles', async () => {
		const { state, launch } = await startServer();
		const cycle = only(state.cycles.find(({ project }) => project === launch.id));
		const item = only(state.workItems.find(({ project }) => project === launch.id));

		cycle.issues = [item.id];
		// What servers respond for a record that was deleted (row 18).
		world.service.faults.plan(
			{ kind: 'status', status: 404, body: '{"error": "The requested resource does not exist."}' },
			{ when: ({ url = '' }) => url.includes(cycle.id), times: Infinity },
		);
		const { json, hints, error } = await inAll({ filters: { withoutCycle: true } });

		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(getIds(json)).toContain(item.id);
	});

	it('of people name the workspace, where they are looked up, in the error', async () => {
		await startServer();
		const { error } = await inAll({ filters: { assignees: ['nobody@example.com'] } });

		expectProblem(error, {
			about: 'Assignee Names or IDs',
			cause: `${causes.unknownName('member "nobody@example.com"')} workspace acme`,
		});
	});
});

describe('The lists of the panel for several projects', () => {
	const search = async (method: string, parameters: INodeParameters, filter = '') =>
		(await openList(world, method, parameters, { filter })).results;

	const namesIn = (rows: readonly { readonly name: string; readonly project: string }[]) => [
		...new Set(rows.map(({ name }) => name)),
	];

	it('show each name once, which a run looks up in every project', async () => {
		const { state, launch, operations } = await startServer();
		const all = await search('searchStates', { projectScope: 'all' });
		const chosen = { projectScope: 'several', projects: [operations.id] };
		const ofOperations = state.states.filter(({ project }) => project === operations.id);

		for (const { project, name } of [...state.labels]) {
			if (project === launch.id) state.labels.push({ ...only(state.labels[0]), name });
		}

		expect(all.map(({ name }) => name).sort()).toEqual(namesIn(state.states).sort());
		expect(all.map(({ value }) => value)).toEqual(all.map(({ name }) => name));
		expect((await search('searchStates', chosen)).map(({ name }) => name).sort()).toEqual(
			namesIn(ofOperations).sort(),
		);

		const labels = await world.engine.loadOptions(
			{ method: 'searchLabels', parameters: { projectScope: 'all' } },
			world.credential,
		);

		expect(labels.map(({ value }) => value)).toEqual(expect.arrayContaining(namesIn(state.labels)));
		expect(new Set(labels.map(({ value }) => value)).size).toBe(labels.length);
	});

	it('are searched by a part of the name, and offer the current cycle', async () => {
		const { state } = await startServer();
		const [first, ...others] = await search('searchCycles', { projectScope: 'all' });
		const name = only(state.states[0]).name;
		const found = await search('searchStates', { projectScope: 'all' }, name.toUpperCase());

		expect(first?.value).toBe('current');
		expect(others.filter(({ name }) => name.startsWith('Current'))).toEqual([]);
		expect(found.map((row) => row.name)).toEqual([name]);
	});

	it('show the people of the workspace by their IDs, because they are the same everywhere', async () => {
		const { state } = await startServer();
		const people = await search('searchProjectMembers', { projectScope: 'all' });

		expect(people.map(({ value }) => value).sort()).toEqual(getIds(state.users).sort());
	});

	it('say how to choose a parent, because the work items of several projects cannot be listed', async () => {
		await startServer();

		expect(await search('searchWorkItems', { projectScope: 'all' })).toEqual([
			{ name: 'The work items of several projects cannot be listed: choose By ID', value: '' },
		]);
		expect(world.service.requests).toEqual([]);
	});
});

describe.each([2, 3] as const)('A tool of an agent of version %s', (version) => {
	it('reads the projects that the model chooses', async () => {
		const { state, operations } = await startServer();
		const parameters = parametersFor('workItem.getAll', {
			projectScope: 'several',
			projects: "={{ $fromAI('projects', 'Identifiers, separated by commas', 'string') }}",
			returnAll: true,
		});
		const ask = async (projects: string) =>
			(await world.engine.runTool({ parameters }, { projects }, world.credential, { version }))
				.text;

		const records = jsonParse<IDataObject[]>(await ask('OPS'));

		expect(getIds(records).sort()).toEqual(
			getIds(state.workItems.filter(({ project }) => project === operations.id)).sort(),
		);
		expect(await ask('OPZ')).toMatch(/there is no project \\*"OPZ/);
	});
});

describe('While others work in the projects', () => {
	/** What somebody does, right before the node sends its request of this number. */
	interface Change {
		readonly atRequest: number;
		readonly kind: 'leave' | 'delete' | 'createProject' | 'createItem' | 'deleteItem';
		readonly choice: number;
	}

	const changes: fc.Arbitrary<Change> = fc.record({
		atRequest: fc.integer({ min: 1, max: 10 }),
		kind: fc.constantFrom('leave', 'delete', 'createProject', 'createItem', 'deleteItem'),
		choice: fc.nat(1000),
	});

	/** Filters that match all work items, and read other lists of each project first. */
	const filters = fc.constantFrom<INodeParameters>(
		{},
		{ state: { mode: 'name', value: 'The only state' } },
		{ withoutCycle: true },
	);

	type Server = Awaited<ReturnType<typeof startServer>>;

	/** @returns the project that can no longer be read, if that is the change */
	function apply({ kind, choice }: Change, { state }: Server): Project | undefined {
		const project = state.projects[choice % state.projects.length];
		const item = state.workItems[choice % state.workItems.length];
		if (project === undefined || item === undefined) return undefined;

		const created_at = new Date(Date.parse('2026-03-01') + choice).toISOString();

		switch (kind) {
			case 'leave':
				project.members = project.members.slice(1);

				return project;
			case 'delete':
				state.projects = state.projects.filter((other) => other !== project);

				return project;
			case 'createProject':
				state.projects.push({ ...project, id: stableId('late', choice), name: `Late ${choice}` });

				return undefined;
			case 'createItem':
				state.workItems.push({ ...item, id: stableId('late item', choice), created_at });

				return undefined;
			case 'deleteItem':
				state.workItems = state.workItems.filter((other) => other !== item);

				return undefined;
		}
	}

	it('returns every work item once and in order, whole projects only, and names those that it leaves out', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(changes, { maxLength: 4 }), filters, async (history, filter) => {
				const server = await startServer({ workItems: 230 });
				const { state } = server;
				const lost: Project[] = [];

				state.cycles = state.cycles.map((cycle) => ({ ...cycle, issues: [] }));
				state.states = state.projects.map(({ id }, index) => ({
					...only(state.states[index]),
					name: 'The only state',
					project: id,
				}));

				for (const item of state.workItems) {
					item.state = only(state.states.find(({ project }) => project === item.project)).id;
				}

				const existing = new Map(state.workItems.map((item) => [item.id, item]));
				let requestCount = 0;

				world.service.faults.plan(
					{ kind: 'delay', milliseconds: 0 },
					{
						when: () => {
							requestCount++;

							for (const change of history) {
								if (change.atRequest !== requestCount) continue;

								const project = apply(change, server);
								if (project !== undefined) lost.push(project);
							}

							for (const id of existing.keys()) {
								if (!state.workItems.some((item) => item.id === id)) existing.delete(id);
							}

							return false;
						},
						times: Infinity,
					},
				);
				const { json, error, hints } = await inAll({ filters: filter });
				const hint = hints.map(({ message }) => message).join(' ');
				const ids = getIds(json);

				// If no project is left, the error of the first one is the better answer.
				if (error !== undefined) {
					expect(new Set(lost).size).toBeGreaterThanOrEqual(3);

					return;
				}

				expect(new Set(ids).size).toBe(ids.length);
				const times = json.map((row) => Date.parse(toText(row.created_at)));

				expect(times).toEqual(times.toSorted((a, b) => b - a));

				for (const project of [server.launch, server.website, server.operations]) {
					const lasting = [...existing.values()].filter((item) => item.project === project.id);
					const found = lasting.filter(({ id }) => ids.includes(id));

					// A project that can still be read is complete.
					if (!lost.includes(project)) expect(found).toHaveLength(lasting.length);
					// One that was lost was read before, or is left out with a hint, or was not in the list any more.
					else expect([0, lasting.length]).toContain(found.length);

					const wasListed = lost.includes(project) && found.length === 0 && lasting.length > 0;
					const left = history.some(({ kind, atRequest }) => kind !== 'leave' && atRequest === 1);

					if (wasListed && !left) expect(hint).toContain(project.name);
				}
			}),
			{ numRuns: 40, endOnFailure: true },
		);
	});
});
