import { describe, expect, it, jest, test } from '@jest/globals';

import { isPrivateAddress } from '../../../nodes/PlaneTrigger/registration/isPrivateAddress';
import {
	buildWebhookName,
	isNamedByWorkflow,
} from '../../../nodes/PlaneTrigger/registration/webhookName';
import { causes } from '../../nodeTexts';
import { PublishedTrigger, type PublishedTriggerOptions } from './publishedTrigger';
import {
	refusal,
	type ServerWebhook,
	WebhookServer,
	type WebhookServerOptions,
} from './webhookServer';

const PROBE = 'GET /api/v2/users/me/';
const LIST = 'GET webhooks/';
const CREATE = 'POST webhooks/';
const REGENERATE = 'POST webhooks/ID/regenerate/';
const UPDATE = 'PATCH webhooks/ID/';
const DELETE = 'DELETE webhooks/ID/';

function createWorld(options: PublishedTriggerOptions & WebhookServerOptions = {}) {
	const server = new WebhookServer(options);
	const trigger = new PublishedTrigger(server, options);

	return { server, trigger };
}

/** The requests about webhooks since the last call. */
const takeRequests = ({ requests }: WebhookServer): string[] =>
	requests.splice(0).filter((request) => !request.includes('/api/v1/'));

/** The only webhook with the URL of the trigger. @throws Error if there are none or several */
function getOnly({ server, trigger }: ReturnType<typeof createWorld>): ServerWebhook {
	const [webhook, ...others] = server.find(trigger.url);
	if (webhook === undefined || others.length > 0) throw new Error('There is not exactly one');

	return webhook;
}

