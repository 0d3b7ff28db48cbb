import { describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { selfSigned } from '../service/testing/certificate';
import { expectProblem } from '../expectProblem';
import { causes } from '../nodeTexts';
import { credentialFor } from './credentials';
import { Engine } from './engine';
import { jsonItems } from './startNode';
import { respondWith, unresponsiveServers, webPage } from '../service/testing/stubServer';
import { credentialsAsJson, unsignedCredentials, textFile } from './uploads';
import { useStubServers } from '../service/testing/useStubServers';
import { useWorlds } from './useWorld';

const { world, start } = useWorlds();
const startStubServer = useStubServers();

const key = 'plane_api_a-key-that-nobody-may-see';

// The unit tests of the credential test have every response of a server. These tests check what depends on
// n8n, which runs the test with a request helper of its own.

const testCredential = async (credential: ICredentialDataDecryptedObject) =>
	await (await Engine.start()).testCredential(credential);

/** Expects that the credential test fails with this message, which has no API key and no markup. */
async function expectFailure(credential: ICredentialDataDecryptedObject, cause: string | RegExp) {
	const { status, message } = await testCredential(credential);

	expect(status).toBe('Error');
	expectProblem(message, { cause });
	expect(message).not.toContain(key);
	expect(message).not.toMatch(/[<>{}]|status code/);
}

const requestedUrls = () => world.service.requests.map(({ url }) => url);

describe('The credential test', () => {
	test('passes with a valid API key, which each of its requests has in a header', async () => {
		const { service, credential } = await start();

		const result = await testCredential(credential);

		expect(result).toEqual({ status: 'OK', message: 'Connection successful!' });
		const headers = expect.objectContaining({ 'x-api-key': service.apiKey });

		expect(service.requests).toEqual(
			[
				'/api/v1/users/me/',
				'/api/v1/workspaces/acme/projects/?limit=1&per_page=1',
				'/api/v1/workspaces/acme/work-items/search/?search=a&limit=1',
			].map((url) => expect.objectContaining({ method: 'GET', url, headers, status: 200 })),
		);
	});

	// n8n's helper throws for statuses other than 2xx, and parses bodies by itself.
	test.each<[string, RequestListener, string | RegExp]>([
		['an empty response', respondWith(200), causes.notPlane],
		['a web page', webPage(200), new RegExp(`^${causes.webPage}.*https://api\\.plane\\.so`)],
		[
			'a failure in JSON',
			respondWith(500, { error: 'Something went wrong' }),
			/failed with status 500: Something went wrong/,
		],
		[
			'a response that repeats the API key',
			respondWith(403, { detail: `No key ${key}` }),
			causes.keyRefused,
		],
	])('fails on %s and says what is wrong', async (_, answer, cause) => {
		const { url } = await startStubServer(answer);

		await expectFailure({ apiKey: key, baseUrl: url }, cause);
	});

	// n8n's helper treats a response that is dropped in the middle as complete.
	const noticedServers = unresponsiveServers.filter(([title]) => !title.includes('in the middle'));

	test.each(noticedServers)(
		'fails for a server that %s',
		async (_, startServer, reason, remedy) => {
			const baseUrl = await startServer(startStubServer);

			const { status, message } = await testCredential({ apiKey: key, baseUrl });

			expect(status).toBe('Error');
			expect(message).toContain(`${new URL(baseUrl).host}${reason}. `);
			expect(message).toContain(remedy);
			expect(message).not.toContain(key);
		},
	);

	const NO_KEY =
		/^Plane received no API key: Authentication credentials were not provided\. .*API Tokens/;

	test.each([
		[{ apiKey: key }, 403, new RegExp(`^${causes.keyRefused}: Given API token .*API Tokens`)],
		[{ apiKey: '' }, 401, NO_KEY],
		[{ apiKey: '  ' }, 401, NO_KEY],
		[{}, 401, NO_KEY],
	])(
		'fails with %j in the credential and says where to get an API key',
		async (apiKey, status, expectedMessage) => {
			const { service } = await start();

			await expectFailure({ baseUrl: service.url, ...apiKey }, expectedMessage);
			expect(service.requests).toMatchObject([{ status }]);
		},
	);

	test('accepts a pasted API key with spaces around it, as an execution does', async () => {
		const { service, credential } = await start();
		const pasted = { ...credential, apiKey: ` ${service.apiKey}\n` };

		const result = await testCredential(pasted);
		const { error } = await create(pasted);

		expect(result).toMatchObject({ status: 'OK' });
		expect(error).toBeUndefined();
	});

	test.each([301, 302, 307, 308])(
		'does not follow a redirect with status %d, but names the new address',
		async (status) => {
			const target = await startStubServer(respondWith(200, { id: 'me' }));
			const location = `${target.url}/here`;
			// With a page for browsers, as nginx redirects http.
			const redirect = respondWith(status, '<html></html>', {
				location,
				'content-type': 'text/html',
			});
			const { url } = await startStubServer(redirect);

			await expectFailure({ apiKey: key, baseUrl: url }, new RegExp(`redirects to ${location}`));
			expect(target.arrived).toEqual([]);
		},
	);
});

/** Creates a customer with this credential. */
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
		'with the path "%s" and "%s" after it leads to the API below that path',
		async (prefix, suffix) => {
			const { service, credential } = await start({ prefix });
			const pasted = { ...credential, baseUrl: `  ${service.url}${suffix} ` };

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

	test('stops the node if it is not a web address, with an error that says where to fix it', async () => {
		await start();

		const { error } = await create({ apiKey: key, baseUrl: 'plane', workspaceSlug: 'acme' });

		expect(error?.message).toMatch(/^Base URL: .* is not a web address \[item 0\]$/);
		expect(error?.description).toContain('Open the credential');
	});
});

