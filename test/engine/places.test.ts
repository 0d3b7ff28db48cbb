import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { byId, locator } from './samples';
import type { InputItem } from './startNode';
import { useWorld } from './useWorld';

const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

const rows = (count: number): InputItem[] =>
	Array.from({ length: count }, (_, row) => ({ json: { row: `row-${String(row)}` } }));

const archived =
	/^Project \S+ is archived: Plane lists nothing that is in it, and nobody sees what is created in it/;

describe('in an archived project, whose lists are empty, and which takes records that nobody sees (row 73),', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const project = () => world.service.state.projects[0];
	const projectId = () => byId(project()?.id);

	const archive = () => {
		Object.assign(project() ?? {}, { archived_at: '2026-11-20T08:00:00Z' });

		return project()?.identifier ?? '';
	};

	const sent = () => world.service.requests.map(({ method, url }) => `${method} ${url}`);

	it('an import creates nothing, and takes one request to see that', async () => {
		archive();
		const there = world.service.state.workItems.length;
		const { error, outputs } = await world.run(
			'workItem.create',
			{ projectId: projectId(), name: '={{ $json.row }}' },
			{ items: rows(50), onError: 'continueRegularOutput' },
		);

		expect(error).toBeUndefined();
		const errors = outputs.flat().map(({ json }) => json.error);

		expect(errors).toEqual(Array.from({ length: 50 }, () => expect.stringMatching(archived)));
		expect(world.service.state.workItems).toHaveLength(there);
		expect(sent()).toEqual([expect.stringMatching(/^GET \S+\/projects\/[\w-]+\/$/)]);
	});

	it('an import into a project that is given by its name shows that by the list of projects', async () => {
		const identifier = archive();
		const { error } = await world.run('workItem.create', {
			projectId: byName(identifier),
			name: 'x',
		});

		expect(error?.message).toMatch(archived);
		expect(error?.description).toContain('Project → Unarchive');
		expect(sent()).toEqual([expect.stringMatching(/^GET \S+\/projects\/\?/)]);
	});

	it('a name is not reported as missing', async () => {
		archive();
		const { error } = await world.run('workItem.create', {
			projectId: projectId(),
			name: 'x',
			additionalFields: { state: byName('To do') },
		});

		expect(error?.message).toMatch(archived);
	});

	it('a key is not reported as missing', async () => {
		const identifier = archive();
		const { error } = await world.run('workItem.get', {
			projectId: projectId(),
			workItemId: byName(`${identifier}-1`),
		});

		expect(error?.message).toMatch(archived);
	});

	it('a record is not reported as missing', async () => {
		archive();
		const { error } = await world.run('workItem.get', {
			projectId: projectId(),
			workItemId: locator(world.service.state.workItems),
		});

		expect(error?.message).toMatch(archived);
	});

	it.each(['workItem.getAll', 'label.getAll', 'state.getAll', 'module.getAll', 'cycle.getAll'])(
		'%s fails instead of giving an empty list',
		async (operation) => {
			archive();
			const { error } = await world.run(operation, { projectId: projectId(), returnAll: true });

			expect(error?.message).toMatch(archived);
		},
	);

	it('members can still be added, seen and removed', async () => {
		archive();
		const stranger = project()?.members.pop() ?? '';
		const place = { projectId: projectId() };
		const added = await world.run('projectMember.add', { ...place, member: stranger });
		const listed = await world.run('projectMember.getAll', { ...place, returnAll: true });

		expect([added.error, listed.error]).toEqual([undefined, undefined]);
		expect(listed.json.map(({ id }) => id)).toContain(stranger);
	});

	it('the project itself can be read and restored, and then takes records', async () => {
		archive();
		const place = { projectId: projectId() };
		const read = await world.run('project.get', place);
		const restored = await world.run('project.unarchive', place);
		const created = await world.run('workItem.create', { ...place, name: 'x' });

		expect([read.error, restored.error, created.error]).toEqual([undefined, undefined, undefined]);
		expect(created.json).toMatchObject([{ name: 'x' }]);
	});
});

