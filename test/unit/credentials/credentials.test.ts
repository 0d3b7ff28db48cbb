import { EngineCredentials } from '../../engine/credentials';

import { describe, expect, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { PlaneApi } from '../../../credentials/PlaneApi.credentials';
import { connect } from '../../../nodes/shared/transport/connection';
import { PlaneOAuth2Api } from '../../../credentials/PlaneOAuth2Api.credentials';

describe('the Plane OAuth2 API credential', () => {
	/** Reads a credential as n8n does, with its expressions evaluated. */
	async function read(data: ICredentialDataDecryptedObject) {
		const credentials = new EngineCredentials(new PlaneOAuth2Api());

		return await credentials.getDecrypted(undefined, await credentials.store(data));
	}

	test.each([
		['https://api.plane.so', 'https://api.plane.so'],
		['https://app.plane.so/', 'https://api.plane.so'],
		['https://plane.example.com/', 'https://plane.example.com'],
		['https://plane.example.com/api/v1/', 'https://plane.example.com'],
		[' https://plane.example.com/pm/api ', 'https://plane.example.com/pm'],
		['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
		['HTTPS://App.plane.so', 'https://api.plane.so'],
		['https://app.plane.so/acme/projects/1/issues/?state=1#top', 'https://api.plane.so'],
		['https://api.plane.so/api/v1/users/me/', 'https://api.plane.so'],
		['https://plane.example.com/pm/acme/browse/LNCH-12/', 'https://plane.example.com/pm'],
		[
			'https://plane.example.com/pm/api/v2/workspaces/acme/projects/',
			'https://plane.example.com/pm',
		],
		['https://plane.example.com/api/v1x', 'https://plane.example.com/api/v1x'],
	])('with the Base URL %j connects at %s, as the nodes do (row 380)', async (baseUrl, root) => {
		expect(connect({ baseUrl, apiKey: 'key' }, 'apiKey')).toMatchObject({ root });
		expect(await read({ baseUrl })).toMatchObject({
			authUrl: `${root}/auth/o/authorize-app/`,
			accessTokenUrl: `${root}/auth/o/token/`,
		});
	});

	test('connects at other addresses if they are entered', async () => {
		const authorizationAddress = 'https://plane.example.com/auth/o/authorize/';
		const exchangeAddress = 'https://plane.example.com/oauth/token/';

		expect(await read({ authorizationAddress, exchangeAddress })).toMatchObject({
			authUrl: authorizationAddress,
			accessTokenUrl: exchangeAddress,
		});
	});

	test('sends the client ID and secret in the body, as documented (row 380)', async () => {
		expect(await read({})).toMatchObject({
			grantType: 'authorizationCode',
			authentication: 'body',
		});
	});

	test('asks for the scopes in the field Scopes', async () => {
		expect(await read({})).toMatchObject({
			scope: expect.stringMatching(/^projects:read .*projects\.work_items:write .*profile:read$/),
		});
		expect(await read({ requestedScopes: 'projects:read' })).toMatchObject({
			scope: 'projects:read',
		});
	});
});

describe('the Plane API credential', () => {
	const { authenticate } = new PlaneApi();
	const request = { url: 'https://plane.example.com', headers: { Accept: 'application/json' } };

	test('adds the key and the extra headers to a request', async () => {
		const extraHeaders = { header: [{ name: 'X-Proxy', value: 'a' }] };

		if (typeof authenticate !== 'function') throw new Error('It does not authenticate');

		expect(await authenticate({ apiKey: ' key\n', extraHeaders }, request)).toEqual({
			url: 'https://plane.example.com',
			headers: { Accept: 'application/json', 'X-API-Key': 'key', 'X-Proxy': 'a' },
		});
	});
});