describe('The workspace of a request', () => {
	const withSlug = async (workspaceSlug: string) => ({
		...(await start()).credential,
		workspaceSlug,
	});

	test.each([
		['of the credential if the node has none', 'acme', ''],
		['of the node if both have one', 'elsewhere', ' acme '],
	])('is the one %s', async (_, ofCredential, ofNode) => {
		const { error } = await create(await withSlug(ofCredential), { workspaceSlug: ofNode });

		expect(error).toBeUndefined();
		expect(requestedUrls()).toEqual(['/api/v1/workspaces/acme/customers/']);
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

		expect(requestedUrls()).toEqual([
			'/api/v1/workspaces/acme/customers/',
			'/api/v1/workspaces/umlaut-%C3%B6/customers/',
			'/api/v1/workspaces/acme/customers/',
		]);
		expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 1 }],
		]);
	});

	test.each(['acme/../other', 'https://app.plane.so/acme', '..', 'a?b', 'a#b'])(
		'is refused if it is %j in the credential or in the node',
		async (slug) => {
			for (const [ofCredential, ofNode] of [
				['acme', slug],
				[slug, ''],
			] as const) {
				const credential = await withSlug(ofCredential);
				const { error } = await create(credential, { workspaceSlug: ofNode });

				expect(error?.message).toMatch(/^Workspace Slug: .*\[item 0\]$/);
				expect(requestedUrls()).toEqual([]);
			}
		},
	);
});

describe('A certificate that cannot be verified', () => {
	test('fails the credential test and an operation before anything is sent, and names Ignore SSL Issues', async () => {
		const { service, credential } = await start({ tls: selfSigned });

		await expectFailure(credential, /certificate that cannot be verified.*Ignore SSL Issues/);
		const { error } = await create(credential);

		expect(error?.message).toBe(
			`${new URL(service.url).host} has a certificate that cannot be verified [item 0]`,
		);
		expect(error?.description).toContain('Ignore SSL Issues');
		expect(requestedUrls()).toEqual([]);
		expect(service.state.customers).toHaveLength(5);
	});

	test('is accepted if Ignore SSL Issues is on', async () => {
		const { service, credential } = await start({ tls: selfSigned });
		const trusting = { ...credential, allowUnauthorizedCerts: true };

		expect(await testCredential(trusting)).toMatchObject({ status: 'OK' });
		const { error, json } = await create(trusting);

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ name: 'Analytical Engines' }]);
		expect(service.state.customers).toHaveLength(6);
	});

	test('of a storage is accepted only if Ignore SSL Issues is on', async () => {
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
