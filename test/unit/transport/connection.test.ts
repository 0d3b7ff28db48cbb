import { describe, expect, test } from '@jest/globals';
import { DEFAULT_LIMITS } from '../testClient';

import {
	accessFingerprint,
	connect,
	namesFingerprint,
} from '../../../nodes/shared/transport/connection';
import { normalizeApiKey } from '../../../nodes/shared/transport/normalizeApiKey';

const connectTo = (baseUrl: unknown, rest: Record<string, string | boolean> = {}) => {
	const address = typeof baseUrl === 'string' ? { baseUrl } : {};

	return connect({ apiKey: 'key', ...address, ...rest }, 'apiKey');
};

describe('the Base URL', () => {
	test.each([
		['https://api.plane.so', 'https://api.plane.so'],
		['https://api.plane.so/', 'https://api.plane.so'],
		['https://api.plane.so//', 'https://api.plane.so'],
		['https://plane.example.com/api/v1', 'https://plane.example.com'],
		['https://plane.example.com/api/v1/', 'https://plane.example.com'],
		['https://plane.example.com/api', 'https://plane.example.com'],
		['https://plane.example.com/pm', 'https://plane.example.com/pm'],
		['https://plane.example.com/pm/', 'https://plane.example.com/pm'],
		['https://plane.example.com/pm/api/v1', 'https://plane.example.com/pm'],
		['https://plane.example.com/pm/api/v1/', 'https://plane.example.com/pm'],
		['https://plane.example.com/a/b/', 'https://plane.example.com/a/b'],
		['https://plane.example.com/myapi', 'https://plane.example.com/myapi'],
		[' https://plane.example.com \n', 'https://plane.example.com'],
		['HTTPS://Plane.Example.com/PM', 'https://plane.example.com/PM'],
		['http://127.0.0.1:8000/', 'http://127.0.0.1:8000'],
		['http://[::1]:3000', 'http://[::1]:3000'],
		['https://plane.example.com:443', 'https://plane.example.com'],
		['https://plane.example.com/?a=b#c', 'https://plane.example.com'],
		['https://gw.example.com/api/v1/plane', 'https://gw.example.com/api/v1/plane'],
		['https://gw.example.com/api/v1/plane/api/v1', 'https://gw.example.com/api/v1/plane'],
		['https://gw.example.com/api/v2', 'https://gw.example.com'],
		['https://gw.example.com/api/v3', 'https://gw.example.com/api/v3'],
		['https://plane.example.com/api/v1/workspaces/acme/projects/', 'https://plane.example.com'],
		['https://plane.example.com/api/v1/users/me/', 'https://plane.example.com'],
		['https://plane.example.com/acme/projects/', 'https://plane.example.com'],
		['https://plane.example.com/pm/acme/browse/LNCH-12/', 'https://plane.example.com/pm'],
		[
			'https://plane.example.com/acme/projects/2ba7ad8e-3078-4076-866b-a1e34779b32e/issues/',
			'https://plane.example.com',
		],
		['https://plane.example.com/tools/projects/api/v1', 'https://plane.example.com/tools/projects'],
		['https://app.plane.so/acme/projects/', 'https://api.plane.so'],
	])('%j leads to %j', (baseUrl, root) => {
		expect(connectTo(baseUrl)).toMatchObject({ root });
	});

	test.each<[title: string, baseUrl: unknown, shown: string]>([
		['no scheme', 'plane.example.com', '"plane.example.com"'],
		['no scheme but a port', 'localhost:8000', '"localhost:8000"'],
		['a file', 'file:///etc/passwd', '"file:///etc/passwd"'],
		['FTP', 'ftp://plane.example.com', '"ftp://plane.example.com"'],
		['a script', 'javascript:alert(1)', '"javascript:alert(1)"'],
		['no host', 'https://', '"https://"'],
		['nothing', '', '""'],
		['blanks', '   ', '"   "'],
		['free text', 'my server', '"my server"'],
	])('with %s is a problem', (_, baseUrl, shown) => {
		expect(connectTo(baseUrl)).toMatchObject({
			cause: 'invalid',
			message: `Base URL: ${shown} is not a web address`,
			description:
				'Open the credential and enter the address of your Plane server, e.g. https://api.plane.so or https://plane.example.com.',
		});
	});

	test.each([
		['a user name', 'https://ada@plane.example.com'],
		['a password', 'https://:secret@plane.example.com'],
		['both', 'https://ada:secret@plane.example.com'],
	])('with %s is a problem', (_, baseUrl) => {
		expect(connectTo(baseUrl)).toMatchObject({
			cause: 'invalid',
			message: 'Base URL: the address contains a user name or a password',
			description: 'Open the credential and enter the address without them.',
		});
	});

	test('that is missing is a problem', () => {
		const message = expect.stringMatching(/^Base URL: .*undefined is not a web address$/);

		expect(connectTo(undefined)).toMatchObject({ cause: 'invalid', message });
	});
});

