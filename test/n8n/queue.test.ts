import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { unsignedCredentials } from '../engine/uploads';
import { startSlowStorage } from '../engine/slowStorage';
import { listen } from '../service/listen';
import { startService } from '../service/service';
import { lazyProxy } from '../tools/lazyProxy';
import { signIn } from './owner';
import { CONCURRENCY, startCluster, type Cluster } from './queue/cluster';
import { callWebhook, EXECUTIONS, runScenario, UPDATES, type Outcome } from './queue/scenario';
import { FILE_WEBHOOK } from './queue/workflows';
import { PlaneUser, createTriggerWorkflows } from './triggerWorkflows';
import { TEST_LIMIT_MS } from './world';

/** All executions share this limit, which is of the same kind as that of the observed server. */
const LIMIT = { requests: 300, windowMs: 30_000 };

/** The same number of requests in a shorter time, for tests that are not about waiting. */
const SHORT_LIMIT = { requests: 300, windowMs: 10_000 };

/** Number of updates after which the worker is killed: in the middle of the second window. */
const KILL_AFTER = 450;

jest.setTimeout(TEST_LIMIT_MS);

let started: Cluster | undefined;
const cluster = lazyProxy(() => started);

beforeAll(async () => {
	started = await startCluster();
});

afterAll(async () => await started?.close());

const listStatuses = ({ comparison }: Outcome) =>
	comparison.entries.map(({ execution }) => execution.status);

describe('n8n in queue mode, with one API key for all executions', () => {
	test('every update is carried out exactly once, in as few windows as the limit allows', async () => {
		const outcome = await runScenario(cluster, { limit: LIMIT, timeLimit: 600 });

		expect(listStatuses(outcome)).toEqual(Array(EXECUTIONS).fill('success'));
		expect(outcome.comparison).toMatchObject({ missing: 0, repeated: 0, unexpected: 0 });

		for (const { updates, duplicates } of outcome.comparison.entries) {
			expect({ updates, duplicates }).toEqual({ updates: UPDATES, duplicates: 0 });
		}

		const windows = Math.ceil(Math.max(...outcome.carriedOut) / LIMIT.windowMs);

		expect(windows).toBe(Math.ceil((EXECUTIONS * UPDATES) / LIMIT.requests));
		// Each time the server is full, it refuses what is under way: up to 5 requests of 10 executions. The
		// sliding window fills about twice in its length. Clients that do not wait are refused thousands of times.
		expect(outcome.refused.length).toBeLessThan((EXECUTIONS * UPDATES) / 2);
		for (const { startedIds } of outcome.workers)
			expect(startedIds.length).toBeGreaterThan(EXECUTIONS / 5);
	});

	test('after a worker is killed, n8n reports exactly the incomplete executions as lost', async () => {
		const outcome = await runScenario(cluster, {
			limit: SHORT_LIMIT,
			timeLimit: 600,
			whileRunning: async ({ ledger }) => {
				while (ledger.length < KILL_AFTER) await wait(5);
				await cluster.workers[1]?.kill();
			},
		});
		const { entries, ...counts } = outcome.comparison;
		const lost = entries.filter(({ execution }) => execution.status !== 'success');
		const [alive, dead] = outcome.workers;

		// n8n reports as lost the executions of the dead worker, and no others.
		expect(lost.length).toBeGreaterThan(0);
		expect(lost.length).toBeLessThanOrEqual(CONCURRENCY);

		for (const { execution } of lost) {
			expect(execution).toMatchObject({
				status: 'error',
				error: expect.stringContaining('failed to be processed too many times'),
				retryOf: undefined,
			});
			expect(dead?.finishedIds).not.toContain(execution.id);
			expect(alive?.startedIds).not.toContain(execution.id);
		}

		for (const { execution, updates, duplicates } of entries) {
			if (execution.status === 'success') expect(updates).toBe(UPDATES);

			expect(duplicates).toBe(0);
		}

		// Their missing updates were not carried out by anyone else.
		const completed = lost.reduce((sum, { updates }) => sum + updates, 0);

		expect(counts).toEqual({
			missing: lost.length * UPDATES - completed,
			repeated: 0,
			unexpected: 0,
		});

		// n8n has lost their input, so its own retry does nothing …
		const session = await signIn(cluster.url);
		const path = `/executions/${lost[0]?.execution.id ?? ''}/retry`;

		expect(await session.request('POST', path, {})).toMatchObject({ status: 'error' });
		// … but repeating the calls completes them. Complete ones are not repeated.
		const repeated = lost.reduce((sum, { updates }) => sum + (updates % UPDATES), 0);

		expect(outcome.afterRepeat).toMatchObject({ missing: 0, repeated, unexpected: 0 });
	});

	test('a file is uploaded from the database, where n8n keeps it by default, to a slow storage', async () => {
		const file = randomBytes(32 * 1024 * 1024);
		const source = await listen(createServer((_request, response) => response.end(file)));
		const storage = await startSlowStorage(3 * 1024 * 1024);
		const response = await callWebhook(cluster.url, FILE_WEBHOOK, {
			address: `${source.url}/photo.bin`,
			uploadData: unsignedCredentials(`${storage.url}/uploads`),
		});

		await source.close();
		await storage.close();

		expect(response).toMatchObject({ status: 204, size: file.length });
		const storedFiles = await cluster.database.queryRows(
			'select "fileSize" as size from binary_data',
		);

		expect(storedFiles).toContainEqual({ size: file.length });
	});

	test('workers run the workflow of each trigger once for each change', async () => {
		const service = await startService({ port: cluster.servicePort, serverKind: 'community' });
		const planeUser = new PlaneUser(service);
		const session = await signIn(cluster.url);

		for (const { id = '' } of createTriggerWorkflows(service)) {
			const { versionId } = (await session.request('GET', `/workflows/${id}`)) as WorkflowVersion;

			await session.request('POST', `/workflows/${id}/activate`, { versionId });
		}

		// n8n responds before its triggers are active.
		const webhookQuery = `select 1 from webhook_entity where "workflowId" = 'hooked'`;

		while ((await cluster.database.queryRows(webhookQuery)).length === 0) await wait(200);
		await planeUser.waitForPolling();
		planeUser.addWebhooks(cluster.url);
		const id = await planeUser.createWorkItem('One');

		await planeUser.renameWorkItem(id, 'Uno');
		const hasBoth = ({ length }: readonly unknown[]) => length >= 2;
		const labels = [
			await planeUser.waitForLabels('hook', hasBoth),
			await planeUser.waitForLabels('poll', hasBoth),
		];

		await service.close();
		expect(labels).toEqual([
			['hook created One', 'hook updated name Uno'],
			['poll created Uno', 'poll updated name Uno'],
		]);
	});
});

interface WorkflowVersion {
	readonly versionId: string;
}
