import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { type ListeningServer, listen } from '../service/listen';
import type { ServiceOptions } from '../service/service';
import { closeAfterEach } from '../service/testing/closeAfterEach';
import { first, projectPath, send } from '../service/testing/client';
import { withApiV2 } from '../service/testing/v2Client';
import { type Trigger, Triggers } from './triggers';
import { useWorlds } from './useWorld';

const { world, start } = useWorlds();
const startListening = closeAfterEach(listen);
let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

/** A workflow with a Plane Trigger that registers its webhook, in an n8n that receives deliveries. */
interface Workflow {
	readonly trigger: Trigger;
	/** The items that have started it. */
	readonly items: IDataObject[];
	readonly publish: () => Promise<void>;
	readonly unpublish: () => Promise<boolean>;
}

async function createWorkflow(
	parameters: INodeParameters = {},
	credential: ICredentialDataDecryptedObject = world.credential,
): Promise<Workflow> {
	const trigger = await triggers.create(
		'planeTrigger',
		parameters,
		{ signingSecret: 'plane_wh_of_the_credential' },
		credential,
	);
	const items: IDataObject[] = [];
	const listening: ListeningServer = await startListening(
		createServer((request, response) => {
			void buffer(request).then(async (body) => {
				const headers = request.headers as Record<string, string>;
				const result = await trigger.receive(body, headers);

				items.push(...(result.items ?? []));
				response.writeHead(result.status).end();
			});
		}),
	);

	trigger.webhookBaseUrl = `${listening.url}/webhook/`;

	return {
		trigger,
		items,
		publish: async () => {
			if (!(await trigger.callWebhookMethod('checkExists'))) {
				await trigger.callWebhookMethod('create');
			}

			trigger.restart(trigger.savedStaticData);
		},
		unpublish: async () => await trigger.callWebhookMethod('delete'),
	};
}

const call = async (method: string, path: string, body?: object) => {
	const response = await send(world.service, method, projectPath(world.service) + path, body);

	await world.service.webhooks.waitUntilIdle();

	return response;
};

/** The requests to API v2, such as `GET users/me/`. */
const listV2Requests = (): string[] =>
	world.service.requests
		.filter(({ url }) => url.startsWith('/api/v2/'))
		.map(({ method, url }) => `${method} ${url.replace(/^.api.v2.(workspaces.acme.)?/, '')}`);

describe('The Plane Trigger with automatic registration', () => {
	it('starts the workflow once for each change, and leaves nothing in Plane', async () => {
		await start(withApiV2({ workItems: 2 }));
		const events = ['workItemCreated', 'workItemStateChanged', 'commentCreated'];
		const { items, publish, unpublish } = await createWorkflow({ events });

		await publish();
		const [webhook] = world.service.state.webhooks;

		expect(webhook).toMatchObject({
			is_active: true,
			scopes: ['workitem.comment.created', 'workitem.created', 'workitem.updated'],
			version: 'v2',
		});

		await call('POST', 'work-items/', { name: 'New' });
		const id = first(world.service.state.workItems).id;
		const done = world.service.state.states.find(({ name }) => name === 'Done')?.id;

		await call('PATCH', `work-items/${id}/`, { state: done });
		await call('PATCH', `work-items/${id}/`, { priority: 'high' });
		await call('POST', `work-items/${id}/comments/`, { comment_html: '<p>Hello</p>' });

		expect(items).toMatchObject([
			{ event: 'workItem', action: 'created', record: { name: 'New' } },
			{ event: 'workItem', action: 'updated', field: 'state', newName: 'Done' },
			{ event: 'workItemComment', action: 'created', record: { comment_stripped: 'Hello' } },
		]);
		expect(world.service.webhooks.attempts.map(({ status }) => status)).toEqual(
			Array.from({ length: 4 }, () => 200),
		);

		const { secret_key: secret = '' } = webhook ?? {};

		expect(JSON.stringify(items)).not.toContain(secret);
		expect(await unpublish()).toBe(true);
		expect(world.service.state.webhooks).toEqual([]);
	});

	it.each<[title: string, differences: ServiceOptions['differences']]>([
		['returns the secret of a new webhook', { returnsNewSecrets: true }],
		['refuses a second webhook with the same address', { refusesTakenAddresses: true }],
		['sends the text None and constants', { sendsNoneTexts: true }],
	])('works with a server that %s', async (_, differences = {}) => {
		await start(withApiV2({ differences }));
		const { items, publish, unpublish } = await createWorkflow();

		await publish();
		first(world.service.state.webhooks).version = 'v1';
		await publish();
		await call('POST', 'work-items/', { name: 'New' });

		expect(items).toMatchObject([{ record: { name: 'New', parent: null } }]);
		await unpublish();
		expect(world.service.state.webhooks).toEqual([]);
	});

	it('says that the Community Edition has no API v2, after a single request to it', async () => {
		await start({ serverKind: 'community' });
		const { publish } = await createWorkflow();

		await expect(publish()).rejects.toMatchObject({
			message: 'This server cannot register webhooks: it has no API v2',
			description: expect.stringContaining('Plane Polling Trigger'),
		});
		expect(listV2Requests()).toEqual(['GET users/me/']);
	});
});
