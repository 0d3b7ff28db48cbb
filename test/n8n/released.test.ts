import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { createCommercialRows, listSteps } from '../engine/customerStory';
import { getNodeName, week } from '../engine/story';
import { listen, type ListeningServer } from '../service/listen';
import { seed } from '../service/seed';
import { causes } from '../nodeTexts';
import { linesToTest } from './install';
import {
	createAttachWorkflow,
	createScheduleWorkflow,
	createFailingWorkflow,
} from './testWorkflows';
import { createCustomerWorkflow, createWeekWorkflow } from './workflows/demo';
import { createPlaneCredential } from './workflows/draft';
import { useN8nServer, useWorld } from './world';

const FILE = randomBytes(8 * 1024 * 1024);

let files: ListeningServer;

beforeAll(async () => {
	const server = createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(FILE);
	});

	files = await listen(server);
});
afterAll(async () => {
	await files.close();
});

describe.each(linesToTest)('n8n %s', (line) => {
	const world = useWorld(line, (service) => [
		createWeekWorkflow(service),
		createCustomerWorkflow(service),
		createAttachWorkflow(`${files.url}/photo.bin`, service),
		createFailingWorkflow(service),
		createScheduleWorkflow(service),
	]);
	const n8n = useN8nServer(world);
	/** How often the service carried out an operation. */
	const countInLedger = (operation: string) =>
		world.service.ledger.filter((entry) => entry.operation === operation).length;

	test.each([
		["a team's week", 'planeWeekWorkflow', week, [25, 25]],
		["a customer's request", 'planeCustomerWorkflow', createCommercialRows(seed(1)), []],
	] as const)('loads the packed archive and runs %s', async (_, id, rows, uploadedSizes) => {
		const uploadsBefore = world.store.ledger.length;
		const { error, nodes } = await n8n.run(id);

		expect(error).toBeUndefined();
		const outputCounts = listSteps(rows).map((step) => [
			getNodeName(step),
			nodes[getNodeName(step)]?.outputs[0]?.length,
		]);

		expect(outputCounts).toEqual(outputCounts.map(([name]) => [name, expect.any(Number)]));
		expect(outputCounts).not.toContainEqual([expect.anything(), 0]);
		expect(world.store.ledger.slice(uploadsBefore).map(({ size }) => size)).toEqual(uploadedSizes);
	});

	test('uploads a file from where n8n keeps files by default', async () => {
		const { error, nodes } = await n8n.run('attachFrom');

		expect(error).toBeUndefined();
		const [storedItem] = nodes.File?.outputs[0] ?? [];

		// The 2.x line writes files to the disk, the 1.x line keeps them in the item.
		expect(storedItem?.binary?.data?.id).toEqual(
			line === 'v2' ? expect.stringMatching(/^filesystem/) : undefined,
		);
		const key = world.store.ledger.at(-1)?.key ?? '';

		expect(await world.store.digest(key)).toBe(createHash('sha256').update(FILE).digest('hex'));
		expect(nodes.Attach?.outputs[0]).toMatchObject([{ json: { size: FILE.length } }]);
	});

	test('continues if one of three items fails, and sends it to the error output if there is one', async () => {
		const before = countInLedger('module.update');
		const { error, nodes } = await n8n.run('oneFails');

		expect(error).toBeUndefined();
		const second = nodes.Items?.outputs[0]?.[1]?.json;
		const failed = {
			json: {
				...second,
				error: expect.stringMatching(new RegExp(`${causes.notFound('Module')} .*\\[item 1\\]`)),
			},
		};
		const updated = (text: string) => ({ json: expect.objectContaining({ description: text }) });

		expect(nodes.Continue?.outputs).toMatchObject([
			[updated('regular 0'), failed, updated('regular 2')],
		]);
		expect(nodes['Error Output']?.outputs).toMatchObject([
			[updated('error 0'), updated('error 2')],
			[failed],
		]);
		expect(countInLedger('module.update') - before).toBe(4);
	});

	test('accepts a working credential, and rejects one with a wrong key or a wrong URL', async () => {
		const credential = createPlaneCredential(world.service);
		const testCredential = async (data: object) =>
			await n8n.request('POST', '/credentials/test', {
				credentials: { ...credential, data: { ...credential.data, ...data } },
			});

		expect(await testCredential({})).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(await testCredential({ apiKey: 'plane_api_wrong' })).toMatchObject({
			status: 'Error',
		});
		expect(await testCredential({ baseUrl: `${files.url}/` })).toMatchObject({ status: 'Error' });
	});

	test('runs an active workflow on its schedule, until n8n is stopped', async () => {
		await n8n.publish('everySecond');
		while (countInLedger('label.create') < 3) await wait(100);
		const created = world.service.ledger.filter(({ operation }) => operation === 'label.create');

		// Each run has its own time in the name.
		expect(new Set(created.map(({ body }) => JSON.stringify(body))).size).toBe(created.length);

		await n8n.close();
		const count = countInLedger('label.create');

		await wait(2500);
		expect(countInLedger('label.create')).toBe(count);
	});
});