describe('publishing the Plane Trigger', () => {
	it('creates a webhook that is turned on once its secret is known', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();

		expect(takeRequests(server)).toEqual([PROBE, LIST, LIST, CREATE, REGENERATE, UPDATE]);
		expect(server.webhooks).toMatchObject([
			{
				url: trigger.url,
				name: 'n8n: Launch (workflow w1)',
				is_active: true,
				version: 'v2',
				content_type: 'application/json',
				scopes: ['workitem.created'],
			},
		]);
		expect(await trigger.receive(getOnly({ server, trigger }))).toBe(200);
	});

	it('changes nothing if nothing has changed, as after a restart', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		takeRequests(server);
		await trigger.publish('init');
		await trigger.publish('leadershipChange');
		await trigger.publish();

		expect(new Set(takeRequests(server))).toEqual(new Set([PROBE, LIST]));
	});

	it('finds nothing left to delete if n8n was killed while it deleted the webhook', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		const killed = server.killAfter(1, true);

		void trigger.unpublish();
		await killed;
		server.stopKilling();
		trigger.restart();

		expect(server.webhooks).toEqual([]);
		expect(await trigger.unpublish()).toBe(true);
	});

	it('says in the log that the webhook may still be there if it could not be deleted', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		server.plannedResponses.push(undefined, refusal(403, 'forbidden'));

		expect(await trigger.unpublish()).toBe(false);
		expect(trigger.log).toEqual([expect.stringContaining('may still be in Plane')]);
		expect(await trigger.unpublish()).toBe(true);
		expect(server.webhooks).toEqual([]);
	});

	it.each<[title: string, changed: Partial<ServerWebhook>, expected: string[]]>([
		['turned off', { is_active: false }, [UPDATE]],
		['registered for other events', { scopes: ['page.created'] }, [UPDATE]],
		['sent as a form', { content_type: 'application/x-www-form-urlencoded' }, [UPDATE]],
		['changed to version 1', { version: 'v1' }, [CREATE, REGENERATE, UPDATE, DELETE]],
		['given another URL', { url: 'https://elsewhere.example.com/' }, [CREATE, REGENERATE, UPDATE]],
	])('repairs a webhook that was %s', async (_, changed, expected) => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		Object.assign(getOnly({ server, trigger }), changed);
		takeRequests(server);
		await trigger.publish('init');

		expect(takeRequests(server)).toEqual([PROBE, LIST, LIST, ...expected]);
		expect(getOnly({ server, trigger })).toMatchObject({
			is_active: true,
			version: 'v2',
			content_type: 'application/json',
			scopes: ['workitem.created'],
		});
		expect(await trigger.receive(getOnly({ server, trigger }))).toBe(200);
	});

	it('takes over a webhook with its URL, renames it, and deletes another one', async () => {
		const { server, trigger } = createWorld();
		const other = server.add({ name: 'n8n: Launch' });
		const own = server.add({ url: trigger.url });

		server.add({ url: trigger.url });
		await trigger.publish();

		expect(takeRequests(server)).toEqual([PROBE, LIST, LIST, REGENERATE, UPDATE, DELETE]);
		expect(server.webhooks).toEqual([other, own]);
		expect(own.name).toBe('n8n: Launch (workflow w1)');
		expect(await trigger.receive(own)).toBe(200);
	});

	it('uses the webhook whose secret it knows if there are several', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		const own = getOnly({ server, trigger });

		server.add({ url: trigger.url, created_at: '2020-01-01T00:00:00Z' });
		takeRequests(server);
		await trigger.publish('init');

		expect(takeRequests(server)).toEqual([PROBE, LIST, LIST, DELETE]);
		expect(server.webhooks).toEqual([own]);
	});

	it('finds its own among all webhooks of the workspace', async () => {
		const { server, trigger } = createWorld();
		const others = [server.add(), server.add(), server.add()];

		await trigger.publish();
		await trigger.publish('init');
		expect(server.webhooks).toHaveLength(4);
		expect(await trigger.receive(getOnly({ server, trigger }))).toBe(200);

		await trigger.unpublish();
		expect(server.webhooks).toEqual(others);
	});

	it('does not delete a webhook to which somebody has given another URL', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		getOnly({ server, trigger }).url = 'https://elsewhere.example.com/';

		expect(await trigger.unpublish()).toBe(true);
		expect(server.webhooks).toHaveLength(1);
	});

	it('uses the secret of the creation on a server that cannot renew it', async () => {
		const { server, trigger } = createWorld({
			hasRegenerate: false,
			returnsSecretOnCreation: true,
		});

		await trigger.publish();

		expect(await trigger.receive(getOnly({ server, trigger }))).toBe(200);
	});

	it('leaves nothing behind if the server returns no secret', async () => {
		const { server, trigger } = createWorld({ hasRegenerate: false });

		await expect(trigger.publish()).rejects.toMatchObject({
			message: 'Plane did not return the signing secret of the webhook',
		});
		expect(server.webhooks).toEqual([]);
	});

	it('says in the log which events the server does not report', async () => {
		const parameters = { events: ['workItemCreated', 'workItemVoteCreated'] };
		const { server, trigger } = createWorld({
			parameters,
			unknownScopes: ['workitem.vote.created'],
		});

		await trigger.publish();

		expect(trigger.log).toEqual([expect.stringContaining('workitem.vote.created never start')]);
		expect(getOnly({ server, trigger }).is_active).toBe(true);
	});

	it.each<[title: string, isCopied: boolean]>([
		['', false],
		[', also if that is its original', true],
	])('never touches the webhook of another workflow with the same URL%s', async (_, isCopied) => {
		const server = new WebhookServer();
		const original = new PublishedTrigger(server);
		const pasted = new PublishedTrigger(server, { workflowId: 'w2' });

		await original.publish();
		const [webhook] = server.webhooks;

		if (isCopied) pasted.saved = structuredClone(original.saved);

		// n8n 1 refuses the URL when the workflow is published, and has the node delete what it does not have.
		await pasted.unpublish();

		expect(server.webhooks).toEqual([webhook]);
		expect(pasted.log).toEqual([expect.stringContaining(`has not registered: ${webhook?.id}`)]);
		expect(await original.receive(getOnly({ server, trigger: original }))).toBe(200);
	});

	it('leaves nothing behind if a copy with what n8n has saved of the original cannot be activated', async () => {
		const server = new WebhookServer();
		const original = new PublishedTrigger(server);
		const url = 'https://n8n.example.com/webhook/2/webhook';
		const copy = new PublishedTrigger(server, { workflowId: 'w2', url });

		await original.publish();
		const [webhook] = server.webhooks;

		copy.saved = structuredClone(original.saved);
		await copy.publishBesideFailure();

		expect(server.webhooks).toEqual([webhook]);
		expect(copy.log).toEqual([]);
	});

	it('leaves a webhook with its URL as it is if publishing fails before anything is sent', async () => {
		const { server, trigger } = createWorld({ parameters: { events: [] } });
		const byHand = server.add({ url: trigger.url });

		await expect(trigger.publish()).rejects.toThrow('Events');

		expect(server.webhooks).toEqual([byHand]);
		expect(trigger.log).toEqual([expect.stringContaining(byHand.id)]);
	});

	it.each([1, 2] as const)(
		'leaves a webhook in Plane that it cannot take over, and n8n %s has it say so in the log',
		async (n8nVersion) => {
			const { server, trigger } = createWorld({ n8nVersion });
			const { id } = server.add({ url: trigger.url, is_active: false });
			const ownAnswers = Array.from({ length: 5 }, () => undefined);

			server.plannedResponses.push(...ownAnswers, refusal(403, 'forbidden'));

			await expect(trigger.publish()).rejects.toThrow('does not let the user');
			expect(getOnly({ server, trigger })).toMatchObject({ id, is_active: false });
			expect(trigger.log).toEqual([expect.stringContaining(id)]);
		},
	);

	it('leaves the name that somebody has given to its webhook', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		getOnly({ server, trigger }).name = 'Night shift';
		takeRequests(server);
		await trigger.publish();

		expect(takeRequests(server)).toEqual([PROBE, LIST]);
		expect(await trigger.unpublish()).toBe(true);
		expect(server.webhooks).toEqual([]);
	});

	it('finds its webhook on the last page of a list', async () => {
		const { server, trigger } = createWorld({ pageSize: 2 });

		for (let count = 0; count < 4; count++) server.add();

		await trigger.publish();
		takeRequests(server);
		await trigger.publish('init');

		expect(takeRequests(server)).toEqual([PROBE, LIST, LIST, LIST]);
	});

	it('does not take one webhook for two if the pages of a list overlap', async () => {
		const { server, trigger } = createWorld({ pageSize: 2, pageOverlap: 1 });

		server.add();
		await trigger.publish();
		server.add();
		await trigger.publish('init');

		expect(getOnly({ server, trigger }).is_active).toBe(true);
	});

	it('takes over a webhook whose URL is spelled differently', async () => {
		const { server, trigger } = createWorld();

		server.add({ url: `${trigger.url.replace('n8n.', 'N8N.')}/` });
		await trigger.publish();

		expect(server.webhooks).toHaveLength(1);
	});

	it('has a webhook of its own while the editor listens for a test event', async () => {
		const { server, trigger } = createWorld();
		const url = 'https://n8n.example.com/webhook-test/1/webhook';
		const test = new PublishedTrigger(server, { url, mode: 'manual' });

		await trigger.publish();
		const own = getOnly({ server, trigger });

		await test.publish('manual');
		expect(server.find(url)).toMatchObject([
			{ name: 'n8n test: Launch (workflow w1)', is_active: true },
		]);
		expect(await test.receive(getOnly({ server, trigger: test }))).toBe(200);

		await test.unpublish();
		expect(server.webhooks).toEqual([own]);
	});

	it('leaves nothing behind if another trigger of the workflow cannot be activated', async () => {
		const { server, trigger } = createWorld();
		const other = server.add();

		await trigger.publishBesideFailure();

		expect(server.webhooks).toEqual([other]);
	});

	it('leaves nothing behind if it is unpublished after n8n was killed before it could save', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		trigger.restart({});

		expect(await trigger.unpublish()).toBe(true);
		expect(server.webhooks).toEqual([]);
	});

	it('says in the log that a webhook may be left if it cannot find out', async () => {
		const { server, trigger } = createWorld();

		server.plannedResponses.push(refusal(403, 'forbidden'));

		expect(await trigger.unpublish()).toBe(false);
		expect(trigger.log).toEqual([expect.stringContaining(`with the URL ${trigger.url}`)]);
	});

	it('says in the log that a webhook is left on a server that cannot delete it', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		trigger.restart({});
		server.plannedResponses.push(undefined, refusal(405, 'method_not_allowed'));

		expect(await trigger.unpublish()).toBe(false);
		expect(trigger.log).toEqual([expect.stringContaining('cannot delete webhooks')]);
	});

	it('says in the log what happened and what to do, not what else the user could choose', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		server.plannedResponses.push(refusal(403, 'forbidden'), refusal(403, 'forbidden'));
		await trigger.publish('init');
		server.plannedResponses.push(refusal(403, 'forbidden'));
		await trigger.unpublish();

		expect(trigger.log).toHaveLength(2);
		expect(trigger.log.join(' ')).not.toContain('Manual');
	});

	it('is unpublished whatever is wrong with its other parameters', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		trigger.changeParameters({ events: [] });

		expect(await trigger.unpublish()).toBe(true);
		expect(server.webhooks).toEqual([]);
	});

	it('sends nothing once the credential allows V1 only, and names the webhook that stays', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		takeRequests(server);
		trigger.credential = { apiVersion: 'v1' };

		expect(await trigger.unpublish()).toBe(false);
		expect(takeRequests(server)).toEqual([]);
		const { id } = getOnly({ server, trigger });

		expect(trigger.log).toEqual([expect.stringMatching(`API Version is V1 Only.*${id}`)]);
	});

	it.each<[title: string, change: (trigger: PublishedTrigger) => void]>([
		['URL', (trigger) => (trigger.url = 'https://new.example.com/webhook/1/webhook')],
		['workspace', (trigger) => (trigger.credential = { workspaceSlug: 'beta' })],
		['server', (trigger) => (trigger.credential = { baseUrl: 'https://other.example.com' })],
	])('names the webhook that it leaves behind after a change of its %s', async (_, change) => {
		const published = createWorld();
		const unpublished = createWorld();

		for (const { server, trigger } of [published, unpublished]) {
			await trigger.publish();
			const left = getOnly({ server, trigger });
			const sentence = new RegExp(
				`has left .* in Plane: ${left.id} with the URL ${left.url} in the workspace acme`,
			);

			change(trigger);
			trigger.server = new WebhookServer();
			await (trigger === published.trigger ? trigger.publish() : trigger.unpublish());

			expect(trigger.log).toEqual([expect.stringMatching(sentence)]);
			expect(server.webhooks).toEqual([left]);
		}

		expect(published.trigger.server.find(published.trigger.url)).toHaveLength(1);
		expect(unpublished.trigger.saved.state?.registration).toBeUndefined();
	});

	it.each<[title: string, isUnpublished: boolean]>([
		['', false],
		[' while the workflow is not published', true],
	])(
		'does not tell anybody to delete its webhook if Base URL is spelled otherwise%s',
		async (_, isUnpublished) => {
			const { server, trigger } = createWorld();

			await trigger.publish();
			trigger.credential = { baseUrl: 'http://plane.example.com' };
			if (isUnpublished) await trigger.unpublish();

			await trigger.publish();

			expect(trigger.log).toEqual([]);
			expect(await trigger.receive(getOnly({ server, trigger }))).toBe(200);
		},
	);

	it('does not tell anybody to delete its former webhook if it has replaced that one itself', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		getOnly({ server, trigger }).version = 'v1';
		trigger.credential = { baseUrl: 'http://plane.example.com' };
		await trigger.publish();

		expect(trigger.log).toEqual([]);
		expect(getOnly({ server, trigger }).version).toBe('v2');
	});

	it('says which webhook it uses and when to delete the other one if that could not be deleted at another spelling of Base URL', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		trigger.credential = { baseUrl: 'http://plane.example.com' };
		server.plannedResponses.push(refusal(403, 'forbidden'));
		await trigger.unpublish();

		expect(trigger.log).toEqual([
			expect.stringContaining('Delete it while the workflow is not published'),
			expect.stringContaining('Unless the workflow is published again'),
		]);
	});

	it('knows its webhook if only the spelling of the URL has changed', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		trigger.url += '/';
		takeRequests(server);
		await trigger.publish('init');
		expect(takeRequests(server)).toEqual([PROBE, LIST]);

		await trigger.unpublish();
		expect(server.webhooks).toEqual([]);
	});

	it.each<[step: string, requestsBefore: number, n8nVersion: 1 | 2]>([
		['created in n8n 1', 4, 1],
		['created in n8n 2', 4, 2],
		['turned on in n8n 1', 6, 1],
		['turned on in n8n 2', 6, 2],
	])(
		'leaves a webhook of version 1 as it is if its replacement cannot be %s',
		async (_, requestsBefore, n8nVersion) => {
			const { server, trigger } = createWorld({ n8nVersion });
			const byHand = server.add({ url: trigger.url, version: 'v1' });
			const ownAnswers = Array.from({ length: requestsBefore }, () => undefined);

			server.plannedResponses.push(...ownAnswers, refusal(403, 'forbidden'));

			await expect(trigger.publish()).rejects.toThrow('does not let the user');
			expect(server.webhooks).toEqual([byHand]);
		},
	);

	it.each([
		['409', refusal(409, 'conflict')],
		[
			'400 about the URL',
			refusal(400, 'invalid_request', { errors: [{ field: 'url', message: 'It is taken.' }] }),
		],
		['400 that says so', refusal(400, 'invalid_request', { detail: 'It already exists.' })],
	])(
		'replaces a webhook of version 1 on a server that refuses a second one with its URL with %s',
		async (_, refusalOfTakenUrl) => {
			const { server, trigger } = createWorld({ refusalOfTakenUrl });

			server.add({ url: trigger.url, version: 'v1' });
			await trigger.publish();

			expect(takeRequests(server)).toEqual([
				PROBE,
				LIST,
				LIST,
				CREATE,
				DELETE,
				CREATE,
				REGENERATE,
				UPDATE,
			]);
			expect(getOnly({ server, trigger })).toMatchObject({ version: 'v2', is_active: true });
		},
	);

	it('says in the log that it has deleted a webhook of version 1 if the replacement is refused even so', async () => {
		const { server, trigger } = createWorld();
		const { id } = server.add({ url: trigger.url, version: 'v1' });
		const ownAnswers = Array.from({ length: 4 }, () => undefined);

		server.plannedResponses.push(...ownAnswers, refusal(409, 'conflict'), undefined);
		server.plannedResponses.push(refusal(403, 'forbidden'));

		await expect(trigger.publish()).rejects.toThrow('does not let the user');
		expect(trigger.log).toEqual([expect.stringContaining(id)]);
	});

	it('does not say that it has deleted a webhook of version 1 if Plane refuses that', async () => {
		const { server, trigger } = createWorld();
		const byHand = server.add({ url: trigger.url, version: 'v1' });
		const ownAnswers = Array.from({ length: 4 }, () => undefined);
		const taken = refusal(409, 'conflict');

		server.plannedResponses.push(...ownAnswers, taken, refusal(403, 'forbidden'), taken);

		await expect(trigger.publish()).rejects.toThrow('refuses a webhook with the URL');
		expect(server.webhooks).toEqual([byHand]);
		expect(trigger.log.join(' ')).toContain('could not be deleted');
		expect(trigger.log.join(' ')).not.toContain('the Plane Trigger deleted');
	});

	it.each<[title: string, fixedValues: Partial<ServerWebhook>]>([
		['the version', { version: 'v1' }],
		['the content type', { content_type: 'application/x-www-form-urlencoded' }],
	])('refuses a server that ignores %s, and leaves nothing behind', async (_, fixedValues) => {
		const { server, trigger } = createWorld({ fixedValues });

		await expect(trigger.publish()).rejects.toMatchObject({
			message: expect.stringContaining('in the form that the node needs'),
		});
		expect(server.webhooks).toEqual([]);
	});

	it('refuses a server that reports none of the events, and leaves nothing behind', async () => {
		const { server, trigger } = createWorld({ unknownScopes: ['workitem.created'] });

		await expect(trigger.publish()).rejects.toMatchObject({
			message: 'This server reports none of the events of the Plane Trigger',
		});
		expect(server.webhooks).toEqual([]);
	});

	it('does not take the events for missing on a server that does not return them', async () => {
		const { server, trigger } = createWorld({ hidesScopes: true });

		await trigger.publish();

		expect(trigger.log).toEqual([]);
		expect(getOnly({ server, trigger }).is_active).toBe(true);
	});

	it('names in the log a new webhook that cannot be deleted although it cannot be used', async () => {
		const { server, trigger } = createWorld({ hasRegenerate: false });
		const ownAnswers = Array.from({ length: 6 }, () => undefined);

		server.plannedResponses.push(...ownAnswers, refusal(403, 'forbidden'));

		await expect(trigger.publish()).rejects.toThrow('did not return the signing secret');
		expect(trigger.log).toEqual([
			expect.stringMatching(
				/just created .* could not delete it: .* only if the workflow is not published then\.$/,
			),
		]);
	});

	it('creates nothing if people create the webhook, and deletes what it has registered before', async () => {
		const server = new WebhookServer();
		const automatic = new PublishedTrigger(server);
		const byHand = new PublishedTrigger(server, { parameters: { registration: 'manual' } });

		await byHand.publish();
		expect(takeRequests(server)).toEqual([]);

		await automatic.publish();
		byHand.saved = automatic.saved;
		await byHand.unpublish();
		expect(server.webhooks).toEqual([]);
	});
});

