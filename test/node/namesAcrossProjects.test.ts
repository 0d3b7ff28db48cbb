import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { causes } from '../nodeTexts';
import { byName } from './names/useNames';
import { stableId, type Project } from '../service/state';
import { addOperations } from '../service/testing/addOperations';
import type { NodeResult, Plane, PlaneOptions } from './plane';
import { usePlanes } from './usePlanes';

const startPlane = usePlanes();

/** Starts a Community Edition with three projects, of which two have a label called Sails on their first work items. */
async function start(options: PlaneOptions = {}) {
	const plane = await startPlane({ serverKind: 'community', workItems: 3, ...options });
	const { state } = plane.service;
	const { launch, website, operations } = addOperations(state);

	const items = [launch, website].map(({ id }) => {
		const label = state.labels.find(({ project }) => project === id);
		const item = state.workItems.find(({ project }) => project === id);
		if (label === undefined || item === undefined) throw new Error('The project is empty');

		label.name = 'Sails';
		for (const row of state.workItems.filter(({ project }) => project === id)) row.labels = [];
		item.labels = [label.id];

		return item;
	});

	return { plane, state, launch, website, operations, items };
}

const getAll = async (plane: Plane, filters: INodeParameters, parameters: INodeParameters = {}) =>
	await plane.run('workItem.getAll', {
		projectScope: 'all',
		returnAll: true,
		filters,
		...parameters,
	});

const idsOf = (rows: readonly object[]) => rows.map((row) => ('id' in row ? row.id : '')).sort();

const textOf = (error: NodeResult['error']) =>
	`${error?.message ?? ''} ${error?.description ?? ''}`;

const bySails = { labels: ['sails'] };

describe('A name in a filter of all projects', () => {
	it('may be missing in one of them, which adds nothing', async () => {
		const { plane, items } = await start();

		const { json, error, hints } = await getAll(plane, bySails);

		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(idsOf(json)).toEqual(idsOf(items));
	});

	// Servers filter by a state, too, so that the name is in the address as well.
	it('may be that of a state', async () => {
		const { plane, state, launch, items } = await start();
		const own = state.states.find(({ project }) => project === launch.id);
		if (own === undefined || items[0] === undefined) throw new Error('The project is empty');

		own.name = 'Becalmed';
		for (const row of state.workItems) if (row.state === own.id) row.state = '';
		items[0].state = own.id;

		const { json, error } = await getAll(plane, { state: byName('becalmed') });

		expect(error).toBeUndefined();
		expect(idsOf(json)).toEqual([items[0].id]);
	});

	it.each([
		['state', { state: byName('becalmed') }],
		['label', { labels: ['becalmed'] }],
	])('is an error if no project has a %s of that name', async (record, filters) => {
		const { plane } = await start();

		const { error } = await getAll(plane, filters);

		expect(textOf(error)).toContain(`no ${record} "becalmed" in any of the 3 projects`);
	});

	it('is an error that names the candidates if it is ambiguous in one of them', async () => {
		const { plane, state, website } = await start();
		const [label] = state.labels.filter(({ project }) => project === website.id);
		const second = stableId('second label', 1);
		if (label !== undefined) state.labels.push({ ...label, id: second });

		const { json, error } = await getAll(plane, bySails);

		expect(json).toEqual([]);
		expect(textOf(error)).toContain(causes.sameName('2 labels', '"sails"'));
		expect(textOf(error)).toContain(second);
	});

	it('is looked up in the others if the user cannot see one of them, which a hint names', async () => {
		const { plane, website, items } = await start();

		website.members = website.members.slice(1);
		const { json, error, hints } = await getAll(plane, bySails);

		expect(error).toBeUndefined();
		expect(idsOf(json)).toEqual(idsOf(items.slice(0, 1)));
		expect(hints).toMatchObject([{ message: expect.stringMatching(/left out.*Website/) }]);
	});

	it('is an error if the user cannot see a project that was chosen', async () => {
		const { plane, launch, website } = await start();

		website.members = website.members.slice(1);
		const { json, error } = await getAll(plane, bySails, {
			projectScope: 'several',
			projects: [launch.id, website.id],
		});

		expect(json).toEqual([]);
		expect(textOf(error)).toContain('Website');
	});

	it('is waited for if the list of one of them is slow, or fails at first', async () => {
		const { plane, website, items } = await start();
		const isList = ({ url = '' }) => url.includes(`/projects/${website.id}/labels/`);

		plane.service.faults.plan({ kind: 'late', milliseconds: 90_000 }, { when: isList });
		plane.service.faults.plan({ kind: 'status', status: 503 }, { when: isList });
		const { json, error, milliseconds } = await getAll(plane, bySails);

		expect(error).toBeUndefined();
		expect(idsOf(json)).toEqual(idsOf(items));
		expect(milliseconds).toBeGreaterThan(60_000);
	});

	it('fails, and returns no part, if the list of one of them cannot be read', async () => {
		const { plane, website } = await start();

		plane.service.faults.plan(
			{ kind: 'status', status: 500 },
			{
				when: ({ url = '' }) => url.includes(`/projects/${website.id}/labels/`),
				times: Infinity,
			},
		);
		const { json, error } = await getAll(plane, bySails);

		expect(json).toEqual([]);
		expect(error?.message).toContain('status 500');
	});
});

