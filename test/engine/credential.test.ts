import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { startService, type Service, type ServiceOptions } from '../service/service';
import { selfSigned } from './certificate';
import { Engine } from './engine';
import { parametersFor } from './samples';
import { credentialFor, faceNames, startOddServer, type OddServer } from './world';

let engine: Engine;

/** What a test started, to be closed after it. */
let open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
	engine = await Engine.start();
});

afterEach(async () => {
	for (const server of open) await server.close();
	open = [];
});

async function serve(options: ServiceOptions = {}): Promise<Service> {
	const service = await startService(options);
	open.push(service);
	return service;
}

async function serveOddly(answer: RequestListener): Promise<OddServer> {
	const server = await startOddServer(answer);
	open.push(server);
	return server;
}

/** An address on this machine where nobody listens. */
async function abandoned(): Promise<string> {
	const server = await startOddServer(() => undefined);
	await server.close();
	return server.url;
}

const page = '<!doctype html><html><body>Welcome</body></html>';

const answers =
	(status: number, type: string, body: string): RequestListener =>
	(_request, response) =>
		response.writeHead(status, { 'content-type': type }).end(body);

const key = 'plane_api_a-key-that-nobody-may-see';

describe('The credential test', () => {
	test('passes with a good key', async () => {
		const service = await serve();
		expect(await engine.testCredential(credentialFor(service))).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
		const headers = expect.objectContaining({ 'x-api-key': service.apiKey });
		expect(service.requests).toEqual(
			['/api/v1/users/me/', '/api/v1/workspaces/acme/projects/?limit=1&per_page=1'].map((url) =>
				expect.objectContaining({ method: 'GET', url, headers, status: 200 }),
			),
		);
	});

	test.each(faceNames)('needs no workspace, and says what that means (face %s)', async (face) => {
		const service = await serve({ face });
		const credential = { ...credentialFor(service), workspaceSlug: '' };
		expect(await engine.testCredential(credential)).toEqual({
			status: 'OK',
			message:
				'Connection successful! Without a Workspace Slug here, each node needs one of its own.',
		});
		expect(service.requests).toHaveLength(1);
	});

	test.each(faceNames)('fails with the slug of no workspace (face %s)', async (face) => {
		const service = await serve({ face });
		const credential = { ...credentialFor(service), workspaceSlug: 'nope' };
		const { status, message } = await engine.testCredential(credential);
		expect(status).toBe('Error');
		expect(message).toMatch(
			/^The API key works, but Plane has no workspace "nope" for it\. Check Workspace Slug: /,
		);
	});

	test.each(['/acme/projects/', '/acme/projects/2ba7/issues/', '/acme/browse/LNCH-12'])(
		'takes the address of a page, %s, for that of its server',
		async (pasted) => {
			const service = await serve({ face: 'community', prefix: '/pm' });
			const credential = credentialFor(service);
			const baseUrl = service.url + pasted;
			expect(await engine.testCredential({ ...credential, baseUrl })).toMatchObject({
				status: 'OK',
			});
		},
	);

	test.each([[''], ['acme']])(
		'fails below an address where a Plane server has nothing, with the slug "%s"',
		async (workspaceSlug) => {
			const service = await serve({ face: 'community' });
			const baseUrl = `${service.url}/elsewhere`;
			const { apiKey } = service;
			const { status, message } = await engine.testCredential({ apiKey, baseUrl, workspaceSlug });
			expect(status).toBe('Error');
			expect(message).toContain(`The Base URL is probably wrong: there is no interface of Plane`);
			expect(message).toContain(`below ${baseUrl}. Open the credential and check the Base URL`);
		},
	);

	test.each([
		['another service', 401, 'application/json', `{"message": "'X-N8N-API-KEY' header required"}`],
		['a storage', 403, 'application/xml', '<Error><Message>Access Denied.</Message></Error>'],
		['another service', 404, 'application/json', '{"message": "Not here", "statusCode": 404}'],
		['another service', 200, 'application/json', '{"status": "ok"}'],
	])('fails at %s, which answers %d, without blaming the key', async (_, status, type, body) => {
		const { url } = await serveOddly(answers(status, type, body));
		const result = await engine.testCredential({ apiKey: key, baseUrl: url });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/^This does not look like a Plane server[.:]/);
		expect(result.message).toContain('check the Base URL');
	});

	test('takes a key with blanks around it, as it is pasted', async () => {
		const service = await serve();
		const credential = { ...credentialFor(service), apiKey: ` ${service.apiKey}\n` };
		expect(await engine.testCredential(credential)).toMatchObject({ status: 'OK' });
	});

	test('does not pass a key with blanks around it that fails in a run', async () => {
		const service = await serve();
		const { error } = await create({ ...credentialFor(service), apiKey: ` ${service.apiKey}\n` });
		expect(error).toBeUndefined();
	});

	test.each([
		[
			'that the server does not know',
			key,
			403,
			'Plane did not accept the API key: Given API token is not valid. ',
		],
		[
			'that is empty',
			'',
			401,
			'Plane got no API key: Authentication credentials were not provided. ',
		],
		[
			'that is blank',
			'  ',
			401,
			'Plane got no API key: Authentication credentials were not provided. ',
		],
	])('fails with a key %s', async (_, apiKey, status, words) => {
		const service = await serve();
		const result = await engine.testCredential({ ...credentialFor(service), apiKey });
		expect(service.requests).toMatchObject([{ status }]);
		expect(result.status).toBe('Error');
		expect(result.message).toContain(words);
		expect(result.message).toContain('Profile Settings, API Tokens');
		expectNoSecret(result.message);
	});

	test('fails without a key', async () => {
		const { url } = await serve();
		const result = await engine.testCredential({ baseUrl: url });
		expect(result.message).toMatch(/^Plane got no API key/);
	});

	test('fails where the host is unknown', async () => {
		const result = await engine.testCredential({ apiKey: key, baseUrl: 'https://plane.invalid' });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(
			/^plane\.invalid is not a known host\. Check how the address is written\. Code: (ENOTFOUND|EAI_AGAIN)\.$/,
		);
	});

	test('fails where the connection is refused', async () => {
		const url = await abandoned();
		const result = await engine.testCredential({ apiKey: key, baseUrl: url });
		expect(result.status).toBe('Error');
		expect(result.message).toContain(`${new URL(url).host} refused the connection`);
		expect(result.message).toContain('ECONNREFUSED');
		expectNoSecret(result.message);
	});

	test('fails where the connection is closed before an answer', async () => {
		const { url } = await serveOddly((_request, response) => response.destroy());
		const result = await engine.testCredential({ apiKey: key, baseUrl: url });
		expect(result.status).toBe('Error');
		expect(result.message).toContain('closed the connection before its answer was complete');
		expectNoSecret(result.message);
	});

	test.each([
		['200', answers(200, 'text/html; charset=utf-8', page)],
		['404', answers(404, 'text/html', page)],
		['200, without saying that it is one', answers(200, 'text/plain', page)],
	])('fails where a web page comes, with status %s', async (_, answer) => {
		const { url } = await serveOddly(answer);
		const result = await engine.testCredential({ apiKey: key, baseUrl: url });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/^The Base URL .*leads to a web page/);
		expect(result.message).toContain('https://api.plane.so');
		expect(result.message).not.toContain('<');
	});

	test.each([
		['text', 'text/plain', 'pong'],
		['empty', 'application/json', ''],
		['a list', 'application/json', '[]'],
	])('fails where the answer is %s', async (_, type, body) => {
		const { url } = await serveOddly(answers(200, type, body));
		const result = await engine.testCredential({ apiKey: key, baseUrl: url });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/^This does not look like a Plane server/);
	});

	test('passes where the server does not say whose key it is, by the workspace', async () => {
		const service = await serve({ usersMe: false });
		expect(await engine.testCredential(credentialFor(service))).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
		const wrong = { ...credentialFor(service), apiKey: key };
		expect(await engine.testCredential(wrong)).toMatchObject({ status: 'Error' });
	});

	test('passes where the server cannot tell at all, and says that the key was not tested', async () => {
		const service = await serve({ usersMe: false });
		const result = await engine.testCredential({ ...credentialFor(service), workspaceSlug: '' });
		expect(service.requests.map(({ status }) => status)).toEqual([404, 404]);
		expect(result).toEqual({
			status: 'OK',
			message: expect.stringContaining('the key was not tested'),
		});
	});

	test.each([301, 302, 307, 308])(
		'does not follow a redirect by %d, nor take the key along',
		async (status) => {
			const other = await serveOddly(answers(200, 'application/json', '{"id": "me"}'));
			const { url } = await serveOddly((_request, response) =>
				response.writeHead(status, { location: `${other.url}/here` }).end(),
			);
			const result = await engine.testCredential({ apiKey: key, baseUrl: url });
			expect(other.arrived).toEqual([]);
			expect(result.status).toBe('Error');
			expect(result.message).toContain(`redirects to ${other.url}/here`);
		},
	);

	test('names the new address of a redirect with a page for browsers, as nginx sends it for http', async () => {
		const location = 'https://plane.example.com/api/v1/users/me/';
		const { url } = await serveOddly((_request, response) =>
			response.writeHead(301, { location, 'content-type': 'text/html' }).end(page),
		);
		const result = await engine.testCredential({ apiKey: key, baseUrl: url });
		expect(result.status).toBe('Error');
		expect(result.message).toContain(`redirects to ${location}`);
	});

	test.each([
		[418, 'refused the request with status 418'],
		[429, 'has had too many requests'],
		[500, 'failed with status 500'],
		[503, 'failed with status 503'],
	])('fails where the server answers %d, with its words', async (status, words) => {
		const { url } = await serveOddly(
			answers(status, 'application/json', '{"error": "Something went wrong"}'),
		);
		const result = await engine.testCredential({ apiKey: key, baseUrl: url });
		expect(result.status).toBe('Error');
		expect(result.message).toContain(`${words}: Something went wrong`);
		expectNoSecret(result.message);
	});

	test('fails at the page of a firewall, without blaming the key', async () => {
		const { url } = await serveOddly(answers(403, 'text/html', page));
		const result = await engine.testCredential({ apiKey: key, baseUrl: url });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(
			/^A proxy or firewall in front of the server answered with status 403\. It blocks/,
		);
	});

	test('fails where a server gives the key back, without showing it', async () => {
		const { url } = await serveOddly(
			answers(403, 'application/json', JSON.stringify({ detail: `No key ${key}` })),
		);
		const result = await engine.testCredential({ apiKey: key, baseUrl: url });
		expect(result.message).toMatch(/^Plane did not accept the API key/);
		expectNoSecret(result.message);
	});

	test.each(['', ' ', 'plane.example.com', 'ftp://plane.example.com', 'http://', '/api/v1', 5])(
		'fails with %j as the address, without asking anybody',
		async (baseUrl) => {
			const result = await engine.testCredential({ apiKey: key, baseUrl });
			expect(result.status).toBe('Error');
			expect(result.message).toMatch(/^Base URL: .*is not a web address\. Open the credential/);
			expectNoSecret(result.message);
		},
	);

	test('fails at a certificate that nobody vouches for, and names the switch', async () => {
		const service = await serve({ tls: selfSigned });
		const result = await engine.testCredential(credentialFor(service));
		expect(result.status).toBe('Error');
		expect(result.message).toContain('has a certificate that cannot be verified');
		expect(result.message).toContain('Ignore SSL Issues');
		expect(service.requests).toEqual([]);
	});

	test('passes at such a certificate with the switch on', async () => {
		const service = await serve({ tls: selfSigned });
		const credential = { ...credentialFor(service), allowUnauthorizedCerts: true };
		expect(await engine.testCredential(credential)).toMatchObject({ status: 'OK' });
	});

	test('fails where https is asked of a server that speaks http', async () => {
		const { url } = await serve();
		const baseUrl = url.replace('http:', 'https:');
		const result = await engine.testCredential({ apiKey: key, baseUrl });
		expect(result.status).toBe('Error');
		expect(result.message).toContain('does not speak HTTPS');
	});

	const expectNoSecret = (message: string) => {
		expect(message).not.toContain(key);
		expect(message).not.toMatch(/[<>{}]|status code/);
	};
});

