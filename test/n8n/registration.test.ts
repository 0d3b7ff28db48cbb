import { describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';

import type { FaultPlan } from '../service/faults';
import { withApiV2 } from '../service/testing/v2Client';
import { linesToTest } from './install';
import { createRegisteringWorkflow, PlaneUser } from './triggerWorkflows';
import { useN8nServer, useWorld } from './world';

const ID = 'registered';

/** How soon n8n 2 takes up again what it was publishing when it was killed. */
const env = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '20',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

describe.each(linesToTest)('webhooks that register themselves in n8n %s', (line) => {
	const world = useWorld(line, (service) => [createRegisteringWorkflow(service)], {
		...withApiV2({ workItems: 2 }),
		env,
	});
	const n8n = useN8nServer(world);

	const webhooks = () => world.service.state.webhooks;

	const publish = async () => {
		await n8n.publish(ID);
		expect(webhooks()).toMatchObject([{ is_active: true }]);
	};

	const unpublish = async () => {
		await n8n.unpublish(ID);
		expect(webhooks()).toEqual([]);
	};

	const planeUser = () => new PlaneUser(world.service);

	/** Changes something in Plane, and waits until the workflow has been started by it. */
	const expectStart = async (name: string) => {
		await planeUser().createWorkItem(name);

		while (!planeUser().listLabels('hook').includes(`hook created ${name}`)) await wait(100);
	};

	/** Kills n8n while it waits for the response to a request about webhooks, and starts it again. */
	const killDuring = async (method: string, work: () => Promise<unknown>) => {
		const { faults } = world.service;
		const count = faults.occurred.length;
		const isAboutWebhooks: NonNullable<FaultPlan['when']> = (request) =>
			request.method === method && (request.url ?? '').includes('/webhooks/');

		faults.plan({ kind: 'delay', milliseconds: 100_000 }, { when: isAboutWebhooks });
		work().catch(() => undefined);
		while (faults.occurred.length === count) await wait(50);
		await n8n.kill();
		faults.clear();
		await n8n.restart();
	};

	test('a workflow starts once it is published, and leaves no webhook when it is unpublished', async () => {
		await publish();
		expect(webhooks()).toMatchObject([
			{ version: 'v2', name: 'n8n: Registered (workflow registered)' },
		]);
		await expectStart('Published');
		await unpublish();
	});

	test('a restart leaves the webhook and its secret as they are', async () => {
		await publish();
		const before = structuredClone(webhooks());

		await n8n.close();
		await n8n.restart();
		await expectStart('After a restart');
		expect(webhooks()).toEqual(before);
		await unpublish();
	});

	test.each(['POST', 'PATCH'])(
		'the next activation finds and uses what is left if n8n is killed during a %s',
		async (method) => {
			await killDuring(method, async () => await n8n.requestPublished(ID, true));
			// n8n 2 takes the workflow for published, although it was killed before that.
			await n8n.unpublish(ID);
			await publish();
			await expectStart(`Killed during a ${method}`);
			await unpublish();
		},
	);

	test('the webhook is gone after all if n8n is killed while it deletes it', async () => {
		await publish();
		await killDuring('DELETE', async () => await n8n.requestPublished(ID, false));
		await unpublish();
	});

	test('a test event has a webhook of its own, which is gone afterwards', async () => {
		await publish();
		const published = structuredClone(webhooks());
		const workflowData = await n8n.readWorkflow(ID);
		const request = { workflowData, triggerToStartFrom: { name: 'Trigger' } };
		const answer = await n8n.request('POST', `/workflows/${ID}/run`, request);

		expect(answer).toMatchObject({ waitingForWebhook: true });
		expect(webhooks()[1]).toMatchObject({
			is_active: true,
			name: 'n8n test: Registered (workflow registered)',
		});

		await expectStart('Listened for');
		while (webhooks().length > 1) await wait(100);
		expect(webhooks()).toEqual(published);
		await unpublish();
	});
});
