import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { expectProblem } from '../expectProblem';
import { causes, outcomes } from '../nodeTexts';
import { byId, locateFirst } from './samples';
import type { InputItem } from './startNode';
import { useWorld, useWorlds } from './useWorld';

describe('Work Item → Archive, which Plane accepts for open work items that nobody can find afterwards (row 90),', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const stateOf = (group: string) =>
		world.service.state.states.find(
			(row) => row.group === group && row.project === world.service.state.projects[0]?.id,
		)?.id ?? '';

	/** Puts the first work item into a state of this group. */
	const moveFirstItem = (group: string) => {
		const [first] = world.service.state.workItems;

		Object.assign(first ?? {}, { state: stateOf(group), archived_at: null });

		return first;
	};

	const archive = async (id: unknown, options: INodeParameters = {}) =>
		await world.run('workItem.archive', {
			projectId: locateFirst(world.service.state.projects),
			workItemId: byId(id),
			options,
		});

	it.each(['backlog', 'unstarted', 'started'])(
		'refuses a work item in a state of the group %s before anything is changed, as the web app does',
		async (group) => {
			const openItem = moveFirstItem(group);

			const { error } = await archive(openItem?.id);

			expect(error?.message).toMatch(/^Work Item \S+ is neither completed nor cancelled/);
			expect(error?.description).toContain('Archive Open Work Items');
			expect(openItem?.archived_at).toBeNull();
			expect(world.service.requests.map(({ method }) => method)).toEqual(['GET']);
		},
	);

	it.each(['completed', 'cancelled'])(
		'archives a work item in a state of the group %s',
		async (group) => {
			const doneItem = moveFirstItem(group);

			const { error, json } = await archive(doneItem?.id);

			expect(error).toBeUndefined();
			expect(json).toEqual([{ archived: true, id: doneItem?.id }]);
			expect(doneItem?.archived_at).not.toBeNull();
		},
	);

	it('archives an open work item with one request if Archive Open Work Items is on', async () => {
		const openItem = moveFirstItem('started');

		const { error, json } = await archive(openItem?.id, { archiveOpenWorkItems: true });

		expect(error).toBeUndefined();
		expect(json).toEqual([{ archived: true, id: openItem?.id }]);
		expect(world.service.requests.map(({ method }) => method)).toEqual(['PATCH']);
	});

	it('succeeds for an archived work item, although its ID is not found', async () => {
		const archivedItem = moveFirstItem('completed');

		await archive(archivedItem?.id);
		const { error, json } = await archive(archivedItem?.id);

		expect(error).toBeUndefined();
		expect(json).toEqual([{ archived: true, id: archivedItem?.id }]);
	});

	it('fails for a work item that does not exist, or reports that nothing was done', async () => {
		const unknown = '0c7da278-21b6-4225-9d30-000000000099';

		const failing = await archive(unknown);
		const continuing = await archive(unknown, { ifNotFound: 'continue' });

		expectProblem(failing.error, { cause: causes.notFound(`Work Item ${unknown}`) });
		expect(continuing.json).toEqual([{ archived: false, id: unknown }]);
	});
});

