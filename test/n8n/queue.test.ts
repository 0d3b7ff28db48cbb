import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

import { issuedFor } from '../engine/uploads';
import { startSteadyStore } from '../engine/steadyStore';
import { listen } from '../service/listen';
import { signIn } from './owner';
import { AT_ONCE } from './queue/cluster';
import { FILE_WEBHOOK } from './queue/file';
import { windows } from './queue/figures';
import { startQueue, type Queue } from './queue/run';
import { free, killed, limited, LIMIT } from './queue/stories';
import { EXECUTIONS, tell, UPDATES, type Outcome } from './queue/story';
import { INSTALLATION_LIMIT } from './world';

let queue: Queue | undefined;

beforeAll(async () => {
	queue = await startQueue();
}, INSTALLATION_LIMIT);

afterAll(async () => await queue?.cluster.close());

function started(): Queue {
	if (queue === undefined) throw new Error('The queue is there only while a test runs');
	return queue;
}

const statuses = ({ account }: Outcome) => account.entries.map(({ execution }) => execution.status);

describe('in queue mode, with one API key for all', () => {
	test('every update is carried out exactly once, in as many windows as the limit dictates', async () => {
		const { cluster, servicePort } = started();
		const unlimited = await tell(cluster, servicePort, free);
		expect(statuses(unlimited)).toEqual(Array(EXECUTIONS).fill('success'));

		const outcome = await tell(cluster, servicePort, limited);
		expect(statuses(outcome)).toEqual(Array(EXECUTIONS).fill('success'));
		expect(outcome.account).toMatchObject({ missing: 0, rerun: 0, foreign: 0 });
		for (const { updates, doubled } of outcome.account.entries) {
			expect({ updates, doubled }).toEqual({ updates: UPDATES, doubled: 0 });
		}
		const [, ...used] = windows(outcome, LIMIT);
		expect(used).toHaveLength(Math.ceil((EXECUTIONS * UPDATES) / LIMIT.requests));
		expect(outcome.refused.length).toBeLessThan((EXECUTIONS * UPDATES) / 4);
		for (const { begun } of outcome.workers) expect(begun.length).toBeGreaterThan(EXECUTIONS / 5);
	}, 240_000);

	test('what n8n says of a worker that was killed is what the server has carried out', async () => {
		const { cluster, servicePort } = started();
		const outcome = await tell(cluster, servicePort, killed(cluster));
		const { entries, ...account } = outcome.account;
		const lost = entries.filter(({ execution }) => execution.status !== 'success');
		const [alive, dead] = outcome.workers;

		// n8n calls those lost that the dead worker was at, and no other.
		expect(lost.length).toBeGreaterThan(0);
		expect(lost.length).toBeLessThanOrEqual(AT_ONCE);
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
		const { origin } = new URL(cluster.webhook(FILE_WEBHOOK));
		const session = await signIn(origin);
		const path = `/executions/${lost[0]?.execution.id ?? ''}/retry`;
		expect(await session.request('POST', path, {})).toMatchObject({ status: 'error' });
		// … but the same calls again complete it. One that lacks nothing is not made again.
		const twice = lost.reduce((sum, { updates }) => sum + (updates % UPDATES), 0);
		expect(outcome.again).toMatchObject({ missing: 0, rerun: twice, foreign: 0 });
	}, 240_000);

	test('a file goes up from the database, where n8n keeps it by default, however slow the storage is', async () => {
		const { cluster } = started();
		const file = randomBytes(32 * 1024 * 1024);
		const source = await listen(createServer((_request, response) => response.end(file)));
		const storage = await startSteadyStore(8 * 1024 * 1024);
		const response = await fetch(cluster.webhook(FILE_WEBHOOK), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				address: `${source.url}/photo.bin`,
				uploadData: issuedFor(`${storage.url}/uploads`),
			}),
		});
		const said: unknown = await response.json();
		await source.close();
		await storage.close();

		expect(said).toMatchObject({ status: 204, size: file.length });
		const kept = await cluster.database.rows('select "fileSize" as size from binary_data');
		expect(kept).toContainEqual({ size: file.length });
	}, 120_000);
});