describe('in a project that is not archived,', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const projectId = () => locator(world.service.state.projects);

	it('an empty list is one, and takes one request more, however many items ask for it', async () => {
		world.service.state.labels.splice(0);
		const { error, json } = await world.run(
			'label.getAll',
			{ projectId: projectId(), returnAll: true },
			{ items: rows(20) },
		);

		expect([error, json]).toEqual([undefined, []]);
		expect(world.service.requests).toHaveLength(20 + 1);
	});

	it('an empty list of a work item takes no request more', async () => {
		const { error, json } = await world.run('workItemComment.getAll', {
			projectId: projectId(),
			workItemId: locator(world.service.state.workItems.slice(-1)),
		});

		expect([error, json]).toEqual([undefined, []]);
		expect(world.service.requests).toHaveLength(1);
	});

	it('creates take one request more, however many there are', async () => {
		const { error } = await world.run(
			'workItem.create',
			{ projectId: projectId(), name: '={{ $json.row }}' },
			{ items: rows(20) },
		);

		expect(error).toBeUndefined();
		expect(world.service.requests).toHaveLength(20 + 1);
	});

	it('a create fails alone if the project cannot be read once: the next one reads it again', async () => {
		world.service.faults.plan(
			{ kind: 'dropUnread' },
			{ when: ({ method, url = '' }) => method === 'GET' && /\/projects\/[\w-]+\/$/.test(url) },
		);
		const { outputs } = await world.run(
			'workItem.create',
			{
				projectId: projectId(),
				name: '={{ $json.row }}',
				requestOptions: { retries: 0 },
			},
			{ items: rows(3), onError: 'continueRegularOutput' },
		);

		expect(outputs.flat().map(({ json }) => json.name ?? 'failed')).toEqual([
			'failed',
			'row-1',
			'row-2',
		]);
	});

	it('creates whose names were found take no request more: the lists that have them show it', async () => {
		const { error } = await world.run(
			'workItem.create',
			{
				projectId: projectId(),
				name: '={{ $json.row }}',
				additionalFields: { state: byName('To do') },
			},
			{ items: rows(20) },
		);

		expect(error).toBeUndefined();
		expect(world.service.requests).toHaveLength(20 + 1);
		expect(world.service.requests.map(({ url }) => url)).not.toContainEqual(
			expect.stringMatching(/\/projects\/[\w-]+\/$/),
		);
	});
});

describe('intake that was turned off, where a create succeeds and nobody sees it (row 78),', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const project = () => world.service.state.projects[1];

	it.each([
		['by its ID', () => byId(project()?.id)],
		['by its name', () => byName(project()?.name ?? '')],
	])('takes nothing in a project that is given %s', async (_, projectId) => {
		Object.assign(project() ?? {}, { intake_view: false });
		const there = world.service.state.intakeItems.length;
		const { error } = await world.run('intakeItem.create', { projectId: projectId(), name: 'x' });

		expect(error?.message).toMatch(/^Intake is turned off in this project/);
		expect(error?.description).toContain('Project → Update: Intake.');
		expect(world.service.state.intakeItems).toHaveLength(there);
		expect(world.service.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	it('takes items once it is on', async () => {
		Object.assign(project() ?? {}, { intake_view: true });
		const { error, json } = await world.run('intakeItem.create', {
			projectId: byId(project()?.id),
			name: 'Printer on fire',
		});

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ issue_detail: { name: 'Printer on fire' } }]);
	});
});

describe('a name in a project without such records', () => {
	const world = useWorld({ serverKind: 'community' }, true);

	/** A project that has neither cycles nor modules. */
	const project = () => {
		const { state } = world.service;
		const [, own] = state.projects;

		state.cycles = state.cycles.filter((cycle) => cycle.project !== own?.id);
		state.modules = state.modules.filter((module) => module.project !== own?.id);

		return own ?? {};
	};

	it.each([
		['Cycles', 'cycle_view', { cycle: byName('Week 6') }],
		['Cycles', 'cycle_view', { cycle: byName('current') }],
		['Modules', 'module_view', { modules: '={{ ["Press"] }}' }],
	])(
		'says that %s are turned off, if they are (%s, %j)',
		async (feature, wire, additionalFields) => {
			const own = project();

			Object.assign(own, { [wire]: false });
			const there = world.service.state.workItems.length;

			const { error } = await world.run('workItem.create', {
				projectId: byId(world.service.state.projects[1]?.id),
				name: 'x',
				additionalFields,
			});

			expect(error?.message).toMatch(new RegExp(`^${feature} are turned off in this project`));
			expect(error?.description).toContain(`Project → Update: ${feature}.`);
			expect(world.service.state.workItems).toHaveLength(there);
		},
	);

	it('is not found, if they are turned on', async () => {
		Object.assign(project(), { cycle_view: true });

		const { error } = await world.run('workItem.create', {
			projectId: byId(world.service.state.projects[1]?.id),
			name: 'x',
			additionalFields: { cycle: byName('Week 6') },
		});

		expect(error?.message).toContain('Cycle: Plane did not find "Week 6"');
	});
});