describe('The default state, where Plane keeps the old default beside the new one (row 63),', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const projectId = () => locateFirst(world.service.state.projects);
	const states = () =>
		world.service.state.states.filter(
			({ project, group }) => project === world.service.state.projects[0]?.id && group !== 'triage',
		);
	const defaultStates = () => states().filter((row) => row.default);
	/** Makes the states with these names the default, one after the other; creates those that are missing. */
	const makeDefault = async (names: readonly (string | undefined)[]) =>
		await world.run(
			'state.create',
			{
				projectId: projectId(),
				name: '={{ $json.name }}',
				color: '#3f76ff',
				additionalFields: { default: true },
				options: { ifItAlreadyExists: 'updateExisting' },
			},
			{ items: names.map((name = '') => ({ json: { name } })) },
		);
	const update = async (id: unknown, updateFields: INodeParameters = { default: true }) =>
		await world.run('state.update', { projectId: projectId(), stateId: byId(id), updateFields });

	it('is the only default after State → Update, and new work items start in it', async () => {
		const [, second] = states();

		const { error, json } = await update(second?.id);
		const created = await world.run('workItem.create', { projectId: projectId(), name: 'x' });

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ id: second?.id, default: true }]);
		expect(defaultStates().map(({ id }) => id)).toEqual([second?.id]);
		expect(created.json).toMatchObject([{ state: second?.id }]);
	});

	it('is the only default after State → Create', async () => {
		const { error, json } = await world.run('state.create', {
			projectId: projectId(),
			name: 'In review',
			color: '#3f76ff',
			additionalFields: { default: true },
		});

		expect(error).toBeUndefined();
		expect(defaultStates().map(({ id }) => id)).toEqual([json[0]?.id]);
	});

	it('is the only default after State → Create updated an existing state', async () => {
		const [, second] = states();

		const { error } = await world.run('state.create', {
			projectId: projectId(),
			name: second?.name ?? '',
			color: second?.color ?? '',
			additionalFields: { default: true },
			options: { ifItAlreadyExists: 'updateExisting' },
		});

		expect(error).toBeUndefined();
		expect(defaultStates().map(({ id }) => id)).toEqual([second?.id]);
	});

	it('does not change if State → Create used an existing state as it is', async () => {
		const [first, second] = states();

		const { error, json } = await world.run('state.create', {
			projectId: projectId(),
			name: second?.name ?? '',
			color: second?.color ?? '',
			additionalFields: { default: true },
			options: { ifItAlreadyExists: 'useExisting' },
		});

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ id: second?.id, default: false }]);
		expect(defaultStates().map(({ id }) => id)).toEqual([first?.id]);
	});

	it('is that of the last item, although an earlier item had set the same one', async () => {
		const [first, second] = states();

		const { error } = await makeDefault([second, first, second].map((state) => state?.name));

		expect(error).toBeUndefined();
		expect(defaultStates().map(({ id }) => id)).toEqual([second?.id]);
	});

	it('is that of the last item, although a state that was created in between was the default', async () => {
		const [, second] = states();

		const { error } = await makeDefault([second?.name, 'In review', second?.name]);

		expect(error).toBeUndefined();
		expect(defaultStates().map(({ id }) => id)).toEqual([second?.id]);
	});

	it('is the only default after several items set different ones', async () => {
		const items = states().map(({ id }) => ({ json: { id } }));

		const { error } = await world.run(
			'state.update',
			{
				projectId: projectId(),
				stateId: byId('={{ $json.id }}'),
				updateFields: { default: true },
				limits: { concurrentRequests: 8 },
			},
			{ items },
		);

		expect(error).toBeUndefined();
		expect(defaultStates()).toHaveLength(1);
	});

	it('becomes the only default even if there were two before', async () => {
		const [first, second] = states();

		Object.assign(second ?? {}, { default: true });

		await update(first?.id);

		expect(defaultStates().map(({ id }) => id)).toEqual([first?.id]);
	});

	it('fails the item, which was saved, if the old default cannot be turned off', async () => {
		const [first, second] = states();
		const firstStatePath = `/states/${first?.id ?? ''}/`;

		world.service.faults.plan(
			{ kind: 'status', status: 403 },
			{ when: ({ method, url = '' }) => method === 'PATCH' && url.endsWith(firstStatePath) },
		);

		const { error } = await update(second?.id);

		expect(error?.message).toContain(`${outcomes.saved(second?.id ?? '')}Default`);
		expect(error?.description).toContain('with Update');
	});

	it('cannot be deleted, until the advice of the error is followed', async () => {
		const [first, second] = states();
		const items = world.service.state.workItems.filter(({ state }) => state === first?.id);

		for (const item of items) item.state = second?.id ?? '';
		const remove = async () =>
			await world.run('state.delete', { projectId: projectId(), stateId: byId(first?.id) });

		const refused = await remove();

		await update(second?.id);
		const deleted = await remove();

		expect(refused.error?.message).toContain('is the default state, which cannot be deleted');
		expect(refused.error?.description).toContain('that turns Default off for this one');
		expect(deleted.json).toEqual([{ deleted: true, id: first?.id }]);
	});

	it('cannot be set on a project in this version of Plane, and the error says what to do (row 64)', async () => {
		const [, second] = states();

		const { error } = await world.run('project.update', {
			projectId: projectId(),
			updateFields: { defaultState: second?.id ?? '' },
		});

		expect(error?.message).toMatch(/^Plane refused Default State/);
		expect(error?.description).toContain('turn on Default of the state with State → Update');
	});
});

