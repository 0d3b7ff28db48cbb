import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import { readDocumentedBody } from '../../service/documented/deliveries';
import { readRecordedBody } from '../../service/observed/webhooks';
import { NamesServer } from './namesServer';
import { PublishedTrigger, type PublishedTriggerOptions } from './publishedTrigger';
import type { ServerWebhook } from './webhookServer';

/** n8n saves static data as a whole: what was loaded first and is saved last would undo the rest. */

const PROJECT = '9fd7aabe-5857-4fac-8703-3fcbe314a70d';
const PROJECTS = 'projects/';

/** A trigger that looks up the name of its project at each delivery, until it knows the name. */
function createWorld(options: PublishedTriggerOptions = {}) {
	const server = new NamesServer({
		[PROJECTS]: [{ id: PROJECT, identifier: 'LNCH', name: 'Launch' }],
	});
	const trigger = new PublishedTrigger(server, {
		...options,
		parameters: {
			events: ['workItemCreated'],
			projects: 'Launch',
			...options.parameters,
		},
	});

	return { server, trigger };
}

const createByHandWorld = () =>
	createWorld({ parameters: { registration: 'manual', requestVerification: 'none' } });

const deliver = async (trigger: PublishedTrigger, delivery: JsonObject) =>
	await trigger.receiveRaw(Buffer.from(JSON.stringify(delivery)), {});

const createDelivery = (event_id: string): JsonObject => ({
	...readDocumentedBody('workitem.created'),
	event_id,
});

/** The only webhook. */
function getOnly({ webhooks }: NamesServer): ServerWebhook {
	const [webhook, ...others] = webhooks;
	if (webhook === undefined || others.length > 0) throw new Error('There is not exactly one');

	return webhook;
}

/**
 * Sends a delivery whose lookup gets no response for now.
 *
 * @returns a function that lets Plane respond to the lookup, and returns the status of the delivery
 */
async function startSlowDelivery({ server, trigger }: ReturnType<typeof createWorld>) {
	let respond: () => void = () => undefined;

	const responded = new Promise<void>((resolve) => {
		respond = resolve;
	});
	const arrived = new Promise<void>((resolve) => {
		server.onRead = async () => {
			resolve();
			await responded;
		};
	});
	const status = trigger.receive({ ...getOnly(server) });

	await arrived;
	server.onRead = () => undefined;

	return async () => {
		respond();

		return await status;
	};
}

describe('deliveries that overlap', () => {
	it('start the workflow once if they report the same change, as old servers do (row 107)', async () => {
		const { trigger } = createByHandWorld();

		trigger.changeParameters({ projects: '' });
		const creation = readRecordedBody('work item created');

		await Promise.all([deliver(trigger, creation), deliver(trigger, creation)]);

		expect(trigger.items).toHaveLength(1);
	});

	it('are all recognized when they come again, even after a restart', async () => {
		const { trigger } = createByHandWorld();
		const deliveries = ['a', 'b', 'c'].map(createDelivery);

		await Promise.all(deliveries.map(async (delivery) => await deliver(trigger, delivery)));
		for (const delivery of deliveries) await deliver(trigger, delivery);
		expect(trigger.items).toHaveLength(3);

		trigger.restart();
		for (const delivery of deliveries) await deliver(trigger, delivery);
		expect(trigger.items).toHaveLength(3);
	});

	it('are each answered with 503 no more than three times, so that Plane does not turn the webhook off (row 521)', async () => {
		const { server, trigger } = createByHandWorld();
		const deliveries = ['a', 'b'].map(createDelivery);
		const statuses: number[][] = [];

		server.failingPaths.add(PROJECTS);

		for (let attempt = 1; attempt <= 4; attempt++) {
			statuses.push(
				await Promise.all(deliveries.map(async (delivery) => await deliver(trigger, delivery))),
			);
		}

		expect(statuses).toEqual([
			[503, 503],
			[503, 503],
			[503, 503],
			[200, 200],
		]);
	});
});

describe('a delivery that is handled', () => {
	it('while the workflow is unpublished and published does not bring back the former secret', async () => {
		const world = createWorld();
		const { server, trigger } = world;

		await trigger.publish();
		const finish = await startSlowDelivery(world);

		await trigger.unpublish();
		await trigger.publish();

		expect(await finish()).toBe(200);
		expect(await trigger.receive(getOnly(server))).toBe(200);
		expect(trigger.saved.state?.registration?.secret).toBe(getOnly(server).secret);
	});

	it('while the workflow is unpublished leaves no secret behind', async () => {
		const world = createWorld();
		const { trigger } = world;

		await trigger.publish();
		const finish = await startSlowDelivery(world);

		await trigger.unpublish();
		await finish();

		expect(JSON.stringify(trigger.saved)).not.toContain('plane_wh_');
	});

	it('after a long execution has saved what it had loaded is accepted, and repairs what is saved', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		const former = trigger.saved;

		await trigger.unpublish();
		await trigger.publish();
		const { saved } = trigger;

		trigger.saved = former;
		expect(await trigger.receive(getOnly(server))).toBe(200);
		expect(trigger.saved.state?.registration).toEqual(saved.state?.registration);
	});

	it('after another process of n8n has published the workflow is accepted', async () => {
		const { server, trigger } = createWorld();
		const other = new PublishedTrigger(server, { parameters: { projects: 'Launch' } });

		await trigger.publish();
		await trigger.receive(getOnly(server));

		other.saved = trigger.saved;
		await other.unpublish();
		await other.publish();

		trigger.saved = other.saved;
		expect(await trigger.receive(getOnly(server))).toBe(200);
		expect(trigger.saved.state?.registration).toEqual(other.saved.state?.registration);
	});
});

it('publishing recognizes the secret of a former webhook after a restart', async () => {
	const { server, trigger } = createWorld();

	await trigger.publish();
	const former = trigger.saved;

	await trigger.unpublish();
	await trigger.publish();
	trigger.restart(former);
	expect(await trigger.receive(getOnly(server))).toBe(503);

	await trigger.publish('init');
	expect(await trigger.receive(getOnly(server))).toBe(200);
});

it('a test event in the editor has no effect on the workflow that is published', async () => {
	const node = new PlaneTrigger();
	const { server, trigger } = createWorld({ node });
	const test = new PublishedTrigger(server, {
		node,
		mode: 'manual',
		url: 'https://n8n.example.com/webhook-test/1/webhook',
	});

	await trigger.publish();
	const { saved } = trigger;
	const [webhook] = server.webhooks;

	await test.publish();
	await test.unpublish();

	expect(server.webhooks).toEqual([webhook]);
	expect(await trigger.receive(getOnly(server))).toBe(200);
	expect(trigger.saved.state?.registration).toEqual(saved.state?.registration);
});

it('each test event in the editor starts without what an earlier one has left', async () => {
	const node = new PlaneTrigger();
	const { server, trigger: test } = createWorld({ node, mode: 'manual' });

	for (const expectedItems of [1, 2]) {
		await test.publish();
		expect(await test.receive(getOnly(server))).toBe(200);
		expect(test.items).toHaveLength(expectedItems);
		await test.unpublish();
		test.saved = {};
	}
});