describe('the address of the web app', () => {
	test.each([
		['https://api.plane.so', 'https://app.plane.so'],
		['https://app.plane.so/acme/projects/', 'https://app.plane.so'],
		['https://api.plane.so.example.com', 'https://api.plane.so.example.com'],
		['https://plane.example.com/pm/api/v1', 'https://plane.example.com/pm'],
		['http://localhost:8080', 'http://localhost:8080'],
		['http://plane.localhost', 'http://plane.localhost'],
		['http://192.168.1.20:8080', 'http://192.168.1.20:8080'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('is that of the Base URL %s: %s', (baseUrl, webRoot) => {
		expect(connectTo(baseUrl)).toMatchObject({ webRoot });
	});

	// Names of containers and services, which only other containers can resolve.
	test.each([
		'http://api:8000',
		'http://plane-api',
		'http://host.docker.internal:8000',
		'http://api.plane.svc:8000',
		'http://api.plane.svc.cluster.local:8000',
	])('cannot be known from the Base URL %s', (baseUrl) => {
		expect(connectTo(baseUrl)).toMatchObject({ root: baseUrl });
		expect(connectTo(baseUrl)).not.toHaveProperty('webRoot');
	});

	test.each([
		['https://plane.example.com', 'https://plane.example.com'],
		[' https://plane.example.com/pm/ ', 'https://plane.example.com/pm'],
		['https://plane.example.com/pm/acme/projects/', 'https://plane.example.com/pm'],
		['https://app.plane.so/acme/', 'https://app.plane.so'],
		['https://api.plane.so', 'https://app.plane.so'],
		['http://plane', 'http://plane'],
	])('is the Web Address %s of the credential: %s', (webAddress, webRoot) => {
		expect(connectTo('http://api:8000', { webAddress })).toMatchObject({
			root: 'http://api:8000',
			webRoot,
		});
	});

	test.each(['', '  '])('is that of the Base URL if the Web Address is %j', (webAddress) => {
		const webRoot = 'https://plane.example.com';

		expect(connectTo(webRoot, { webAddress })).toMatchObject({ webRoot });
	});

	test.each([
		['plane.example.com', 'Web Address: "plane.example.com" is not a web address'],
		[
			'https://a:b@plane.example.com',
			'Web Address: the address contains a user name or a password',
		],
	])('is a problem with %s as Web Address', (webAddress, message) => {
		expect(connectTo('http://api:8000', { webAddress })).toMatchObject({
			cause: 'invalid',
			message,
			description: expect.stringMatching(/^Open the credential and enter the address /),
		});
	});
});

describe('the rest of the credential', () => {
	const URL = 'https://plane.example.com';

	const empty = {
		root: URL,
		webRoot: URL,
		workspaceSlug: '',
		authentication: 'apiKey',
		secret: 'key',
		extraHeaders: {},
		ignoreSslIssues: false,
		allowsApiV2: true,
		limits: DEFAULT_LIMITS,
	};

	test.each([
		['without optional values', {}, {}],
		['with a line break after the key', { apiKey: ' key\r\n' }, { secret: 'key' }],
		['without a key', { apiKey: false }, { secret: '' }],
		['with a workspace', { workspaceSlug: ' acme\n' }, { workspaceSlug: 'acme' }],
		['that ignores certificates', { allowUnauthorizedCerts: true }, { ignoreSslIssues: true }],
		['that allows API v1 only', { apiVersion: 'v1' }, { allowsApiV2: false }],
		['with a text for a boolean', { allowUnauthorizedCerts: 'no' }, { ignoreSslIssues: false }],
	])('is read %s', (_, credential, expected) => {
		expect(connectTo(URL, credential)).toEqual({ ...empty, ...expected });
	});

	test.each(['key\nkey', 'a key', 'kéy', 'key\u200b'])(
		'is a problem with the API key %j',
		(apiKey) => {
			const message = 'API Key: it contains a space or another character that no key has';

			expect(connectTo(URL, { apiKey })).toMatchObject({ message });
		},
	);

	test.each(['..', '.', 'a/b', 'acme?x=1', 'https://app.plane.so/acme', 'Acme Inc'])(
		'is a problem with %j for the slug of the workspace',
		(workspaceSlug) => {
			expect(connectTo(URL, { workspaceSlug })).toMatchObject({
				message: expect.stringMatching(
					/^Workspace Slug: .* a (space or control character|workspace slug)|no workspace slug has/,
				),
				description: expect.stringContaining('acme for https://app.plane.so/acme/'),
			});
		},
	);
});

describe('an OAuth2 credential', () => {
	const baseUrl = 'https://plane.example.com';
	const tokens = { access_token: 'pln_1', refresh_token: 'pln_refresh_1' };

	test('is read with its access token', () => {
		expect(connect({ baseUrl, oauthTokenData: tokens, ignoreSSLIssues: true }, 'oAuth2')).toEqual({
			root: baseUrl,
			webRoot: baseUrl,
			workspaceSlug: '',
			authentication: 'oAuth2',
			secret: 'pln_1',
			extraHeaders: {},
			ignoreSslIssues: true,
			allowsApiV2: true,
			limits: DEFAULT_LIMITS,
		});
	});

	test.each([undefined, {}, { access_token: '' }, { access_token: 7 }])(
		'is a problem with the tokens %j',
		(oauthTokenData) => {
			const data = oauthTokenData === undefined ? {} : { oauthTokenData };

			expect(connect({ baseUrl, ...data }, 'oAuth2')).toMatchObject({
				cause: 'invalid',
				message: 'The Plane OAuth2 API credential is not connected to an account',
				description: 'Open the credential and connect it.',
			});
		},
	);
});

test('a credential with a wrong header is a problem', () => {
	const extraHeaders = { header: [{ name: 'Host', value: 'a' }] };

	expect(connect({ baseUrl: 'https://a.example', extraHeaders }, 'apiKey')).toMatchObject({
		message: 'Extra Headers: the node itself sets the header Host',
	});
});

test('normalizeApiKey returns trimmed text', () => {
	expect([undefined, 5, ' plane_api_1\n'].map(normalizeApiKey)).toEqual(['', '', 'plane_api_1']);
});

test('accessFingerprint differs between API keys', () => {
	const access = { root: 'https://plane.example.com', secret: 'plane_api_1' };
	const otherKey = { ...access, secret: 'plane_api_2' };

	expect(accessFingerprint(access)).toBe('d5d7b12d77a855e4ea90840b');
	expect(accessFingerprint(otherKey)).not.toBe(accessFingerprint(access));
});

test('namesFingerprint differs between API keys, but not between the tokens of an account', () => {
	const root = 'https://plane.example.com';
	const fingerprint = (authentication: 'apiKey' | 'oAuth2', secret: string) =>
		namesFingerprint({ root, authentication, secret });

	expect(fingerprint('apiKey', 'plane_api_1')).toBe('d5d7b12d77a855e4ea90840b');
	expect(fingerprint('apiKey', 'plane_api_2')).not.toBe(fingerprint('apiKey', 'plane_api_1'));
	expect(fingerprint('oAuth2', 'pln_1')).toBe(fingerprint('oAuth2', 'pln_2'));
	expect(fingerprint('oAuth2', 'pln_1')).not.toBe(fingerprint('apiKey', 'pln_1'));
});