describe('Project → Delete of a deleted project, to which Plane denies access (row 74),', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const unknown = '0c7da278-21b6-4225-9d30-000000000099';
	const remove = async (id: unknown, options: INodeParameters = {}) =>
		await world.run('project.delete', { projectId: byId(id), options });

	it('reports that nothing was done if If Not Found allows it', async () => {
		const { error, json } = await remove(unknown, { ifNotFound: 'continue' });

		expect(error).toBeUndefined();
		expect(json).toEqual([{ deleted: false, id: unknown }]);
	});

	it('fails by default, and says that the project does not exist', async () => {
		const { error } = await remove(unknown);

		expectProblem(error, { cause: causes.notFound(`Project ${unknown}`), remedy: 'If Not Found' });
	});

	it('fails without the right to delete it, even if If Not Found is set to continue', async () => {
		const [project] = world.service.state.projects;

		Object.assign(world.service.state.projectMembers[0] ?? {}, { role: 15 });

		const { error } = await remove(project?.id, { ifNotFound: 'continue' });

		expect(error?.message).toContain(`${causes.noAccess} this project`);
		expect(world.service.state.projects).toContain(project);
	});
});

describe('Project Member → Remove of a removed membership, for which Plane reports success (row 62),', () => {
	const { start } = useWorlds();

	async function removeTwice(
		differences: { listsMemberRoles: boolean },
		options: INodeParameters = {},
	) {
		const world = await start({ serverKind: 'community', differences });
		const [project] = world.service.state.projects;
		const [, membership] = world.service.state.projectMembers;
		const inProject = { projectId: byId(project?.id) };
		const memberId = byId(membership?.id);
		const first = await world.run('projectMember.remove', {
			...inProject,
			memberId,
			options,
		});
		const second = await world.run('projectMember.remove', {
			...inProject,
			memberId,
			options,
		});

		return { first, second, id: membership?.id };
	}

	it('fails if a list of the server shows the removal (row 220)', async () => {
		const { first, second, id } = await removeTwice({ listsMemberRoles: true });

		expect(first.json).toEqual([{ removed: true, id }]);
		expect(second.error?.message).toContain('was removed before');
		expect(second.error?.description).toContain('If Not Found');
	});

	it('reports that nothing was done if If Not Found allows it', async () => {
		const { second, id } = await removeTwice(
			{ listsMemberRoles: true },
			{ ifNotFound: 'continue' },
		);

		expect(second.error).toBeUndefined();
		expect(second.json).toEqual([{ removed: false, id }]);
	});

	it('succeeds if no list shows who was removed', async () => {
		const { second, id } = await removeTwice({ listsMemberRoles: false });

		expect(second.error).toBeUndefined();
		expect(second.json).toEqual([{ removed: true, id }]);
	});
});

describe('An intake item that is snoozed until a time in the past, which Plane hides (row 79),', () => {
	const world = useWorld({ serverKind: 'community' }, true);

	/** Turns intake on, and returns an intake item with the parameters that find it. */
	const prepareIntakeItem = () => {
		const [, project] = world.service.state.projects;

		Object.assign(project ?? {}, { intake_view: true, has_intake: true });
		const [item] = world.service.state.intakeItems.filter((row) => row.project === project?.id);

		return { item, parameters: { projectId: byId(project?.id), workItemId: byId(item?.issue) } };
	};

	const snooze = async (parameters: INodeParameters, snoozedTill: string) =>
		await world.run('intakeItem.update', {
			...parameters,
			updateFields: { status: 'Snoozed', snoozedTill },
		});

	it('is refused before anything is sent', async () => {
		const { parameters } = prepareIntakeItem();

		const { error } = await snooze(parameters, '2026-01-01T08:00:00Z');

		expect(error?.message).toMatch(/^Snoozed Till: "2026-01-01T08:00:00Z" is in the past/);
		expect(world.service.requests).toEqual([]);
	});

	it('can be snoozed until a time in the future', async () => {
		const { item, parameters } = prepareIntakeItem();

		const { error } = await snooze(parameters, '2099-01-01T08:00:00Z');

		expect(error).toBeUndefined();
		expect(item?.status).toBe(0);
	});

	it('is not found once its time has come, and the error gives that as a possible reason', async () => {
		const { item, parameters } = prepareIntakeItem();

		Object.assign(item ?? {}, { status: 0, snoozed_till: '2026-01-01T08:00:00Z' });

		const { error } = await world.run('intakeItem.get', parameters);

		expect(error?.description).toContain(
			'snoozed until a time in the past either; Update still works',
		);
	});
});

const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

const rows = (count: number): InputItem[] =>
	Array.from({ length: count }, (_, row) => ({ json: { row: `row-${String(row)}` } }));

const PROJECT_ARCHIVED =
	/^Project \S+ is archived: Plane lists nothing that is in it, and nobody sees what is created in it/;