describe('A list that kept changing is an error,', () => {
	/**
	 * Starts with small pages. In one list, a copy of another row always replaces one row (row 341).
	 *
	 * @param hiddenName the name of the row that is missing
	 * @param buildPath of the list
	 */
	async function startWithGap(hiddenName: string, buildPath: (website: Project) => string) {
		let path = '';

		const world = await start({
			serverKind: 'specification',
			largestPage: 2,
			carryOut: async ({ url }, inject) => {
				const answer = await inject();
				if (path === '' || !url.includes(path)) return answer;

				const page = JSON.parse(answer.body.toString()) as { results: { name: string }[] };
				const other = page.results.find(({ name }) => name !== hiddenName);
				const results = page.results.map((row) => (row.name === hiddenName ? other : row));
				const body = Buffer.from(JSON.stringify({ ...page, results }));

				return {
					...answer,
					headers: {
						...answer.headers,
						'content-length': body.length,
					},
					body,
				};
			},
		});

		path = buildPath(world.website);

		return world;
	}

	const inProjects = () => '/projects/?';

	it('if a project that it lacks would be left out', async () => {
		const { plane } = await startWithGap('Website', inProjects);

		const { json, error } = await getAll(plane, {});

		expect(json).toEqual([]);
		expect(error?.message).toMatch(/kept changing.* 2 records were received, but Plane counted 3/);
	});

	it('if a project would be left out for a name that it lacks', async () => {
		const { plane } = await startWithGap('Sails', ({ id }) => `/${id}/labels/?`);

		const { json, error } = await getAll(plane, bySails);

		expect(json).toEqual([]);
		expect(error?.message).toContain('kept changing');
	});

	it('but not for projects that were chosen by their IDs', async () => {
		const { plane, launch, items } = await startWithGap('Website', inProjects);

		const { json, error } = await getAll(plane, bySails, {
			projectScope: 'several',
			projects: [launch.id],
		});

		expect(error).toBeUndefined();
		expect(idsOf(json)).toEqual(idsOf(items.slice(0, 1)));
	});
});

describe('The current cycle in a filter of all projects', () => {
	/** Lets the first cycle of these projects take place now, with the first work item in it, and no other one. */
	function startCycles({ state }: Awaited<ReturnType<typeof start>>, projects: readonly Project[]) {
		for (const cycle of state.cycles) {
			Object.assign(cycle, { start_date: '2098-03-01', end_date: '2098-03-31' });
		}

		for (const { id } of projects) {
			const [cycle] = state.cycles.filter(({ project }) => project === id);
			const [item] = state.workItems.filter(({ project }) => project === id);
			if (cycle === undefined || item === undefined) throw new Error('The project is empty');

			Object.assign(cycle, { start_date: '2026-03-01', end_date: '2026-03-31' });
			cycle.issues = [item.id];
		}
	}

	const current = { cycle: { __rl: true, mode: 'name', value: 'current' } };

	it('is that of the only project that has one', async () => {
		const world = await start();
		const { plane, launch, items } = world;

		startCycles(world, [launch]);
		const { json, error, hints } = await getAll(plane, current);

		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(idsOf(json)).toEqual(idsOf(items.slice(0, 1)));
	});

	it('is that of each project that has one', async () => {
		const world = await start();
		const { plane, launch, website, items } = world;

		startCycles(world, [launch, website]);
		const { json, error } = await getAll(plane, current);

		expect(error).toBeUndefined();
		expect(idsOf(json)).toEqual(idsOf(items));
	});
});