/** Runs a small operation with this credential. */
const create = async (
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters = {},
) =>
	await engine.run(
		{ parameters: parametersFor('customer.create', { name: 'Analytical Engines', ...parameters }) },
		[{}],
		credential,
	);

describe('The base URL', () => {
	const forms: readonly (readonly [prefix: string, form: string])[] = [
		['', ''],
		['', '/'],
		['', '//'],
		['', '/api'],
		['', '/api/v1'],
		['', '/api/v1/'],
		['/plane', ''],
		['/plane', '/'],
		['/plane', '/api/v1'],
		['/plane', '/api/v1/'],
		['/tools/plane', '/api/v1//'],
	];

	test.each(forms)(
		'with the prefix "%s" and "%s" after it leads to the same path, with the key in its header',
		async (prefix, form) => {
			const service = await serve({ prefix });
			const credential = { ...credentialFor(service), baseUrl: `  ${service.url}${form} ` };
			expect(await engine.testCredential(credential)).toMatchObject({ status: 'OK' });
			const { error } = await create(credential);

			expect(error).toBeUndefined();
			const headers = { 'x-api-key': service.apiKey, accept: 'application/json' };
			expect(service.requests).toMatchObject([
				{ method: 'GET', url: `${prefix}/api/v1/users/me/`, headers, status: 200 },
				{ method: 'GET', url: expect.stringContaining('/projects/?'), headers, status: 200 },
				{
					method: 'POST',
					url: `${prefix}/api/v1/workspaces/acme/customers/`,
					headers,
					status: 201,
				},
			]);
		},
	);

	test('may hold a query and an anchor, as an address copied from a browser does', async () => {
		const service = await serve();
		const baseUrl = `${service.url}/?next=/acme#top`;
		const { error } = await create({ ...credentialFor(service), baseUrl });
		expect(error).toBeUndefined();
		expect(service.requests.map(({ url }) => url)).toEqual(['/api/v1/workspaces/acme/customers/']);
	});

	test.each(['', 'plane.example.com', 'ftp://plane.example.com'])(
		'%j is an error of the node that says where to mend it',
		async (baseUrl) => {
			const { error } = await create({ apiKey: key, baseUrl, workspaceSlug: 'acme' });
			expect(error?.message).toContain('Base URL: ');
			expect(error?.message).toContain('is not a web address [item 0]');
			expect(error?.description).toContain('Open the credential');
		},
	);
});

