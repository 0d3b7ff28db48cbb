import { describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { selfSigned } from '../service/testing/certificate';
import { Engine } from './engine';
import { jsonItems } from './startNode';
import { respondWith, unresponsiveServers, webPage } from '../service/testing/stubServer';
import { credentialsAsJson, unsignedCredentials, textFile } from './uploads';
import { useStubServers } from '../service/testing/useStubServers';
import { useWorlds } from './useWorld';
import { credentialFor, serverKinds } from './world';

const { world, start } = useWorlds();
const startStubServer = useStubServers();

const key = 'plane_api_a-key-that-nobody-may-see';

const testCredential = async (credential: ICredentialDataDecryptedObject) =>
	await (await Engine.start()).testCredential(credential);

const expectNoSecret = (message: string) => {
	expect(message).not.toContain(key);
	expect(message).not.toMatch(/[<>{}]|status code/);
};

/** The test fails with this message, which holds no secret and no markup. */
async function expectFailure(credential: ICredentialDataDecryptedObject, words: RegExp) {
	const { status, message } = await testCredential(credential);

	expect(status).toBe('Error');
	expect(message).toMatch(words);
	expectNoSecret(message);
}

const paths = () => world.service.requests.map(({ url }) => url);

describe('The credential test', () => {
	test('passes with a good key', async () => {
		const { service, credential } = await start();

		expect(await testCredential(credential)).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
		const headers = expect.objectContaining({ 'x-api-key': service.apiKey });

		expect(service.requests).toEqual(
			[
				'/api/v1/users/me/',
				'/api/v1/workspaces/acme/projects/?limit=1&per_page=1',
				'/api/v1/workspaces/acme/work-items/search/?search=a&limit=1',
			].map((url) => expect.objectContaining({ method: 'GET', url, headers, status: 200 })),
		);
	});

	test.each(serverKinds)(
		'passes without a workspace and says what that means (%s server)',
		async (serverKind) => {
			const { service, credential } = await start({ serverKind });

			expect(await testCredential({ ...credential, workspaceSlug: '' })).toEqual({
				status: 'OK',
				message: 'Connection successful! Without a Workspace Slug here, each node needs its own.',
			});
			expect(service.requests).toHaveLength(2);
		},
	);

	test.each(serverKinds)('fails if no workspace has the slug (%s server)', async (serverKind) => {
		const { credential } = await start({ serverKind });

		await expectFailure(
			{ ...credential, workspaceSlug: 'nope' },
			/^The API key works, but Plane has no workspace "nope" for it\. Check Workspace Slug: /,
		);
	});

	test.each(['/acme/projects/', '/acme/projects/2ba7/issues/', '/acme/browse/LNCH-12'])(
		'accepts the address of a page as the Base URL: %s',
		async (pasted) => {
			const { service, credential } = await start({ serverKind: 'community', prefix: '/pm' });
			const baseUrl = service.url + pasted;

			expect(await testCredential({ ...credential, baseUrl })).toMatchObject({ status: 'OK' });
		},
	);

	test.each(['', 'acme'])(
		'fails for a path without the API of Plane, with the slug "%s"',
		async (workspaceSlug) => {
			const { service, credential } = await start({ serverKind: 'community' });
			const baseUrl = `${service.url}/elsewhere`;

			await expectFailure(
				{ ...credential, baseUrl, workspaceSlug },
				new RegExp(
					`The Base URL is probably wrong: there is no API of Plane.* below ${baseUrl}\\. Open the credential and check the Base URL`,
				),
			);
		},
	);

	const NO_PLANE = /^This does not look like a Plane server[.:].*check the Base URL/;
	const WEB_PAGE = /^The Base URL .*leads to a web page.*https:\/\/api\.plane\.so/;
	/** A failure in the shape of row 21. */
	const failing = (status: number) => respondWith(status, { error: 'Something went wrong' });

	test.each<[string, RequestListener, RegExp]>([
		['401 of another service', respondWith(401, { message: "'X-N8N-API-KEY' missing" }), NO_PLANE],
		[
			'403 of a storage',
			respondWith(403, '<Error><Message>No.</Message></Error>', { 'content-type': 'text/xml' }),
			NO_PLANE,
		],
		[
			'404 of another service',
			respondWith(404, { message: 'Not here', statusCode: 404 }),
			NO_PLANE,
		],
		['200 of another service', respondWith(200, { status: 'ok' }), NO_PLANE],
		['text', respondWith(200, 'pong', { 'content-type': 'text/plain' }), NO_PLANE],
		['nothing', respondWith(200), NO_PLANE],
		['a list', respondWith(200, []), NO_PLANE],
		['a web page', webPage(200), WEB_PAGE],
		['a web page that is not found', webPage(404), WEB_PAGE],
		['a web page that does not say so', respondWith(200, '<!doctype html><html></html>'), WEB_PAGE],
		['a status that Plane has not', failing(418), /refused the request with status 418: Something/],
		['a limit', failing(429), /received too many requests: Something went wrong/],
		['a failure', failing(500), /failed with status 500: Something went wrong/],
		['a server that is down', failing(503), /failed with status 503: Something went wrong/],
		[
			'the page of a firewall',
			webPage(403),
			/^A proxy or firewall in front of the server responded with status 403\. It blocks/,
		],
		[
			'a response that repeats the key',
			respondWith(403, { detail: `No key ${key}` }),
			/^Plane did not accept the API key/,
		],
	])('fails on %s and says what is wrong', async (_, answer, words) => {
		const { url } = await startStubServer(answer);

		await expectFailure({ apiKey: key, baseUrl: url }, words);
	});

	// n8n's helper for the test takes what was sent before a drop for the whole answer.
	const unread = unresponsiveServers.filter(([title]) => !title.includes('in the middle'));

	test.each(unread)('fails for a server that %s', async (_, serve, said, remedy) => {
		const baseUrl = await serve(startStubServer);
		const { status, message } = await testCredential({ apiKey: key, baseUrl });

		expect(status).toBe('Error');
		expect(message).toContain(`${new URL(baseUrl).host}${said}. `);
		expect(message).toContain(remedy);
		expectNoSecret(message);
	});

	test.each(['', ' ', 'plane.example.com', 'ftp://plane.example.com', 'http://', '/api/v1', 5])(
		'fails with %j as the Base URL',
		async (baseUrl) => {
			const words = /^Base URL: .*is not a web address\. Open the credential/;

			await expectFailure({ apiKey: key, baseUrl }, words);
		},
	);

	const NO_KEY =
		/^Plane received no API key: Authentication credentials were not provided\. .*API Tokens/;

	test.each([
		[{ apiKey: key }, 403, /^Plane did not accept the API key: Given API token .*API Tokens/],
		[{ apiKey: '' }, 401, NO_KEY],
		[{ apiKey: '  ' }, 401, NO_KEY],
		[{}, 401, NO_KEY],
	])('fails with %j as the API key and says where to get one', async (given, status, words) => {
		const { service } = await start();

		await expectFailure({ baseUrl: service.url, ...given }, words);
		expect(service.requests).toMatchObject([{ status }]);
	});

	test('accepts a pasted key with spaces around it, as a run does', async () => {
		const { service, credential } = await start();
		const pasted = { ...credential, apiKey: ` ${service.apiKey}\n` };

		expect(await testCredential(pasted)).toMatchObject({ status: 'OK' });
		expect((await create(pasted)).error).toBeUndefined();
	});

	test.each([
		['passes by the workspace', {}, [404, 200, 200], 'OK', /^Connection successful!$/],
		['fails for another key', { apiKey: key }, [403], 'Error', /not accept the API key/],
		['says that the key was not tested', { workspaceSlug: '' }, [404, 404], 'OK', /not tested/],
	])('%s if the server does not say whose key it is', async (_, given, statuses, status, words) => {
		const { service, credential } = await start({ usersMe: false });
		const result = await testCredential({ ...credential, ...given });

		expect(service.requests.map((request) => request.status)).toEqual(statuses);
		expect(result).toEqual({ status, message: expect.stringMatching(words) });
	});

	/**
	 * A server that knows the user, by the fields of the recorded `users/me/` that matter here, and answers so
	 * when it is asked for the workspace: as in rows 5 and 18, or as something in front of it does.
	 */
	const knowing =
		(user: object, workspace: RequestListener): RequestListener =>
		(request, response) => {
			const isUser = request.url?.endsWith('/users/me/') === true;

			(isUser ? respondWith(200, user) : workspace)(request, response);
		};

	const ada = { id: 'u1', email: 'ada@example.com' };
	const good = respondWith(200, { results: [] });

	test.each<[string, object, RequestListener, RegExp]>([
		['of whom only an email address is known', ada, good, /^Connection successful!$/],
		['of whom only a name is known', { id: 'u1', display_name: 'ada' }, good, /^Connection s/],
		['who is nobody', { id: 'u1' }, good, NO_PLANE],
		['without an ID', { email: 'ada@example.com' }, good, NO_PLANE],
		[
			'whose key is valid for nothing else',
			ada,
			respondWith(403, { detail: 'Given API token is not valid' }),
			/API key/,
		],
		[
			'who may not see it',
			ada,
			respondWith(403, { detail: 'You do not have permission to perform this action.' }),
			/^The API key works, but Plane has no workspace "acme"/,
		],
		['when it is overloaded', ada, failing(503), /failed with status 503/],
		['when it drops the connection', ada, (_, { socket }) => socket?.destroy(), /closed the con/],
		['when a page comes instead', ada, webPage(502), /proxy|web page/],
	])('requests the workspace of a user %s', async (_, user, workspace, words) => {
		const { url } = await startStubServer(knowing(user, workspace));
		const result = await testCredential({ apiKey: key, baseUrl: url, workspaceSlug: 'acme' });

		expect(result.message).toMatch(words);
		expect(result.status).toBe(result.message === 'Connection successful!' ? 'OK' : 'Error');
	});

	test.each([301, 302, 307, 308])(
		'does not follow a redirect with status %d, but names the new address',
		async (status) => {
			const other = await startStubServer(respondWith(200, { id: 'me' }));
			const location = `${other.url}/here`;
			// With a page for browsers, as nginx redirects http.
			const moved = respondWith(status, '<html></html>', { location, 'content-type': 'text/html' });
			const { url } = await startStubServer(moved);

			await expectFailure({ apiKey: key, baseUrl: url }, new RegExp(`redirects to ${location}`));
			expect(other.arrived).toEqual([]);
		},
	);
});

/** Runs a small operation with this credential. */
const create = async (
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters = {},
) =>
	await world.run('customer.create', { name: 'Analytical Engines', ...parameters }, { credential });

describe('The Base URL', () => {
	test.each([
		['', ''],
		['', '/'],
		['', '/api/v1/'],
		['', '/?next=/acme#top'],
		['/plane', ''],
		['/plane', '/api/v1'],
		['/tools/plane', '/api/v1//'],
	])(
		'with the prefix "%s" and "%s" after it is followed by the same path, with the key in a header',
		async (prefix, form) => {
			const { service, credential } = await start({ prefix });
			const pasted = { ...credential, baseUrl: `  ${service.url}${form} ` };

			expect(await testCredential(pasted)).toMatchObject({ status: 'OK' });
			expect((await create(pasted)).error).toBeUndefined();

			const headers = { 'x-api-key': service.apiKey, accept: 'application/json' };
			const root = `${prefix}/api/v1`;

			expect(service.requests).toMatchObject([
				{ method: 'GET', url: `${root}/users/me/`, headers, status: 200 },
				{ method: 'GET', url: expect.stringContaining('/projects/?'), headers, status: 200 },
				{
					method: 'GET',
					url: expect.stringContaining('/work-items/search/?'),
					headers,
					status: 200,
				},
				{ method: 'POST', url: `${root}/workspaces/acme/customers/`, headers, status: 201 },
			]);
		},
	);

	test.each(['', 'plane.example.com', 'ftp://plane.example.com'])(
		'%j stops the node with an error that says where to fix it',
		async (baseUrl) => {
			await start();
			const { error } = await create({ apiKey: key, baseUrl, workspaceSlug: 'acme' });

			expect(error?.message).toMatch(/^Base URL: .* is not a web address \[item 0\]$/);
			expect(error?.description).toContain('Open the credential');
		},
	);
});

describe('The workspace of a request', () => {
	const withSlug = async (workspaceSlug: string) => ({
		...(await start()).credential,
		workspaceSlug,
	});

	test.each([
		['of the credential where the node names none', 'acme', ''],
		['of the node where both name one', 'elsewhere', ' acme '],
	])('is the one %s', async (_, own, given) => {
		const { error } = await create(await withSlug(own), { workspaceSlug: given });

		expect(error).toBeUndefined();
		expect(paths()).toEqual(['/api/v1/workspaces/acme/customers/']);
	});

	test('can differ from item to item', async () => {
		await start();
		const { outputs } = await world.run(
			'customer.create',
			{ name: 'A', workspaceSlug: '={{ $json.slug }}' },
			{
				items: jsonItems(['acme', 'umlaut-ö', ''].map((slug) => ({ slug }))),
				onError: 'continueErrorOutput',
			},
		);

		expect(paths()).toEqual([
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
	])('is refused if it is %j in the credential and %j in the node', async (own, given) => {
		const { error } = await create(await withSlug(own), { workspaceSlug: given });

		expect(error?.message).toBe(
			'Workspace Slug: there is no value here or in the credential [item 0]',
		);
		expect(error?.description).toContain('here or in the credential');
		expect(paths()).toEqual([]);
	});

	test.each(['acme/../other', 'https://app.plane.so/acme', '..', 'a?b', 'a#b'])(
		'is refused if it is %j in the credential or in the node',
		async (slug) => {
			for (const [own, given] of [
				['acme', slug],
				[slug, ''],
			] as const) {
				const { error } = await create(await withSlug(own), { workspaceSlug: given });

				expect(error?.message).toMatch(/^Workspace Slug: .*\[item 0\]$/);
				expect(paths()).toEqual([]);
			}
		},
	);
});

describe('A certificate that cannot be verified', () => {
	test('fails the credential test and an operation before anything is sent, and names the switch', async () => {
		const { service, credential } = await start({ tls: selfSigned });

		await expectFailure(credential, /certificate that cannot be verified.*Ignore SSL Issues/);
		const { error } = await create(credential);

		expect(error?.message).toBe(
			`${new URL(service.url).host} has a certificate that cannot be verified [item 0]`,
		);
		expect(error?.description).toContain('Ignore SSL Issues');
		expect(paths()).toEqual([]);
		expect(service.state.customers).toHaveLength(5);
	});

	test('is accepted if the switch is on', async () => {
		const { service, credential } = await start({ tls: selfSigned });
		const trusting = { ...credential, allowUnauthorizedCerts: true };

		expect(await testCredential(trusting)).toMatchObject({ status: 'OK' });
		const { error, json } = await create(trusting);

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ name: 'Analytical Engines' }]);
		expect(service.state.customers).toHaveLength(6);
	});

	test('is accepted of a storage only if the switch is on', async () => {
		await start();
		const storage = await startStubServer(respondWith(204), selfSigned);
		const upload = async (allowUnauthorizedCerts: boolean) =>
			await world.run('workItemAttachment.upload', credentialsAsJson(), {
				items: [{ json: unsignedCredentials(storage.url), files: { data: textFile('a') } }],
				credential: { ...credentialFor({ url: 'https://plane.invalid' }), allowUnauthorizedCerts },
			});
		const without = await upload(false);

		expect(without.error?.message).toContain('has a certificate that cannot be verified');
		expect(storage.arrived).toEqual([]);
		const withSwitch = await upload(true);

		expect(withSwitch.error).toBeUndefined();
		expect(storage.arrived).toHaveLength(1);
	});
});