describe('publishing fails with the reason and another way', () => {
	const community = {
		statusCode: 404,
		headers: { 'content-type': 'application/json' },
		body: '{"error":"Page not found."}',
	};
	const proxy = {
		statusCode: 403,
		headers: { 'content-type': 'text/html' },
		body: '<html>Forbidden</html>',
	};
	const me = {
		statusCode: 200,
		headers: { 'content-type': 'application/json' },
		body: '{"principal_kind":"api_key"}',
	};
	const projects = { ...me, body: '{"results":[]}' };
	const urlRefusal = refusal(400, 'invalid_request', {
		errors: [{ field: 'url', code: 'invalid', message: 'Not allowed' }],
	});
	const BY_HAND = /choose Manual under Registration/i;

	it.each<[title: string, responses: object[], message: RegExp, description: RegExp]>([
		['the Community Edition', [projects, community], /has no API v2/, BY_HAND],
		[
			'an API v2 without webhooks',
			[projects, me, community],
			/cannot register webhooks: its API v2 has no webhooks/,
			BY_HAND,
		],
		[
			'no administrator',
			[projects, me, refusal(403, 'forbidden')],
			/does not let the user of the credential manage webhooks/,
			/Only an administrator .*Manual/,
		],
		[
			'another plan',
			[projects, me, refusal(402, 'payment_required')],
			/not in the plan of this workspace/,
			BY_HAND,
		],
		['a proxy', [projects, proxy], /proxy or firewall/, BY_HAND],
	])('(%s)', async (_, responses, message, description) => {
		const { server, trigger } = createWorld();

		server.plannedResponses.push(...(responses as typeof server.plannedResponses));

		await expect(trigger.publish()).rejects.toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
		});
		expect(server.webhooks).toEqual([]);
	});

	it("(the Community Edition), and n8n's log does not say that a webhook may be left", async () => {
		const { server, trigger } = createWorld();

		server.plannedResponses.push(projects, community, community);

		await expect(trigger.publish()).rejects.toThrow('has no API v2');
		expect(trigger.log).toEqual([]);
	});

	it.each([
		['http://localhost:5678/webhook/1', /Nobody outside of the network of n8n .*WEBHOOK_URL/],
		['https://n8n.example.com/webhook/1', /Plane takes only addresses that .*WEBHOOK_URL/],
	])('(Plane refuses the address %s)', async (url, description) => {
		const { server, trigger } = createWorld({ url });
		const list = { ...me, body: '{"data":[],"next":null}' };

		server.plannedResponses.push(projects, me, list, list, urlRefusal);

		await expect(trigger.publish()).rejects.toMatchObject({
			message: `Plane refuses the address ${url}: url: Not allowed`,
			description: expect.stringMatching(description),
		});
	});

	it.each<[title: string, options: PublishedTriggerOptions, message: RegExp]>([
		['no credential', { hasCredential: false }, /without a credential for the API of Plane/],
		['a credential for API v1 only', { apiVersion: 'v1' }, /its API Version is V1 Only/],
	])('(%s)', async (_, options, message) => {
		const { server, trigger } = createWorld(options);

		await expect(trigger.publish()).rejects.toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(BY_HAND),
		});
		expect(takeRequests(server)).toEqual([]);
	});

	it.each([
		['link', /^Fields: Link is not among/, /Work Item Link Created/],
		['cycles', /^Fields: Cycles is not among/, /Polling Trigger/],
	])('(a field whose changes Plane never sends: %s)', async (field, message, description) => {
		const parameters = { events: ['fieldChanged'], fields: ['state', field] };
		const { server, trigger } = createWorld({ parameters });

		await expect(trigger.publish()).rejects.toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
		});
		// n8n clears up after an activation that failed.
		expect(takeRequests(server)).toEqual([LIST]);
	});

	it('(another webhook may have the URL)', async () => {
		const { server, trigger } = createWorld();
		const ownAnswers = Array.from({ length: 4 }, () => undefined);

		server.plannedResponses.push(...ownAnswers, refusal(409, 'conflict'));

		await expect(trigger.publish()).rejects.toMatchObject({
			message: expect.stringContaining(`Plane refuses a webhook with the URL ${trigger.url}`),
			description: expect.stringMatching(BY_HAND),
		});
	});

	it('(an access token without the scopes for webhooks)', async () => {
		const { server, trigger } = createWorld({ usesOAuth2: true });

		server.plannedResponses.push(projects, me, refusal(403, 'forbidden'));

		await expect(trigger.publish()).rejects.toMatchObject({
			description: expect.stringContaining('scopes webhooks:read and webhooks:write'),
		});
	});

	it('and deletes the webhook again if it cannot be turned on', async () => {
		const { server, trigger } = createWorld();
		const ownAnswers = Array.from({ length: 6 }, () => undefined);

		server.plannedResponses.push(...ownAnswers, refusal(403, 'forbidden'));

		await expect(trigger.publish()).rejects.toThrow('does not let the user');
		expect(takeRequests(server)).toEqual([PROBE, LIST, LIST, CREATE, REGENERATE, DELETE, LIST]);
		expect(server.webhooks).toEqual([]);
	});

	it('and uses what is left if n8n was killed before it could turn the webhook on', async () => {
		const { server, trigger } = createWorld();

		const killed = server.killAfter(6, false);

		void trigger.publish();
		await killed;
		expect(server.find(trigger.url)).toMatchObject([{ is_active: false }]);

		server.stopKilling();
		trigger.restart();
		takeRequests(server);
		await trigger.publish();
		expect(takeRequests(server)).toEqual([PROBE, LIST, LIST, REGENERATE, UPDATE]);
		expect(await trigger.receive(getOnly({ server, trigger }))).toBe(200);
	});
});

