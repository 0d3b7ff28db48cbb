import { beforeAll, describe, expect, it, test } from '@jest/globals';
import type { ICredentialTestFunctions, INodeParameters } from 'n8n-workflow';

import { hasReceivedDelivery } from '../../../nodes/PlaneTrigger/staticData';
import { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import { testSecret } from '../../../nodes/PlaneTrigger/testSecret';
import { Triggers } from '../../engine/triggers';
import { recordedDeliveries } from '../../service/observed/webhooks';

let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

describe('publishing the Plane Trigger', () => {
	it('nothing is created or deleted in Plane; a webhook exists if a delivery has arrived', async () => {
		const parameters = { registration: 'manual', requestVerification: 'none' };
		const trigger = await triggers.create('planeTrigger', parameters, {});

		expect(await trigger.callWebhookMethod('checkExists')).toBe(false);
		expect(await trigger.callWebhookMethod('create')).toBe(true);

		await trigger.receive(Buffer.from(recordedDeliveries[0]?.body ?? ''));

		expect(await trigger.callWebhookMethod('checkExists')).toBe(true);
		expect(await trigger.callWebhookMethod('delete')).toBe(true);
	});

	test.each<[string, INodeParameters]>([
		['Events', { events: [] }],
		['Fields', { events: ['fieldChanged'], fields: [] }],
		['Request Verification', { registration: 'manual', requestVerification: 'signing_secret' }],
	])('publishing fails if %s is invalid', async (name, parameters) => {
		const trigger = await triggers.create('planeTrigger', parameters, { signingSecret: 'a' });

		await expect(trigger.callWebhookMethod('checkExists')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(`^${name}: `),
			description: expect.stringMatching(/\.$/),
		});
	});

	test.each([
		[false, {}],
		[false, { recentDeliveries: [] }],
		[true, { recentDeliveries: [['a', 'b', null] as const] }],
	])('it is %s that a delivery was received if the static data is %j', (expected, staticData) => {
		expect(hasReceivedDelivery(staticData)).toBe(expected);
	});
});

describe('the test of a signing secret', () => {
	const { credentialTest } = new PlaneTrigger().methods;
	const context = {} as ICredentialTestFunctions;
	const VALID = 'The format is valid. Whether it is the right secret';
	const FOUND = 'The secret was found in the pasted text';
	const INVALID = 'A signing secret of Plane starts with plane_wh_. Plane shows it only once';

	test.each<[string, string, unknown]>([
		['OK', VALID, 'plane_wh_01234567'],
		['OK', VALID, ' plane_wh_0123456789abcdef\n'],
		['Error', INVALID, 'plane_wh_0123456'],
		['Error', INVALID, 'plane_wh_01234567-'],
		['OK', FOUND, 'x plane_wh_01234567'],
		['OK', FOUND, '"plane_wh_0123456789abcdef"'],
		['OK', FOUND, 'Acme,plane_wh_0123456789abcdef'],
		['Error', INVALID, 'plane_api_01234567'],
		['Error', INVALID, ''],
		['Error', INVALID, 5],
		['Error', INVALID, undefined],
	])('the result is %s, “%s …”, for %j', async (status, words, signingSecret) => {
		const data = signingSecret === undefined ? {} : { signingSecret: signingSecret as string };
		const credential = { id: '1', name: 'a', type: 'planeWebhookApi', data };
		const expected = { status, message: expect.stringContaining(words) };

		expect(testSecret(data)).toEqual(expected);
		expect(await credentialTest.planeWebhookApiTest.call(context, credential)).toEqual(expected);
	});

	it('a credential without data fails the test', async () => {
		const credential = { id: '1', name: 'a', type: 'planeWebhookApi' };

		expect(await credentialTest.planeWebhookApiTest.call(context, credential)).toMatchObject({
			status: 'Error',
		});
	});
});

test('the webhook trigger tests a Plane API credential', async () => {
	const { credentialTest } = new PlaneTrigger().methods;
	const credential = { id: '1', name: 'Plane', type: 'planeApi' };
	const unused = {} as ICredentialTestFunctions;

	expect(await credentialTest.planeApiTest.call(unused, credential)).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(/^Base URL: /),
	});
});

test('no parameter on which a credential depends is shown by another one, which the editor would hide', () => {
	const { credentials = [], properties } = new PlaneTrigger().description;
	const decisive = credentials.flatMap(({ displayOptions }) =>
		Object.keys(displayOptions?.show ?? {}),
	);
	const shownBy = properties
		.filter(({ name }) => decisive.includes(name))
		.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}));

	expect(decisive).toContain('registration');
	expect(shownBy).toEqual([]);
});