describe('The workspace', () => {
	const credentialOf = async (workspaceSlug: string) => {
		const service = await serve();
		return { service, credential: { ...credentialFor(service), workspaceSlug } };
	};
	const paths = ({ requests }: Service) => requests.map(({ url }) => url);

	test('is that of the credential where the node names none', async () => {
		const { service, credential } = await credentialOf('acme');
		const { error } = await create(credential);
		expect(error).toBeUndefined();
		expect(paths(service)).toEqual(['/api/v1/workspaces/acme/customers/']);
	});

	test('is that of the node where both name one', async () => {
		const { service, credential } = await credentialOf('elsewhere');
		const { error } = await create(credential, { workspaceSlug: ' acme ' });
		expect(error).toBeUndefined();
		expect(paths(service)).toEqual(['/api/v1/workspaces/acme/customers/']);
	});

	test('may be another one for each item', async () => {
		const { service, credential } = await credentialOf('acme');
		const parameters = { name: 'A', workspaceSlug: '={{ $json.slug }}' };
		const { outputs } = await engine.run(
			{ parameters: parametersFor('customer.create', parameters), onError: 'continueErrorOutput' },
			['acme', 'umlaut-ö', ''].map((slug) => ({ json: { slug } })),
			credential,
		);
		expect(paths(service)).toEqual([
			'/api/v1/workspaces/acme/customers/',
			'/api/v1/workspaces/umlaut-%C3%B6/customers/',
			'/api/v1/workspaces/acme/customers/',
		]);
		expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 1 }],
		]);
	});

	test.each([
		['', ''],
		[' ', ''],
		['', '  '],
	])(
		'%j in the credential and %j in the node is an error, and nothing is sent',
		async (own, given) => {
			const { service, credential } = await credentialOf(own);
			const { error } = await create(credential, { workspaceSlug: given });
			expect(error?.message).toBe(
				'Workspace Slug: there is no value here or in the credential [item 0]',
			);
			expect(error?.description).toContain('here or in the credential');
			expect(service.requests).toEqual([]);
		},
	);

	test.each(['acme/../other', 'https://app.plane.so/acme', '..', 'a?b', 'a#b'])(
		'%j of the credential is refused like one of the node, and nothing is sent',
		async (slug) => {
			for (const [own, given] of [
				['acme', slug],
				[slug, ''],
			] as const) {
				const { service, credential } = await credentialOf(own);
				const { error } = await create(credential, { workspaceSlug: given });
				expect(error?.message).toContain('Workspace Slug: ');
				expect(error?.message).toContain('[item 0]');
				expect(service.requests).toEqual([]);
			}
		},
	);
});