describe('when n8n starts and Plane does not answer', () => {
	const refused = () => refusal(403, 'forbidden');

	it('a webhook that was registered is used as it was', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		const own = getOnly({ server, trigger });

		server.plannedResponses.push(refused(), refused());
		await trigger.publish('init');

		expect(trigger.log).toEqual([expect.stringContaining('could not be checked')]);
		expect(server.webhooks).toEqual([own]);
		expect(await trigger.receive(own)).toBe(200);
	});

	it('a wrong key is reported as one, although API v2 says the same as about a missing one (row 502)', async () => {
		const { server, trigger } = createWorld();
		const detail = 'Authentication credentials were not provided.';
		const wrongKey = () => refusal(401, 'not_authenticated', { detail });

		await trigger.publish();
		server.plannedResponses.push(wrongKey(), wrongKey());
		await trigger.publish('init');

		expect(trigger.log).toEqual([expect.stringContaining(causes.keyRefused)]);
	});

	it('a webhook that was not registered is an error, which n8n tries again', async () => {
		const { server, trigger } = createWorld();

		server.plannedResponses.push(refused(), refused());

		await expect(trigger.publish('init')).rejects.toThrow('does not let the user');
	});
});

describe('a delivery to a webhook that was registered', () => {
	const withUnknownSecret = (webhook: ServerWebhook) => ({ ...webhook, secret: 'plane_wh_other' });

	it('is sent again by Plane if it arrives before n8n has saved the secret', async () => {
		const { server, trigger } = createWorld();

		expect(await trigger.receive(server.add({ url: trigger.url }))).toBe(503);
		expect(trigger.log).toEqual([expect.stringContaining('publish it again')]);
	});

	it('is sent again by Plane if it comes from another webhook than n8n has saved', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();

		expect(await trigger.receive(server.add({ url: trigger.url }))).toBe(503);
	});

	it('is refused without a signature, whatever Request Verification says', async () => {
		const { trigger } = createWorld({ parameters: { requestVerification: 'none' } });

		await trigger.publish();

		expect(await trigger.receiveRaw(Buffer.from('{}'), {})).toBe(401);
		expect(await trigger.receiveRaw(Buffer.from('no JSON'), {})).toBe(401);
	});

	it('changes nothing of what n8n has saved if it comes from another webhook', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		const before = structuredClone(trigger.saved);

		await trigger.receive(server.add({ url: trigger.url }));
		expect(trigger.saved).toEqual(before);
	});

	it('is refused without a word in the log if it is not signed at all', async () => {
		const { trigger } = createWorld();
		const body = Buffer.from('{"webhook_id":"a"}');

		expect(await trigger.receiveRaw(body, {})).toBe(401);
		await trigger.publish();
		expect(await trigger.receiveRaw(body, {})).toBe(401);
		expect(trigger.log).toEqual([]);
	});

	it('is sent again by Plane if its secret was renewed, and the next activation repairs that', async () => {
		const { server, trigger } = createWorld();
		const clock = jest.spyOn(Date, 'now');

		await trigger.publish();
		const own = getOnly({ server, trigger });

		own.secret = 'plane_wh_somebody_has_renewed_it';
		clock.mockReturnValue(0);
		expect(await trigger.receive(own)).toBe(503);
		clock.mockReturnValue(10 * 60_000);
		expect(await trigger.receive(own)).toBe(503);
		expect(await trigger.receive(own)).toBe(503);
		expect(trigger.log).toEqual([
			expect.stringContaining('nothing has to be done'),
			expect.stringContaining('unpublish the workflow'),
		]);

		await trigger.publish('init');
		expect(await trigger.receive(own)).toBe(200);
		clock.mockRestore();
	});

	it('has no effect on the secret if it is forged, however many there are at once', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		const own = getOnly({ server, trigger });

		for (let count = 0; count < 3; count++) {
			expect(await trigger.receive(withUnknownSecret(own))).toBe(503);
		}

		expect(trigger.log).toHaveLength(1);
		expect(trigger.log.join()).not.toMatch(/unpublish|renewed/);
		takeRequests(server);
		await trigger.publish();
		expect(takeRequests(server)).toEqual([PROBE, LIST]);
	});

	it('has no effect on the secret if it is forged again after a genuine one', async () => {
		const { server, trigger } = createWorld();
		const clock = jest.spyOn(Date, 'now');

		await trigger.publish();
		const own = getOnly({ server, trigger });

		clock.mockReturnValue(0);
		await trigger.receive(withUnknownSecret(own));
		await trigger.receive(own);
		clock.mockReturnValue(10 * 60_000);
		await trigger.receive(withUnknownSecret(own));
		takeRequests(server);
		await trigger.publish();
		expect(takeRequests(server)).toEqual([PROBE, LIST]);
		clock.mockRestore();
	});

	it('shows that the secret is right after all if its signature is valid', async () => {
		const { server, trigger } = createWorld();

		await trigger.publish();
		const own = getOnly({ server, trigger });

		expect(await trigger.receive(withUnknownSecret(own))).toBe(503);
		expect(await trigger.receive(own)).toBe(200);
		takeRequests(server);
		await trigger.publish('init');

		expect(takeRequests(server)).toEqual([PROBE, LIST]);
	});
});

