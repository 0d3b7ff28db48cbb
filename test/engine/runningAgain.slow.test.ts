import { afterEach, describe, expect, it, jest, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';

import { asText } from '../../nodes/shared/values/asText';
import type { FaultPlan } from '../service/faults';
import { useStubServers } from '../service/testing/useStubServers';
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

		it('fail the second row if If It Already Exists says so', async () => {
			dropSecondCreate();

			const { outputs } = await importRows(rows, 'fail', {}, { onError: 'continueErrorOutput' });

			expect(outputs.map((items) => items.map(({ json }) => json.name))).toEqual([
				['First'],
				['Second'],
			]);
		});
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
