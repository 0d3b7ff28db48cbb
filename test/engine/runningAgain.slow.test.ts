import { afterEach, describe, expect, it, jest, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';

import { asText } from '../../nodes/shared/values/asText';
import type { FaultPlan } from '../service/faults';
import { useStubServers } from '../service/testing/useStubServers';
import { expectProblem } from '../expectProblem';
import { outcomes } from '../nodeTexts';
import { byId } from './samples';
import { jsonItems } from './startNode';
import { Triggers } from './triggers';
import { useWorld } from './useWorld';
import type { Execution } from './world';

describe('Running a workflow again', () => {
	// The tests import work items that an earlier run, or an earlier row, has already created.

	const world = useWorld({ serverKind: 'community' }, true);

	const project = () => world.service.state.projects[0]?.id;

	const cycleIds = () => {
		const { cycles } = world.service.state;

		return cycles.filter((cycle) => cycle.project === project()).map(({ id }) => id);
	};

	const cycleOf = (item: string) =>
		world.service.state.cycles.find(({ issues }) => issues.includes(item))?.id;

	const moduleId = () =>
		world.service.state.modules.find((row) => row.project === project())?.id ?? '';
	const isInModule = (item: string) =>
		world.service.state.modules.find(({ id }) => id === moduleId())?.issues.includes(item);

	/** Creates a condition for faults: additions to a cycle or a module. */
	const isAdditionTo =
		(kind: 'cycle' | 'module'): NonNullable<FaultPlan['when']> =>
		({ method, url = '' }) =>
			method === 'POST' && url.includes(`/${kind}-issues/`);

	/** A row of a spreadsheet that becomes a work item. */
	type Row = IDataObject & { readonly row: string; readonly name?: string };

	/** Imports rows, each with an external ID. */
	const importRows = async (
		rows: readonly Row[],
		ifItAlreadyExists: string,
		additionalFields: INodeParameters = {},
		{ limits = {}, ...execution }: Execution & { readonly limits?: INodeParameters } = {},
	) =>
		await world.run(
			'workItem.create',
			{
				projectId: byId(project()),
				name: '={{ $json.name ?? $json.row }}',
				additionalFields: {
					externalSource: 'sheet',
					externalId: '={{ $json.row }}',
					...additionalFields,
				},
				options: { ifItAlreadyExists },
				limits,
			},
			{ items: jsonItems(rows), ...execution },
		);

	const USE = 'useExisting';
	const UPDATE = 'updateExisting';
	const CREATES: FaultPlan = { when: ({ method }) => method === 'POST' };

	describe('with If It Already Exists, an existing work item', () => {
		const firstCycle = () => cycleIds()[0] ?? '';
		const secondCycle = () => cycleIds()[1] ?? '';
		const cycleField = { cycle: byId('={{ $json.cycle }}') };
		const rows = () => [{ row: '1', cycle: firstCycle() }];

		/** Creates the work item with these fields, as if an hour ago. Additions change it now. @returns its ID */
		async function createAnHourAgo(additionalFields: INodeParameters = {}): Promise<string> {
			const { json } = await importRows(rows(), USE, additionalFields);
			const item = world.service.state.workItems.find(({ id }) => id === json[0]?.id);
			const wasAdded = 'cycle' in additionalFields || 'modules' in additionalFields;
			const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();

			// They set `updated_at` once more (row 80).
			await world.service.workers.waitUntilIdle();

			Object.assign(item ?? {}, {
				created_at: anHourAgo,
				...(!wasAdded && { updated_at: anHourAgo }),
			});

			return item?.id ?? '';
		}

		it('is added to its cycle if the previous run was interrupted before that', async () => {
			const id = await createAnHourAgo();

			const { error } = await importRows(rows(), USE, cycleField);

			expect(error).toBeUndefined();
			expect(cycleOf(id)).toBe(firstCycle());
		});

		it.each([
			[USE, secondCycle],
			[UPDATE, firstCycle],
		])(
			'stays in the cycle that somebody moved it to, unless it is updated (%s)',
			async (ifItAlreadyExists, expectedCycle) => {
				const id = await createAnHourAgo(cycleField);

				await world.run('cycle.addWorkItems', {
					projectId: byId(project()),
					cycleId: byId(secondCycle()),
					workItemIds: id,
				});

				const { error } = await importRows(rows(), ifItAlreadyExists, cycleField);

				expect(error).toBeUndefined();
				expect(cycleOf(id)).toBe(expectedCycle());
			},
		);

		it('keeps the fields that were left empty in the panel, and loses those whose expressions return nothing on purpose', async () => {
			const { service } = world;
			const [label] = service.state.labels.filter((row) => row.project === project());
			const [user] = service.state.users;
			const before = {
				assignees: [user?.id ?? ''],
				labels: [label?.id ?? ''],
				priority: 'high',
				startDate: '2026-03-01',
				targetDate: '2026-03-31',
			};
			const id = await createAnHourAgo(before);
			const readItem = () => service.state.workItems.find((row) => row.id === id);
			const state = readItem()?.state;
			const leftEmpty = {
				assignees: [],
				labels: [],
				priority: '',
				startDate: '',
				state: { __rl: true, mode: 'list', value: '' },
				targetDate: '',
			};

			await importRows(rows(), UPDATE, leftEmpty);

			expect(readItem()).toMatchObject({
				assignees: before.assignees,
				labels: before.labels,
				priority: 'high',
				start_date: '2026-03-01',
				state,
				target_date: '2026-03-31',
			});

			await importRows(rows(), UPDATE, {
				assignees: '={{ [] }}',
				labels: '={{ [] }}',
				priority: '={{ null }}',
				startDate: '={{ "" }}',
				targetDate: '={{ null }}',
			});

			expect(readItem()).toMatchObject({
				assignees: [],
				labels: [],
				priority: 'none',
				start_date: null,
				state,
				target_date: null,
			});
		});

		it('is added to its cycle and modules although a worker changed it late', async () => {
			const id = await createAnHourAgo();
			const item = world.service.state.workItems.find((row) => row.id === id);
			const changedAt = Date.parse(item?.created_at ?? '') + 30_000;

			Object.assign(item ?? {}, { updated_at: new Date(changedAt).toISOString() });

			const { error } = await importRows(rows(), USE, { ...cycleField, modules: [moduleId()] });

			expect(error).toBeUndefined();
			expect([cycleOf(id), isInModule(id)]).toEqual([firstCycle(), true]);
		});

		it('is added to its module although the module refused it in the previous run', async () => {
			world.service.faults.plan(
				{ kind: 'status', status: 500 },
				{ when: isAdditionTo('module'), times: Infinity },
			);
			const fields = { ...cycleField, modules: [moduleId()] };

			const { error } = await importRows(rows(), USE, fields);

			expectProblem(error, { effect: 'partlyDone', cause: 'not added to Module ' });

			world.service.faults.clear();

			const { json } = await importRows(rows(), USE, fields);

			const id = asText(json[0]?.id) ?? '';

			expect([cycleOf(id), isInModule(id)]).toEqual([firstCycle(), true]);
		});

		it('stays in its cycle if it is used, although its row now has another cycle', async () => {
			const sheetRows = [1, 2, 3].map((row) => ({ row: String(row), cycle: firstCycle() }));

			const { json } = await importRows(sheetRows, USE, cycleField);
			const movedRows = sheetRows.map(({ row }) => ({ row, cycle: secondCycle() }));

			const { error } = await importRows(movedRows, USE, cycleField);

			expect(error).toBeUndefined();
			expect(json.map(({ id }) => cycleOf(asText(id) ?? ''))).toEqual(
				sheetRows.map(() => firstCycle()),
			);
		});

		it.each([USE, UPDATE])(
			'is not added to its cycle again, even if the cycle has ended since (%s)',
			async (ifItAlreadyExists) => {
				const fields = { ...cycleField, modules: [moduleId()] };
				const id = await createAnHourAgo(fields);
				const cycle = world.service.state.cycles.find((row) => row.id === firstCycle());

				Object.assign(cycle ?? {}, { start_date: '2026-01-01', end_date: '2026-01-02' });
				const requestCount = world.service.requests.length;

				const { error } = await importRows(rows(), ifItAlreadyExists, fields);

				expect(error).toBeUndefined();

				const sent = world.service.requests.slice(requestCount).map(({ method }) => method);

				expect(new Set(sent)).toEqual(new Set(['GET']));
				expect(cycleOf(id)).toBe(firstCycle());
			},
		);

		it('can be used or updated while it is archived', async () => {
			const id = await createAnHourAgo();
			const item = world.service.state.workItems.find((row) => row.id === id);

			Object.assign(item ?? {}, { archived_at: '2026-11-20' });

			for (const ifItAlreadyExists of [USE, UPDATE]) {
				const { json, error } = await importRows(rows(), ifItAlreadyExists);

				expect(error).toBeUndefined();
				expect(json).toMatchObject([{ id }]);
			}
		});

		it('gets no hint about fields that the item does not have', async () => {
			await createAnHourAgo();
			const { ada } = Object.fromEntries(
				world.service.state.users.map(({ id, display_name: name }) => [name, id]),
			);

			const { hints, error } = await importRows(rows(), USE, { assignees: [ada ?? ''] });

			expect(error).toBeUndefined();
			expect(hints).toEqual([]);
		});
	});

	describe('two rows with the same external ID', () => {
		const rows = [
			{ row: '1', name: 'First' },
			{ row: '1', name: 'Second' },
		];
		/** Drops the create of the second row before it is carried out. */
		const dropSecondCreate = () =>
			world.service.faults.plan({ kind: 'dropBeforeReading' }, { ...CREATES, skip: 1 });

		it('become one record with the values of the last row', async () => {
			dropSecondCreate();

			const { json } = await importRows(rows, UPDATE);

			expect(json.map(({ name }) => name)).toEqual(['First', 'Second']);
			expect(new Set(json.map(({ id }) => id)).size).toBe(1);
			expect(world.service.state.workItems.filter(({ name }) => name === 'Second')).toHaveLength(1);
		});

		it('are listed in a hint, because this is most likely a mistake', async () => {
			const { hints } = await importRows(rows, UPDATE);

			expect(hints).toMatchObject([
				{
					message:
						'Items that share one work item, because they have the same External ID: 0 and 1',
				},
			]);
		});

		it('end in the cycle of the last row if the record is updated, or of the first row if it is used', async () => {
			const [firstCycle = '', lastCycle = ''] = cycleIds();
			const inCycles = [firstCycle, lastCycle].map((cycle) => ({ row: '1', cycle }));
			const cycle = byId('={{ $json.cycle }}');

			const used = await importRows(inCycles, USE, { cycle });

			expect(cycleOf(asText(used.json[0]?.id) ?? '')).toBe(firstCycle);

			const updated = await importRows(inCycles, UPDATE, { cycle });

			expect(cycleOf(asText(updated.json[0]?.id) ?? '')).toBe(lastCycle);
		});

		it('fail the second row if If It Already Exists says so', async () => {
			dropSecondCreate();

			const { outputs } = await importRows(rows, 'fail', {}, { onError: 'continueErrorOutput' });

			expect(outputs.map((items) => items.map(({ json }) => json.name))).toEqual([
				['First'],
				['Second'],
			]);
		});
	});

	describe.each(['label', 'module', 'state'])('a %s with the same name', (resource) => {
		const create = async (external: INodeParameters, ifItAlreadyExists: string) =>
			await world.run(`${resource}.create`, {
				projectId: byId(project()),
				name: 'Alpha',
				...(resource === 'state' && { color: '#ffffff' }),
				additionalFields: external,
				options: { ifItAlreadyExists },
			});

		it.each([USE, UPDATE])(
			'is left alone if it has another external ID (%s)',
			async (ifItAlreadyExists) => {
				const source = { externalSource: 'sheet' };

				const { json: created } = await create({ ...source, externalId: '1' }, ifItAlreadyExists);
				const { error } = await create({ ...source, externalId: '2' }, ifItAlreadyExists);
				const { json: found } = await create({}, ifItAlreadyExists);

				const id = created[0]?.id;

				expect(error).toMatchObject({
					message: `Plane already has a record of this name (ID ${id as string}), imported as sheet:1 [item 0]`,
					description: expect.stringMatching(
						/^Give this one another name or, if both are the same, leave out External ID /,
					),
				});
				expect(found).toMatchObject([{ id, external_id: '1' }]);
			},
		);

		it('is used if it has no external ID', async () => {
			const { json: created } = await create({}, UPDATE);
			const { json: updated } = await create({ externalSource: 'sheet', externalId: '2' }, UPDATE);

			expect(updated).toMatchObject([{ id: created[0]?.id, external_id: '2' }]);
		});
	});

	it('adds work items to their cycles although the cycle of another item refuses additions', async () => {
		const { cycles } = world.service.state;
		const [openCycle = '', endedCycle = ''] = cycleIds();

		Object.assign(cycles.find(({ id }) => id === endedCycle) ?? {}, {
			start_date: '2026-01-01',
			end_date: '2026-01-02',
		});
		const rows = [endedCycle, openCycle, endedCycle, openCycle].map((cycle, row) => ({
			row: String(row),
			cycle,
		}));

		const { error } = await importRows(rows, 'fail', { cycle: byId('={{ $json.cycle }}') });

		expectProblem(error, { effect: 'partlyDone', cause: 'not added to Cycle ' });

		const created = world.service.state.workItems.filter(({ external_id: id }) => id !== null);

		expect(created.map(({ id }) => cycleOf(id))).toEqual([
			undefined,
			openCycle,
			undefined,
			openCycle,
		]);
	});

	it('reports items that were saved but not added as partly carried out, with the advice not to run them again', async () => {
		const [cycle = ''] = cycleIds();

		world.service.faults.plan(
			{ kind: 'status', status: 502 },
			{ when: isAdditionTo('cycle'), times: Infinity },
		);

		const { error } = await world.run(
			'workItem.create',
			{
				projectId: byId(project()),
				name: '={{ $json.row }}',
				additionalFields: { cycle: byId(cycle) },
				limits: { retries: 0 },
			},
			{ items: jsonItems([{ row: '1' }, { row: '2' }, { row: '3' }]) },
		);

		expectProblem(error, { effect: 'partlyDone', cause: 'not added to Cycle ' });
		expect(error?.description).toContain(
			`Add it with Add Work Items: the record is there already. ${outcomes.wouldDuplicate}`,
		);
		expect(error?.description).toContain('Done: 0 of 3 items. Partly done: 0-2.');
		expect(error?.description).not.toContain(outcomes.safe);
	});

	it('lists the work items that share an external ID if the server fails because of them (row 65)', async () => {
		const { json } = await importRows([{ row: '1' }, { row: '2' }], USE);
		const [firstId, secondId] = json.map(({ id }) => asText(id) ?? '');
		const second = world.service.state.workItems.find(({ id }) => id === secondId);

		Object.assign(second ?? {}, { external_id: '1' });
		world.service.faults.plan(
			{ kind: 'status', status: 500 },
			{ when: ({ url = '' }) => url.includes('external_id=1'), times: Infinity },
		);

		for (const ifItAlreadyExists of [USE, UPDATE]) {
			const { error } = await importRows(
				[{ row: '1' }],
				ifItAlreadyExists,
				{},
				{ limits: { retries: 1 } },
			);

			expect(error?.message).toContain('2 records have the External ID sheet:1: ');
			expect(error?.message).toContain(`ID ${String(firstId)})`);
			expect(error?.message).toContain(`ID ${String(secondId)})`);
			expect(error?.description).toContain(
				'delete those of which you know that nothing in them is needed',
			);
		}
	});

	it('lists them, too, if a work item is chosen By External ID (row 65)', async () => {
		const { json } = await importRows([{ row: '1' }, { row: '2' }], USE);
		const ids = json.map(({ id }) => asText(id) ?? '');
		const second = world.service.state.workItems.find(({ id }) => id === ids[1]);

		Object.assign(second ?? {}, { external_id: '1' });
		world.service.faults.plan(
			{ kind: 'status', status: 500 },
			{ when: ({ url = '' }) => url.includes('external_id=1'), times: Infinity },
		);

		const { error } = await world.run('workItem.get', {
			projectId: byId(project()),
			workItemId: { __rl: true, mode: 'externalId', value: 'sheet:1' },
			limits: { retries: 0 },
		});

		expect(error?.message).toContain('2 records have the External ID sheet:1: ');

		for (const id of ids) expect(error?.message).toContain(`ID ${id})`);

		expect(error?.description).toContain(
			'delete those of which you know that nothing in them is needed',
		);
	});

	it('refuses an external ID without its source', async () => {
		const { error } = await importRows([{ row: '1' }], USE, { externalSource: '' });

		expect(error).toMatchObject({
			message: 'If It Already Exists: nothing identifies an existing record [item 0]',
			description: expect.stringContaining(
				`Add External ID and External Source.<br>${outcomes.nothingChanged}`,
			),
		});
	});

	it('says after a failed update of an existing record that it can be repeated', async () => {
		const rows = [{ row: '1' }];

		await importRows(rows, USE);
		const allUpdates: FaultPlan = { when: ({ method }) => method === 'PATCH', times: Infinity };

		world.service.faults.plan({ kind: 'status', status: 502, carriedOut: true }, allUpdates);
		const limits = { limits: { retries: 0 } };

		const { error } = await world.run('workItem.create', {
			projectId: byId(project()),
			name: 'New',
			...limits,
			additionalFields: { externalSource: 'sheet', externalId: '1' },
			options: { ifItAlreadyExists: UPDATE },
		});

		expect(error?.description).toContain(outcomes.safeAgain);
	});

	describe('adding labels to those of a work item', () => {
		it.each(['html', 'empty', 'text'] as const)(
			'changes nothing if the present labels cannot be read (%s)',
			async (kind) => {
				const [item] = world.service.state.workItems;
				const [label] = world.service.state.labels;
				const labelsBefore = [...(item?.labels ?? [])];

				world.service.faults.plan(
					{ kind },
					{ when: ({ url = '' }) => url.includes(item?.id ?? '') },
				);
				const labels = [label?.id ?? ''];

				const { error } = await world.run('workItem.update', {
					projectId: byId(project()),
					workItemId: byId(item?.id),
					updateFields: { labels, labelsAction: 'add' },
					limits: { retries: 0 },
				});

				expect(error?.message).toMatch(/web page|response of the server|cut short|complete/);
				expect(item?.labels).toEqual(labelsBefore);
			},
		);
	});
});

describe('An import that is repeated', () => {
	// The workers of the server are slow. The second import does not write what already exists, so that
	// nobody is notified of a change.

	const WORKER_DELAY = 50;

	const world = useWorld(
		{ serverKind: 'community', workItems: 20, workerDelay: WORKER_DELAY },
		true,
	);
	const startStubServer = useStubServers();

	afterEach(() => {
		jest.restoreAllMocks();
	});

	/** Mocks n8n's clock. @returns a function that puts it forward by a minute */
	function controlClock() {
		const now = Date.now.bind(Date);
		let offset = 0;

		jest.spyOn(Date, 'now').mockImplementation(() => now() + offset);

		return { pass: () => void (offset += 60_000) };
	}

	/** Imports rows into the first project, each with all fields of an import. */
	async function importRows(rows: readonly IDataObject[]) {
		const { projects, labels, cycles, modules } = world.service.state;
		const [project] = projects;
		const idsInProject = (records: readonly { readonly project: string; readonly id: string }[]) =>
			records.filter((row) => row.project === project?.id).map(({ id }) => id);

		// Reversed, so that they are not in the order in which Plane returns them.
		const people = [...(project?.members ?? [])].slice(0, 2).reverse();
		const { error } = await world.run(
			'workItem.create',
			{
				projectId: byId(project?.id),
				name: '={{ $json.title }}',
				additionalFields: {
					externalSource: 'sheet',
					externalId: '={{ $json.row }}',
					description: 'First, 5\u00a0kg.\n\nSecond.',
					assignees: people,
					labels: idsInProject(labels).slice(0, 2).reverse(),
					cycle: byId(idsInProject(cycles)[0]),
					modules: idsInProject(modules).slice(0, 2).reverse(),
					startDate: '2026-12-01',
					targetDate: '2026-12-24T00:00:00.000Z',
				},
				options: { ifItAlreadyExists: 'updateExisting' },
			},
			{ items: jsonItems(rows) },
		);

		expect(error).toBeUndefined();

		await wait(4 * WORKER_DELAY);
		await world.service.webhooks.waitUntilIdle();
	}

	const sheetRows = Array.from({ length: 8 }, (_, row) => ({
		row: `row-${String(row)}`,
		title: `Task ${String(row)}`,
	}));

	test('causes no activity, no webhook and no polling event; one change causes one of each', async () => {
		const clock = controlClock();
		const { service, credential } = world;

		await importRows(sheetRows);
		const triggers = await Triggers.start();
		const eventNames = ['workItemCreated', 'workItemUpdated'];
		const trigger = await triggers.create(
			'planePollingTrigger',
			{ events: eventNames, projects: [service.state.projects[0]?.id] },
			credential,
		);

		await trigger.poll();
		const receiver = await startStubServer((_request, response) => response.end());

		service.webhooks.targets.push({ url: receiver.url, secret: 'plane_wh_of_the_test' });

		const poll = async () => {
			clock.pass();

			return (await trigger.poll()).items ?? [];
		};

		const activityCount = service.state.activities.length;

		await importRows(sheetRows);

		expect(await poll()).toEqual([]);
		expect(await poll()).toEqual([]);
		expect(service.state.activities).toHaveLength(activityCount);
		expect(service.webhooks.attempts).toEqual([]);

		await importRows(
			sheetRows.map((row, index) => (index === 3 ? { ...row, title: 'Changed' } : row)),
		);

		const events = [...(await poll()), ...(await poll())];

		expect(events).toMatchObject([
			{ event: 'workItem', action: 'updated', field: 'name', newValue: 'Changed' },
		]);
		expect(service.state.activities).toHaveLength(activityCount + 1);
		expect(service.webhooks.attempts).toHaveLength(1);
	});
});