describe('the secret', () => {
	it('is in the static data only, not in the log or an error', async () => {
		const { server, trigger } = createWorld({ returnsSecretOnCreation: true });

		await trigger.publish();
		const { secret } = getOnly({ server, trigger });

		expect(trigger.saved.state?.registration?.secret).toBe(secret);
		await trigger.receive({ id: getOnly({ server, trigger }).id, secret: 'plane_wh_another' });
		expect(JSON.stringify(trigger.log)).not.toContain(secret);
	});

	it('is not in the error about a response that cannot be read', async () => {
		const { server, trigger } = createWorld();
		const headers = { 'content-type': 'application/json' };
		const secret = 'plane_wh_0123456789abcdef';
		const list = { statusCode: 200, headers, body: '{"data":[],"next":null}' };
		const created = { statusCode: 201, headers, body: `{"secret_key":"${secret}"}` };

		server.plannedResponses.push(
			{ ...list, body: '{"results":[]}' },
			{ ...list, body: '{"principal_kind":"api_key"}' },
			list,
			list,
			created,
		);
		const error: unknown = await trigger.publish().catch((thrown: unknown) => thrown);

		expect(error).toBeInstanceOf(Error);
		expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(secret);
	});
});

test.each([
	['http://localhost:5678/', true],
	['http://127.0.0.1/', true],
	['http://10.1.2.3/', true],
	['http://172.20.0.1/', true],
	['http://192.168.1.1/', true],
	['http://[::1]/', true],
	['http://[fd00::1]/', true],
	['http://[fe80::1]/', true],
	['http://[2001:db8::1]:5678/', false],
	['http://[fc::1]/', false],
	['no address', false],
	['http://n8n:5678/', true],
	['https://n8n.local/', true],
	['https://n8n.example.com/', false],
	['https://172.32.0.1/', false],
	['https://11.0.0.1/', false],
])('whether nobody outside can reach %s is %s', (url, expected) => {
	expect(isPrivateAddress(url)).toBe(expected);
});

describe('the name of a webhook', () => {
	it.each([true, false])(
		'has the ID of the workflow at its end, and at most 255 characters (test: %s)',
		(isTest) => {
			const name = buildWebhookName({ id: 'w1', name: 'Launch '.repeat(50), isTest });

			expect(name).toHaveLength(255);
			expect(isNamedByWorkflow(name, 'w1')).toBe(true);
		},
	);

	it.each(['n8n: Launch (workflow w12)', 'n8n: Launch (workflow w)', 'Launch (workflow w1)', ''])(
		'is not that of a workflow if it is "%s"',
		(name) => {
			expect(isNamedByWorkflow(name, 'w1')).toBe(false);
		},
	);
});
