import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
import { Happenings, triggerWorkflows } from './triggerWorkflows';

/** The limit of the observed server's kind that all executions share. */
const LIMIT = { requests: 300, windowMs: 30_000 };

/** The same limit on a shorter time, where nobody has to wait for what is shown. */
const SHORT = { requests: 300, windowMs: 10_000 };

/** Updates after which the worker is killed: in the middle of the second window's. */
const KILL_AFTER = 450;

/** How long n8n, PostgreSQL and Redis may take to start, in milliseconds. */
const START_LIMIT = 300_000;

let started: Cluster | undefined;
const cluster = lazyProxy(() => started);

beforeAll(async () => {
	started = await startCluster();
}, START_LIMIT);

afterAll(async () => await started?.close());

const statuses = ({ account }: Outcome) => account.entries.map(({ execution }) => execution.status);

describe('in queue mode, with one API key for all', () => {
	test('every update is carried out exactly once, in as many windows as the limit dictates', async () => {
		const outcome = await runScenario(cluster, { limit: LIMIT, atMost: 180 });

		expect(statuses(outcome)).toEqual(Array(EXECUTIONS).fill('success'));
		expect(outcome.account).toMatchObject({ missing: 0, rerun: 0, foreign: 0 });

		for (const { updates, doubled } of outcome.account.entries) {
			expect({ updates, doubled }).toEqual({ updates: UPDATES, doubled: 0 });
		}

		const used = Math.ceil(Math.max(...outcome.carriedOut) / LIMIT.windowMs);

		expect(used).toBe(Math.ceil((EXECUTIONS * UPDATES) / LIMIT.requests));
		expect(outcome.refused.length).toBeLessThan((EXECUTIONS * UPDATES) / 4);
		for (const { begun } of outcome.workers) expect(begun.length).toBeGreaterThan(EXECUTIONS / 5);
	}, 240_000);

	test('what n8n says of a worker that was killed is what the server has carried out', async () => {
		const outcome = await runScenario(cluster, {
			limit: SHORT,
			atMost: 180,
			meanwhile: async ({ ledger }) => {
				while (ledger.length < KILL_AFTER) await wait(5);
				await cluster.workers[1]?.kill();
			},
		});
		const { entries, ...account } = outcome.account;
		const lost = entries.filter(({ execution }) => execution.status !== 'success');
		const [alive, dead] = outcome.workers;

		// n8n calls those lost that the dead worker was at, and no other.
		expect(lost.length).toBeGreaterThan(0);
		expect(lost.length).toBeLessThanOrEqual(CONCURRENCY);

		for (const { execution } of lost) {
			expect(execution).toMatchObject({
				status: 'error',
				error: expect.stringContaining('failed to be processed too many times'),
				retryOf: undefined,
			});
			expect(dead?.ended).not.toContain(execution.id);
			expect(alive?.begun).not.toContain(execution.id);
		}

		for (const { execution, updates, doubled } of entries) {
			if (execution.status === 'success') expect(updates).toBe(UPDATES);

			expect(doubled).toBe(0);
		}

		// What they lack is what they had not come to, and nobody else has touched it.
		const done = lost.reduce((sum, { updates }) => sum + updates, 0);

		expect(account).toEqual({ missing: lost.length * UPDATES - done, rerun: 0, foreign: 0 });

		// n8n has lost what they were to do, so its own retry carries nothing out …
		const session = await signIn(cluster.url);
		const path = `/executions/${lost[0]?.execution.id ?? ''}/retry`;

		expect(await session.request('POST', path, {})).toMatchObject({ status: 'error' });
		// … but the same calls again complete it. One that lacks nothing is not made again.
		const twice = lost.reduce((sum, { updates }) => sum + (updates % UPDATES), 0);

		expect(outcome.again).toMatchObject({ missing: 0, rerun: twice, foreign: 0 });
	}, 240_000);

	test('a file goes up from the database, where n8n keeps it by default, however slow the storage is', async () => {
		const file = randomBytes(32 * 1024 * 1024);
		const source = await listen(createServer((_request, response) => response.end(file)));
		const storage = await startSlowStorage(8 * 1024 * 1024);
		const said = await callWebhook(cluster.url, FILE_WEBHOOK, {
			address: `${source.url}/photo.bin`,
			uploadData: unsignedCredentials(`${storage.url}/uploads`),
		});

		await source.close();
		await storage.close();

		expect(said).toMatchObject({ status: 204, size: file.length });
		const kept = await cluster.database.rows('select "fileSize" as size from binary_data');

		expect(kept).toContainEqual({ size: file.length });
	}, 120_000);

	test('what triggers give is carried out by workers, each thing once', async () => {
		const service = await startService({ port: cluster.servicePort, serverKind: 'community' });
		const happenings = new Happenings(service);
		const session = await signIn(cluster.url);

		for (const { id = '' } of triggerWorkflows(service)) {
			const { versionId } = (await session.request('GET', `/workflows/${id}`)) as Versioned;

			await session.request('POST', `/workflows/${id}/activate`, { versionId });
		}

		// n8n has answered before its triggers are at work.
		const hooks = `select 1 from webhook_entity where "workflowId" = 'hooked'`;

		while ((await cluster.database.rows(hooks)).length === 0) await wait(200);
		while (service.requests.length === 0) await wait(200);
		await wait(1_000);
		happenings.tell(cluster.url);
		const id = await happenings.create('One');

		await happenings.rename(id, 'Uno');
		const isThere = ({ length }: readonly unknown[]) => length >= 2;
		const told = [await happenings.until('hook', isThere), await happenings.until('poll', isThere)];

		await service.close();
		expect(told).toEqual([
			['hook created One', 'hook updated name Uno'],
			['poll created Uno', 'poll updated name Uno'],
		]);
	}, 120_000);
});

interface Versioned {
	readonly versionId: string;
}