describe('In an archived project, whose lists are empty and whose new records nobody sees (row 73),', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const project = () => world.service.state.projects[0];
	const projectId = () => byId(project()?.id);

	const archive = () => {
		Object.assign(project() ?? {}, { archived_at: '2026-11-20T08:00:00Z' });

		return project()?.identifier ?? '';
	};

	const sentRequests = () => world.service.requests.map(({ method, url }) => `${method} ${url}`);

	it('an import creates nothing and takes one request to find out, after that for API v2', async () => {
		archive();
		const itemCount = world.service.state.workItems.length;

		const { error, outputs } = await world.run(
			'workItem.create',
			{ projectId: projectId(), name: '={{ $json.row }}' },
			{ items: rows(50), onError: 'continueRegularOutput' },
		);

		expect(error).toBeUndefined();

		const errors = outputs.flat().map(({ json }) => json.error);

		expect(errors).toEqual(
			Array.from({ length: 50 }, () => expect.stringMatching(PROJECT_ARCHIVED)),
		);
		expect(world.service.state.workItems).toHaveLength(itemCount);
		expect(sentRequests()).toEqual([
			expect.stringMatching(/^POST \/api\/v2\/\S+\/bulk-create\/$/),
			expect.stringMatching(/^GET \S+\/projects\/[\w-]+\/$/),
		]);
	});

	it('an import into a project that is chosen by its name takes the list of projects to find out', async () => {
		const identifier = archive();

		const { error } = await world.run('workItem.create', {
			projectId: byName(identifier),
			name: 'x',
		});

		expect(error?.message).toMatch(PROJECT_ARCHIVED);
		expect(error?.description).toContain('Project → Unarchive');
		expect(sentRequests()).toEqual([expect.stringMatching(/^GET \S+\/projects\/\?/)]);
	});

	it('a name is not reported as missing', async () => {
		archive();

		const { error } = await world.run('workItem.create', {
			projectId: projectId(),
			name: 'x',
			additionalFields: { state: byName('To do') },
		});

		expect(error?.message).toMatch(PROJECT_ARCHIVED);
	});

	it.each([1, 900])('a key is not reported as missing (number %i)', async (number) => {
		const identifier = archive();

		const { error } = await world.run('workItem.get', {
			projectId: projectId(),
			workItemId: byName(`${identifier}-${number}`),
		});

		expect(error?.message).toMatch(PROJECT_ARCHIVED);
	});

	it('a record is not reported as missing', async () => {
		archive();

		const { error } = await world.run('workItem.get', {
			projectId: projectId(),
			workItemId: locateFirst(world.service.state.workItems),
		});

		expect(error?.message).toMatch(PROJECT_ARCHIVED);
	});

	it.each(['workItem.getAll', 'label.getAll', 'state.getAll', 'module.getAll', 'cycle.getAll'])(
		'%s fails instead of returning an empty list',
		async (operation) => {
			archive();

			const { error } = await world.run(operation, { projectId: projectId(), returnAll: true });

			expect(error?.message).toMatch(PROJECT_ARCHIVED);
		},
	);

	it('members can still be added and listed', async () => {
		archive();
		const formerMember = project()?.members.pop() ?? '';
		const inProject = { projectId: projectId() };

		const added = await world.run('projectMember.add', { ...inProject, member: formerMember });
		const listed = await world.run('projectMember.getAll', { ...inProject, returnAll: true });

		expect(added.error).toBeUndefined();
		expect(listed.error).toBeUndefined();
		expect(listed.json.map(({ id }) => id)).toContain(formerMember);
	});

	it('the project itself can be read and restored, and then accepts records', async () => {
		archive();
		const inProject = { projectId: projectId() };

		const read = await world.run('project.get', inProject);
		const restored = await world.run('project.unarchive', inProject);
		const created = await world.run('workItem.create', { ...inProject, name: 'x' });

		expect(read.error).toBeUndefined();
		expect(restored.error).toBeUndefined();
		expect(created.error).toBeUndefined();
		expect(created.json).toMatchObject([{ name: 'x' }]);
	});
});

