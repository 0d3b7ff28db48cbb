import { expect, test } from '@jest/globals';
import type { ICredentialTestFunctions } from 'n8n-workflow';

import { PlanePollingTrigger } from '../../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import { pollContext } from '../contexts';

const trigger = new PlanePollingTrigger();

test('the polling trigger polls Plane when n8n calls it', async () => {
	const context = await pollContext({ projects: ['p1'] });

	await expect(trigger.poll.call(context)).rejects.toThrow(/credential/i);
});

test('the polling trigger tests a credential', async () => {
	const credential = { id: '1', name: 'Plane', type: 'planeApi' };
	const { credentialTest } = trigger.methods;
	const unused = {} as ICredentialTestFunctions;

	expect(await credentialTest.planeApiTest.call(unused, credential)).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(/^Base URL: /),
	});
});
