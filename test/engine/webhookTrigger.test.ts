import { beforeAll, describe, expect, test } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';
import { createHmac } from 'node:crypto';

import { documentedDeliveries } from '../service/documented/deliveries';
import {
	recordedDeliveries,
	recordedSecret,
	readRecordedBody,
	type RecordedDelivery,
} from '../service/observed/webhooks';
import { type Trigger, Triggers, type WebhookResult } from './triggers';

let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

/** The events of all recorded deliveries, and of most documented ones. */
const EVENTS = [
	'workItemCreated',
	'workItemUpdated',
	'commentCreated',
	'commentUpdated',
	'cycleCreated',
	'cycleUpdated',
	'moduleCreated',
	'moduleUpdated',
	'projectCreated',
	'projectUpdated',
	'projectDeleted',
	'anythingElse',
];

const start = async (parameters: INodeParameters = {}, signingSecret = recordedSecret) =>
	await triggers.create(
		'planeTrigger',
		{ registration: 'manual', events: EVENTS, ...parameters },
		{ signingSecret },
	);

const sign = (body: string) => createHmac('sha256', recordedSecret).update(body).digest('hex');

const deliver = async (
	trigger: Trigger,
	{ body, signature }: Pick<RecordedDelivery, 'body' | 'signature'>,
): Promise<WebhookResult> =>
	await trigger.receive(Buffer.from(body), { 'x-plane-signature': signature });

/** Delivers a body that no server sent, signed with the secret of the trigger. */
const deliverText = async (trigger: Trigger, body: string): Promise<WebhookResult> =>
	await deliver(trigger, { body, signature: sign(body) });

const ACKNOWLEDGED = { status: 200, answer: { received: true } };

describe('A recorded delivery', () => {
	test.each(recordedDeliveries)('of "$what" starts the workflow once', async (delivery) => {
		const trigger = await start();
		const { data, workspace_id: workspaceId } = JSON.parse(delivery.body) as JsonObject;

		const { items, ...response } = await deliver(trigger, delivery);

		expect(response).toEqual(ACKNOWLEDGED);
		expect(items).toHaveLength(1);
		expect(items?.[0]).toMatchObject({ record: data, workspaceId });
		expect(items?.[0]).not.toHaveProperty('body');
		expect(JSON.stringify(items)).not.toContain(delivery.signature);

		// Plane repeats a delivery under another delivery ID.
		expect(await deliver(trigger, delivery)).toEqual(ACKNOWLEDGED);
	});
});

describe('A documented delivery of version 2', () => {
	const withoutVisibleChange = ['workitem.updated-none-text'];

	test.each([...documentedDeliveries])(
		'starts the workflow once, unless it changes nothing that a user can see (%s)',
		async (name, sample) => {
			const addedEvents = ['workItemArchived', 'workItemDeleted', 'commentDeleted'];
			const trigger = await start({ events: [...EVENTS, ...addedEvents] }, sample.secret);
			const delivery = { body: sample.rawBody, signature: sample.signature };

			const { items = [], ...response } = await deliver(trigger, delivery);

			expect(response).toEqual(ACKNOWLEDGED);
			expect(items).toHaveLength(withoutVisibleChange.includes(name) ? 0 : 1);
			expect(JSON.stringify(items)).not.toContain('"None"');

			// Plane repeats a delivery under another delivery ID.
			expect(await deliver(trigger, delivery)).toEqual(ACKNOWLEDGED);
		},
	);
});

test('A delivery of 5 MB starts the workflow', async () => {
	const body = readRecordedBody('work item created');
	const data = { ...(body.data as JsonObject), description_html: 'x'.repeat(5_000_000) };

	const { items } = await deliverText(await start(), JSON.stringify({ ...body, data }));

	expect(items).toHaveLength(1);
});

test.each([
	...['', 'no JSON', '[]', '{}', '{"event": 1}', '\u0000'].map((body) => [body, body]),
	['a deep list', '['.repeat(1e6) + ']'.repeat(1e6)],
	['a deep record', `${'{"event":'.repeat(1e5)}1${'}'.repeat(1e5)}`],
	[
		'a deep field of a record',
		`{"event":"issue","action":"created","data":{"id":${'['.repeat(1e5)}${']'.repeat(1e5)}}}`,
	],
])(
	'A delivery with the body %j is acknowledged and does not start the workflow',
	async (_, body) => {
		for (const trigger of [await start(), await start({ requestVerification: 'none' })]) {
			expect(await deliverText(trigger, body)).toEqual(ACKNOWLEDGED);
		}
	},
);

test('Names such as __proto__ and constructor in a delivery do no harm', async () => {
	const body = `{"event":"issue","action":"updated","workspace_id":"w1","data":{"id":"i1",
		"__proto__":{"polluted":true},"constructor":1,"toString":2},
		"activity":{"field":"__proto__","old_value":"a","new_value":"b","actor":{"__proto__":{"polluted":true}}}}`;

	const { items } = await deliverText(await start(), body);

	expect(items).toHaveLength(1);
	expect(items?.[0]).toMatchObject({ field: '__proto__', oldValue: 'a', newValue: 'b' });
	expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	expect((items?.[0]?.record as { polluted?: boolean }).polluted).toBeUndefined();
});
