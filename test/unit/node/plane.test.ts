import { createAdditionalData } from '../../engine/additionalData';
import { EngineCredentials } from '../../engine/credentials';

import { describe, expect, test } from '@jest/globals';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { PlaneApi } from '../../../credentials/PlaneApi.credentials';
import { Plane } from '../../../nodes/Plane/Plane.node';
import { respondWith } from '../../service/testing/stubServer';
import { useStubServers } from '../../service/testing/useStubServers';
import { executeContext } from '../contexts';

const startStubServer = useStubServers();
const plane = new Plane();

const credentialFor = (baseUrl: string) => ({
	apiKey: 'plane_api_1',
	baseUrl,
	workspaceSlug: 'acme',
});

test('the node returns the output of its run', async () => {
	const { url } = await startStubServer(respondWith(200, { id: 'u1', display_name: 'Ada' }));
	const parameters = { resource: 'user', operation: 'getCurrent', simple: false };
	const context = await executeContext(parameters, { credential: credentialFor(url) });

	expect(await plane.execute.call(context)).toEqual([
		[{ json: { id: 'u1', display_name: 'Ada' }, pairedItem: { item: 0 } }],
	]);
});

describe('the test of a credential', () => {
	const testCredential = async (data?: ICredentialDataDecryptedObject) => {
		const context = new CredentialTestContext(
			createAdditionalData(new EngineCredentials(new PlaneApi())),
		);
		const credential = { id: 'test', name: 'test', type: 'planeApi', ...(data && { data }) };

		return await plane.methods.credentialTest.planeApiTest.call(context, credential);
	};

	test('succeeds if the server accepts it', async () => {
		const { url } = await startStubServer((request, response) => {
			const isUser = request.url?.includes('users/me') === true;

			respondWith(200, isUser ? { id: 'u1', email: 'ada@example.com' } : [])(request, response);
		});

		expect(await testCredential(credentialFor(url))).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
	});

	test('fails with the value that is missing', async () => {
		expect(await testCredential()).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^Base URL: .*undefined is not a web address\. /),
		});
	});
});