describe('A certificate that nobody vouches for', () => {
	test('stops an operation before anything is sent', async () => {
		const service = await serve({ tls: selfSigned });
		const { error } = await create(credentialFor(service));
		expect(error?.message).toBe(
			`${new URL(service.url).host} has a certificate that cannot be verified [item 0]`,
		);
		expect(error?.description).toContain('Ignore SSL Issues');
		expect(service.requests).toEqual([]);
		expect(service.state.customers).toHaveLength(5);
	});

	test('is taken with the switch on', async () => {
		const service = await serve({ tls: selfSigned });
		const credential = { ...credentialFor(service), allowUnauthorizedCerts: true };
		const { error, json } = await create(credential);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ name: 'Analytical Engines' }]);
		expect(service.state.customers).toHaveLength(6);
	});

	test('of a storage is taken with the switch on only', async () => {
		const storage = await startOddServer(
			(_request, response) => response.writeHead(204).end(),
			selfSigned,
		);
		open.push(storage);
		const names = ['algorithm', 'credential', 'date', 'signature'].map((name) => `x-amz-${name}`);
		const issued = {
			url: storage.url,
			fields: Object.fromEntries(
				['Content-Type', 'key', ...names, 'policy'].map((name) => [name, 'text/plain']),
			),
		};
		const upload = async (allowUnauthorizedCerts: boolean) =>
			await engine.run(
				{
					parameters: parametersFor('workItemAttachment.upload', {
						uploadData: JSON.stringify(issued),
						binaryPropertyName: 'data',
					}),
				},
				[{ files: { data: { content: Buffer.from('a'), name: 'a', mimeType: 'text/plain' } } }],
				{ apiKey: key, baseUrl: 'https://plane.invalid', allowUnauthorizedCerts },
			);
		const without = await upload(false);
		const withSwitch = await upload(true);
		expect(without.error?.message).toContain('has a certificate that cannot be verified');
		expect(withSwitch.error).toBeUndefined();
		expect(storage.arrived).toHaveLength(1);
	});
});
