import { beforeAll, describe, expect, it, test } from '@jest/globals';
import type { ICredentialTestFunctions, INodeParameters } from 'n8n-workflow';

import { hasReceivedDelivery } from '../../../nodes/PlaneTrigger/staticData';
import { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import { testSecret } from '../../../nodes/PlaneTrigger/testSecret';
import { Triggers } from '../../engine/triggers';
import { deliveries } from '../../service/observed/webhooks';

let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

describe('A webhook', () => {
	it('is neither made nor deleted at Plane, and is known by what has arrived', async () => {
		const panel = { authentication: 'none' };
		const trigger = await triggers.use('planeTrigger', panel, {});

		expect(await trigger.setUp('checkExists')).toBe(false);
		expect(await trigger.setUp('create')).toBe(true);
		await trigger.receive(Buffer.from(deliveries[0]?.body ?? ''));
		expect(await trigger.setUp('checkExists')).toBe(true);
		expect(await trigger.setUp('delete')).toBe(true);
	});

	test.each<[string, INodeParameters]>([
		['Events', { events: [] }],
		['Fields', { events: ['field_changed'], fields: [] }],
		['Authentication', { authentication: 'signingSecret' }],
	])('is set up only where the panel is right: %s', async (name, panel) => {
		const trigger = await triggers.use('planeTrigger', panel, { signingSecret: 'a' });

		await expect(trigger.setUp('checkExists')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(`^${name}: `),
			description: expect.stringMatching(/\.$/),
		});
	});

	test.each([
		[false, {}],
		[false, { recentDeliveries: [] }],
		[true, { recentDeliveries: [['a', 'b', null] as const] }],
	])('has received something: %s, by %j', (expected, memory) => {
		expect(hasReceivedDelivery(memory)).toBe(expected);
	});
});

describe('A signing secret', () => {
	const { credentialTest } = new PlaneTrigger().methods;
	const none = {} as ICredentialTestFunctions;
	const GOOD = 'The format is valid. Whether it is the right secret';
	const FOUND = 'The secret was found in the pasted text';
	const BAD = 'A signing secret of Plane starts with plane_wh_. Plane shows it only once';

	test.each<[string, string, unknown]>([
		['OK', GOOD, 'plane_wh_01234567'],
		['OK', GOOD, ' plane_wh_0123456789abcdef\n'],
		['Error', BAD, 'plane_wh_0123456'],
		['Error', BAD, 'plane_wh_01234567-'],
		['OK', FOUND, 'x plane_wh_01234567'],
		['OK', FOUND, '"plane_wh_0123456789abcdef"'],
		['OK', FOUND, 'Acme,plane_wh_0123456789abcdef'],
		['Error', BAD, 'plane_api_01234567'],
		['Error', BAD, ''],
		['Error', BAD, 5],
		['Error', BAD, undefined],
	])('%s: %s … %j', async (status, words, signingSecret) => {
		const data = signingSecret === undefined ? {} : { signingSecret: signingSecret as string };
		const expected = { status, message: expect.stringContaining(words) };

		expect(testSecret(data)).toEqual(expected);
		const credential = { id: '1', name: 'a', type: 'planeWebhookApi', data };
		const tested = credentialTest.planeWebhookApiTest.call(none, credential);

		expect(await tested).toEqual(expected);
	});

	it('that nobody has entered is none', async () => {
		const credential = { id: '1', name: 'a', type: 'planeWebhookApi' };
		const tested = credentialTest.planeWebhookApiTest.call(none, credential);

		expect(await tested).toMatchObject({ status: 'Error' });
	});
});