describe('In an active project,', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const projectId = () => locateFirst(world.service.state.projects);

	it('an empty list is returned, with one extra request for any number of items', async () => {
		world.service.state.labels.splice(0);

		const { error, json } = await world.run(
			'label.getAll',
			{ projectId: projectId(), returnAll: true },
			{ items: rows(20) },
		);

		expect(error).toBeUndefined();
		expect(json).toEqual([]);
		expect(world.service.requests).toHaveLength(20 + 1);
	});

	it('an empty list of a work item takes no extra request', async () => {
		const { error, json } = await world.run('workItemComment.getAll', {
			projectId: projectId(),
			workItemId: locateFirst(world.service.state.workItems.slice(-1)),
		});

		expect(error).toBeUndefined();
		expect(json).toEqual([]);
		expect(world.service.requests).toHaveLength(1);
	});

	it('creates take one extra request, and one for API v2, however many there are', async () => {
		const { error } = await world.run(
			'workItem.create',
			{ projectId: projectId(), name: '={{ $json.row }}' },
			{ items: rows(20) },
		);

		expect(error).toBeUndefined();
		expect(world.service.requests).toHaveLength(20 + 1 + 1);
	});

	it('only one create fails if the project cannot be read once, because the next one reads it again', async () => {
		world.service.faults.plan(
			{ kind: 'dropBeforeReading' },
			{ when: ({ method, url = '' }) => method === 'GET' && /\/projects\/[\w-]+\/$/.test(url) },
		);

		const { outputs } = await world.run(
			'workItem.create',
			{
				projectId: projectId(),
				name: '={{ $json.row }}',
				limits: { retries: 0 },
			},
			{ items: rows(3), onError: 'continueRegularOutput' },
		);

		expect(outputs.flat().map(({ json }) => json.name ?? 'failed')).toEqual([
			'failed',
			'row-1',
			'row-2',
		]);
	});

	it('creates do not check the project first if names were found, because their lists show that it is active', async () => {
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
		const urls = world.service.requests.map(({ url }) => url);
		const projectReads = urls.filter((url) => /\/projects\/[\w-]+\/$/.test(url));

		// The project is read once, at the end, for the keys of the output. Another one asks for API v2.
		expect(urls).toHaveLength(20 + 2 + 1);
		expect(projectReads).toEqual(urls.slice(-1));
	});
});

describe('Intake Item → Create with intake turned off, where Plane saves what nobody sees (row 78),', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const project = () => world.service.state.projects[1];

	it.each([
		['by its ID', () => byId(project()?.id)],
		['by its name', () => byName(project()?.name ?? '')],
	])('fails in a project that is chosen %s', async (_, projectId) => {
		Object.assign(project() ?? {}, { intake_view: false });
		const itemCount = world.service.state.intakeItems.length;

		const { error } = await world.run('intakeItem.create', { projectId: projectId(), name: 'x' });

		expect(error?.message).toMatch(/^Intake is turned off in this project/);
		expect(error?.description).toContain('Project → Update: Intake.');
		expect(world.service.state.intakeItems).toHaveLength(itemCount);
		expect(world.service.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	it('succeeds once intake is on', async () => {
		Object.assign(project() ?? {}, { intake_view: true });

		const { error, json } = await world.run('intakeItem.create', {
			projectId: byId(project()?.id),
			name: 'Printer on fire',
		});

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ issue_detail: { name: 'Printer on fire' } }]);
	});
});

describe('A name in a project without such records', () => {
	const world = useWorld({ serverKind: 'community' }, true);

	/** A project that has neither cycles nor modules. */
	const project = () => {
		const { state } = world.service;
		const [, chosenProject] = state.projects;

		state.cycles = state.cycles.filter((cycle) => cycle.project !== chosenProject?.id);
		state.modules = state.modules.filter((module) => module.project !== chosenProject?.id);

		return chosenProject ?? {};
	};

	it.each([
		['Cycles', 'cycle_view', { cycle: byName('Week 6') }],
		['Cycles', 'cycle_view', { cycle: byName('current') }],
		['Modules', 'module_view', { modules: '={{ ["Press"] }}' }],
	])(
		'causes an error that says that %s are turned off, if they are (%s, %j)',
		async (feature, featureField, additionalFields) => {
			const chosenProject = project();

			Object.assign(chosenProject, { [featureField]: false });
			const itemCount = world.service.state.workItems.length;

			const { error } = await world.run('workItem.create', {
				projectId: byId(world.service.state.projects[1]?.id),
				name: 'x',
				additionalFields,
			});

			expect(error?.message).toMatch(new RegExp(`^${feature} are turned off in this project`));
			expect(error?.description).toContain(`Project → Update: ${feature}.`);
			expect(world.service.state.workItems).toHaveLength(itemCount);
		},
	);

	it('is not found if the feature is turned on', async () => {
		Object.assign(project(), { cycle_view: true });

		const { error } = await world.run('workItem.create', {
			projectId: byId(world.service.state.projects[1]?.id),
			name: 'x',
			additionalFields: { cycle: byName('Week 6') },
		});

		expectProblem(error, {
			about: 'Cycle',
			cause: `${causes.unknownName('cycle "Week 6"')} Project `,
		});
	});
});
