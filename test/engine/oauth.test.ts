import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { createHmac } from 'node:crypto';

import { type AuthorizationServer, client } from '../service/authorizationServer';
import { readDocumentedBody } from '../service/documented/deliveries';
import { first } from '../service/testing/client';
import { respondWith } from '../service/testing/stubServer';
import { useStubServers } from '../service/testing/useStubServers';
import { listNames, openList } from './pickers';
import { byId, parametersFor } from './samples';
import { Triggers } from './triggers';
import { textFile } from './uploads';
import { useWorld } from './useWorld';

const startStubServer = useStubServers();

const HEADERS = {
	header: [
		{ name: 'CF-Access-Client-Id', value: 'an-access-client.access' },
		{ name: 'CF-Access-Client-Secret', value: 'an-access-client-secret' },
	],
};

// For an expired token, both of the refusals that are known for keys (row 18).
describe.each([401, 403] as const)('with a server that refuses tokens with %s', (tokenRefusal) => {
	const world = useWorld({ serverKind: 'community', workItems: 5, tokenRefusal }, true);

	const server = (): AuthorizationServer => {
		const { authorizationServer } = world.service;
		if (authorizationServer === undefined) throw new Error('There is no authorization server');

		return authorizationServer;
	};

	/** A credential whose account is connected. */
	const connect = (more: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => ({
		baseUrl: world.service.url,
		workspaceSlug: world.service.workspace,
		clientId: client.id,
		clientSecret: client.secret,
		oauthTokenData: { ...server().connect() },
		...more,
	});

	const projectId = () => first(world.service.state.projects).id;

	/** Creates labels with these names. */
	const createLabels = async (names: string[], credential: ICredentialDataDecryptedObject) =>
		await world.run(
			'label.create',
			{ projectId: byId(projectId()), name: '={{ $json.name }}' },
			{
				items: names.map((name) => ({ json: { name } })),
				credential,
				onError: 'continueRegularOutput',
			},
		);

	const NAMES = Array.from({ length: 20 }, (_, index) => `Label ${index}`);

	const countCreated = () =>
		world.service.state.labels.filter(({ name }) => NAMES.includes(name)).length;

	test('sends the access token as Bearer, and no API key', async () => {
		const { json } = await world.run('user.getCurrent', {}, { credential: connect() });

		expect(json).toMatchObject([{ id: first(world.service.state.users).id }]);
		expect(world.service.requests.map(({ headers }) => headers)).toEqual([
			expect.objectContaining({ authorization: expect.stringMatching(/^Bearer pln_/) }),
		]);
		expect(world.service.requests[0]?.headers).not.toHaveProperty('x-api-key');
	});

	test('renews an expired token once for all items, and carries out each of them once', async () => {
		const credential = connect();

		server().expireTokens();
		const { json, error } = await createLabels(NAMES, credential);

		expect(error).toBeUndefined();
		expect(json.map(({ name }) => name)).toEqual(NAMES);
		expect(server().renewals).toBe(1);
		expect(countCreated()).toBe(NAMES.length);
	});

	test('stores the new token, so that the next node needs no renewal', async () => {
		const credential = connect();
		const parameters = parametersFor('user.getCurrent', {});

		server().expireTokens();
		const outcomes = await world.engine.runAll(
			[
				{ name: 'First', parameters },
				{ name: 'Second', parameters },
			],
			[{}],
			credential,
		);

		expect([...outcomes.values()].map(({ json }) => json.length)).toEqual([1, 1]);
		expect(server().renewals).toBe(1);
	});

	test('says what to do if the account was disconnected, without asking again for each item', async () => {
		const credential = connect();

		server().revokeAll();
		const { json } = await createLabels(NAMES, credential);
		const errors = new Set(
			json.map(({ error }) => JSON.stringify(error).replace(/ \[item \d+\]/, '')),
		);

		expect([...errors]).toEqual([
			JSON.stringify(
				'The access token has expired, and n8n could not renew it. The credential "Plane OAuth2 API" needs to be reconnected. Open the Plane OAuth2 API credential and connect it again.',
			),
		]);
		expect(countCreated()).toBe(0);
		// One for each label, one for API v2, one that n8n renews the token for, and the renewal.
		expect(world.service.requests).toHaveLength(NAMES.length + 3);
	});

	test.each(['down', 'garbled'] as const)(
		'says so if the server cannot renew tokens because it is %s, and shows no secret',
		async (failure) => {
			const credential = connect();

			server().expireTokens();
			server().failure = failure;
			const { error } = await world.run('user.getCurrent', {}, { credential });
			const shown = JSON.stringify(error);

			expect(error?.message).toBe(
				'The access token has expired, and n8n could not renew it [item 0]',
			);
			expect(error?.description).toContain(
				'Open the Plane OAuth2 API credential and connect it again.',
			);
			expect(shown).not.toMatch(/pln_/);
			expect(shown).not.toContain(client.secret);
		},
	);

	test('says so if no account was connected yet, before anything is sent', async () => {
		const credential = connect({ oauthTokenData: {} });
		const { error } = await world.run('user.getCurrent', {}, { credential });

		expect(error?.message).toBe(
			'The Plane OAuth2 API credential is not connected to an account [item 0]',
		);
		expect(world.service.requests).toEqual([]);
	});

	test('sends the token and the extra headers to Plane only, not to its storage', async () => {
		const expired = connect({ extraHeaders: HEADERS });

		server().expireTokens();
		const credential = connect({ extraHeaders: HEADERS });
		const workItemId = first(world.service.state.workItems).id;
		const place = { projectId: byId(projectId()), workItemId: byId(workItemId) };
		const files = { data: textFile('Hello') };

		world.service.state.attachments.splice(0);
		await world.run('workItemAttachment.attach', place, {
			items: [{ files }],
			credential: expired,
		});
		const { outputs } = await world.run(
			'workItemAttachment.getAll',
			{ ...place, returnAll: true, options: { downloadFiles: true } },
			{ credential },
		);

		expect(outputs[0]?.[0]?.binary).toBeDefined();
		expect(world.store.requests.length).toBeGreaterThan(1);

		for (const { headers } of world.store.requests) {
			expect(Object.keys(headers)).not.toEqual(
				expect.arrayContaining([expect.stringMatching(/^(authorization|cf-access-.*)$/)]),
			);
		}

		// n8n itself renews the token, without extra headers.
		const apiRequests = world.service.requests.filter(({ url }) => url.startsWith('/api/'));

		for (const { headers } of apiRequests) {
			expect(headers).toMatchObject({
				'cf-access-client-id': 'an-access-client.access',
				'cf-access-client-secret': 'an-access-client-secret',
			});
		}
	});

	test('shows neither the token nor an extra header if a server repeats them', async () => {
		const { url } = await startStubServer((request, response) => {
			const { authorization, 'cf-access-client-secret': secret } = request.headers;

			respondWith(400, { error: `No ${authorization}, and no ${String(secret)}` })(
				request,
				response,
			);
		});
		const credential = connect({ baseUrl: url, extraHeaders: HEADERS });
		const { error } = await world.run('user.getCurrent', {}, { credential });

		expect(error?.message).toContain('(access token)');
		expect(error?.message).toContain('(extra header)');
		expect(JSON.stringify(error)).not.toMatch(/pln_|an-access-client-secret/);
	});

	test('sends neither the token nor an extra header to where a server redirects', async () => {
		const elsewhere = await startStubServer(respondWith(200, { id: 'a' }));
		const { url } = await startStubServer(
			respondWith(307, '', { location: `${elsewhere.url}/api/v1/users/me/` }),
		);
		const credential = connect({ baseUrl: url, extraHeaders: HEADERS });
		const { error } = await world.run('user.getCurrent', {}, { credential });

		expect(error?.message).toContain(`redirects to ${elsewhere.url}`);
		expect(elsewhere.arrived).toEqual([]);
	});

	test('opens the lists of the panel, also with an expired token', async () => {
		const credential = connect();

		server().expireTokens();
		const list = await openList(world, 'searchProjects', {}, { credential });

		expect(listNames(list).length).toBeGreaterThan(0);
		expect(server().renewals).toBe(1);
	});

	describe('the triggers', () => {
		let triggers: Triggers;

		beforeEach(async () => {
			triggers = await Triggers.start();
		});
		afterEach(() => {
			jest.restoreAllMocks();
		});

		test('poll with a token that expires, and still know a state that was renamed', async () => {
			const state = first(world.service.state.states);
			const trigger = await triggers.create(
				'planePollingTrigger',
				{
					projects: [projectId()],
					events: ['workItemStateChanged'],
					toStates: [state.name],
				},
				connect(),
			);

			expect(await trigger.poll()).toEqual({});
			server().expireTokens();
			state.name = 'Renamed';
			const now = Date.now.bind(Date);

			jest.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);

			// The first poll renews the token, the second one begins with the new one.
			expect([await trigger.poll(), await trigger.poll()]).toEqual([{}, {}]);
			expect(server().renewals).toBe(1);
		});

		test('look up what a webhook lacks with a token', async () => {
			const secret = 'plane_wh_0123456789abcdef0123456789abcdef';
			const trigger = await triggers.create(
				'planeTrigger',
				{ registration: 'manual', events: ['anythingElse', 'workItemUpdated'] },
				{ signingSecret: secret },
				connect(),
			);
			const body = Buffer.from(JSON.stringify(readDocumentedBody('workitem.updated')));
			const signature = createHmac('sha256', secret).update(body).digest('hex');

			await trigger.receive(body, { 'x-plane-signature': signature });

			expect(world.service.requests.map(({ headers }) => headers.authorization)).toContainEqual(
				expect.stringMatching(/^Bearer pln_/),
			);
		});
	});

	describe('the test of the credential', () => {
		test('succeeds with a valid token, in the words of the API key', async () => {
			const result = await world.engine.testCredential(connect({ extraHeaders: HEADERS }));

			expect(result).toEqual({ status: 'OK', message: 'Connection successful!' });
			expect(world.service.requests[0]?.headers).toMatchObject({
				authorization: expect.stringMatching(/^Bearer pln_/),
				'cf-access-client-id': 'an-access-client.access',
			});
		});

		test('says that the token is not accepted', async () => {
			const credential = connect();

			server().revokeAll();
			const { status, message } = await world.engine.testCredential(credential);

			expect(status).toBe('Error');
			expect(message).toMatch(/^Plane did not accept the access token: .*connect it again\./);
		});
	});
});
