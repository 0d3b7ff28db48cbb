import { afterEach, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';

import { byId } from './samples';
import { jsonItems } from './startNode';
import { useStubServers } from '../service/testing/useStubServers';
import { useWorld } from './useWorld';
import { Triggers } from './triggers';

/**
 * The same import twice, at a server whose workers are late: what is there already is not written again,
 * so nobody is notified of a change (cases P04, P50, X5; finding 16).
 */

const WORKER_DELAY = 50;

const world = useWorld({ serverKind: 'community', workItems: 20, workerDelay: WORKER_DELAY }, true);
const startStubServer = useStubServers();

afterEach(() => {
	jest.restoreAllMocks();
});

/** Puts n8n's clock forward by a minute before each poll. */
function minutes() {
	const now = Date.now.bind(Date);
	let ahead = 0;

	jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);

	return { pass: () => void (ahead += 60_000) };
}

/** Imports rows into the first project, each with everything that an import can give. */
async function importRows(rows: readonly IDataObject[]) {
	const { projects, labels, cycles, modules } = world.service.state;
	const [project] = projects;
	const inProject = (all: readonly { readonly project: string; readonly id: string }[]) =>
		all.filter((row) => row.project === project?.id).map(({ id }) => id);

	// As somebody writes them, which is not the order in which Plane lists them.
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
				labels: inProject(labels).slice(0, 2).reverse(),
				cycle: byId(inProject(cycles)[0]),
				modules: inProject(modules).slice(0, 2).reverse(),
				startDate: '2026-12-01',
				targetDate: '2026-12-24T00:00:00.000Z',
			},
			options: { ifItAlreadyExists: 'update_the_existing_one' },
		},
		{ items: jsonItems(rows) },
	);

	expect(error).toBeUndefined();

	await wait(4 * WORKER_DELAY);
	await world.service.webhooks.settled();
}

const night = Array.from({ length: 8 }, (_, row) => ({
	row: `row-${String(row)}`,
	title: `Task ${String(row)}`,
}));

test('the same import again causes no activity, no webhook and no polling event, and one change causes one of each', async () => {
	const clock = minutes();
	const { service, credential } = world;

	await importRows(night);
	const triggers = await Triggers.start();
	const events = ['work_item_created', 'work_item_updated'];
	const trigger = await triggers.create(
		'planePollingTrigger',
		{ events, projects: [service.state.projects[0]?.id] },
		credential,
	);

	await trigger.poll();
	const receiver = await startStubServer((_request, response) => response.end());

	service.webhooks.targets.push({ url: receiver.url, secret: 'plane_wh_of_the_test' });

	const poll = async () => {
		clock.pass();

		return (await trigger.poll()).items ?? [];
	};

	const activities = service.state.activities.length;

	await importRows(night);

	expect(await poll()).toEqual([]);
	expect(await poll()).toEqual([]);
	expect(service.state.activities).toHaveLength(activities);
	expect(service.webhooks.attempts).toEqual([]);

	await importRows(night.map((row, index) => (index === 3 ? { ...row, title: 'Changed' } : row)));

	expect([...(await poll()), ...(await poll())]).toMatchObject([
		{ event: 'workItem', action: 'updated', field: 'name', newValue: 'Changed' },
	]);
	expect(service.state.activities).toHaveLength(activities + 1);
	expect(service.webhooks.attempts).toHaveLength(1);
});
