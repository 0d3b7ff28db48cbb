import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';

import { runs } from '../random';
import { PublishedTrigger } from './publishedTrigger';
import { refusal, type ServerWebhook, WebhookServer } from './webhookServer';

/**
 * Publishes and unpublishes a workflow many times, while n8n is killed, connections are lost, requests are refused,
 * people change webhooks in Plane, and other workflows do the same. `RUNS=10` tries 5,000 histories.
 */

/** The name that the trigger gives to its webhook, and one that somebody gives to it. */
const NAME = 'n8n: Launch (workflow w1)';
const OTHER_NAME = 'Night shift';
const URL_OF_TRIGGER = 'https://n8n.example.com/webhook/1/webhook';

/** Values of the parameter Events, with what a webhook reports for them. */
const EVENTS = [
	{ events: ['work_item_created'], scopes: ['workitem.created'] },
	{
		events: ['work_item_created', 'work_item_assigned'],
		scopes: ['workitem.created', 'workitem.updated'],
	},
	{ events: ['page_created'], scopes: ['page.created'] },
] as const;

/** The kind of server, and of n8n. */
interface Environment {
	readonly n8nVersion: 1 | 2;
	readonly pageSize: number;
	readonly pageOverlap: number;
	/** Whether n8n loses what it has saved before the workflow is unpublished. */
	readonly losesSaved: boolean;
}

/** A webhook, and how it was when it was added. */
type RememberedWebhook = readonly [webhook: ServerWebhook, before: ServerWebhook];

/** A workflow with a Plane Trigger, other workflows beside it, and two workspaces of Plane. */
class History {
	readonly trigger: PublishedTrigger;
	/** The same trigger while the editor listens for a test event. */
	private readonly test: PublishedTrigger;
	/** Another trigger of the same workflow, and one of another workflow, with URLs of their own. */
	private readonly neighbors: readonly PublishedTrigger[];
	private readonly servers: Readonly<Record<'acme' | 'beta', WebhookServer>>;
	/** Webhooks with other URLs. */
	private readonly others: RememberedWebhook[] = [];
	private workspace: 'acme' | 'beta' = 'acme';
	private expectedScopes: readonly string[] = EVENTS[0].scopes;

	constructor(environment: Environment) {
		const { n8nVersion } = environment;

		this.servers = {
			acme: new WebhookServer(environment),
			beta: new WebhookServer(environment),
		};
		this.trigger = new PublishedTrigger(this.server, { n8nVersion, url: URL_OF_TRIGGER });
		this.test = new PublishedTrigger(this.server, {
			n8nVersion,
			url: URL_OF_TRIGGER.replace('webhook', 'webhook-test'),
			mode: 'manual',
		});
		this.neighbors = ['w1', 'w2'].map(
			(workflowId) =>
				new PublishedTrigger(this.server, {
					n8nVersion,
					url: `https://n8n.example.com/webhook/${workflowId}/webhook`,
					workflowId,
				}),
		);
	}

	/** The server with the workspace that the credential leads to now. */
	get server(): WebhookServer {
		return this.servers[this.workspace];
	}

	/** The webhooks with the URL of the trigger, however it is spelled. */
	get own(): readonly ServerWebhook[] {
		const normalize = (url: string) => new URL(url).href.replace(/\/$/, '');

		return this.server.webhooks.filter(({ url }) => normalize(url) === normalize(this.trigger.url));
	}

	async publishNeighbors(): Promise<void> {
		for (const neighbor of this.neighbors) await neighbor.publish();

		this.others.push(...this.server.webhooks.map((webhook) => rememberState(webhook)));
	}

	addOther(): void {
		this.others.push(rememberState(this.server.add()));
	}

	/** Has the credential lead to the other workspace. */
	changeWorkspace(): void {
		this.workspace = this.workspace === 'acme' ? 'beta' : 'acme';
		this.trigger.server = this.server;
		this.trigger.credential = { workspaceSlug: this.workspace };
	}

	changeEvents({ events, scopes }: (typeof EVENTS)[number]): void {
		this.trigger.changeParameters({ events });
		this.expectedScopes = scopes;
	}

	/** Listens for a test event, which must not change anything but its own webhook. */
	async listenForTest(): Promise<void> {
		const before = structuredClone(this.server.webhooks);

		this.test.server = this.server;
		this.test.saved = {};
		await this.test.publish('manual');
		expect(this.server.webhooks).toHaveLength(before.length + 1);
		await this.test.unpublish();
		expect(this.server.webhooks).toEqual(before);
	}

	/**
	 * Publishes a workflow into which the trigger was pasted, so that both have the same URL. n8n 1 refuses that, and
	 * has the node delete its webhook even so.
	 */
	async publishPasted(isCopied: boolean): Promise<void> {
		const before = structuredClone(this.server.webhooks);
		const pasted = new PublishedTrigger(this.server, { url: this.trigger.url, workflowId: 'w3' });

		if (isCopied) pasted.saved = structuredClone(this.trigger.saved);

		await pasted.unpublish();
		expect(this.server.webhooks).toEqual(before);
	}

	/** Publishes the workflow without a fault, and then has exactly the webhook that it needs. */
	async expectPublished(): Promise<void> {
		await this.trigger.publish('init');

		const [webhook, ...surplus] = this.own;
		if (webhook === undefined) throw new Error('There is no webhook');

		expect(surplus).toEqual([]);
		expect(webhook).toMatchObject({
			is_active: true,
			version: 'v2',
			content_type: 'application/json',
		});
		expect([NAME, OTHER_NAME]).toContain(webhook.name);
		expect(webhook.scopes.toSorted()).toEqual(this.expectedScopes);
		expect(await this.trigger.receive(webhook)).toBe(200);

		this.server.requests.splice(0);
		await this.trigger.publish('init');
		expect(this.server.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
	}

	/** Loses what n8n has saved, unless nothing else shows that the webhook is the workflow's. */
	loseSaved(): void {
		if (this.own.every(({ name }) => name === NAME)) this.trigger.saved = {};
	}

	async expectUnpublished(): Promise<void> {
		expect(await this.trigger.unpublish()).toBe(true);
		expect(this.own).toEqual([]);
		expect(this.trigger.saved.registration).toBeUndefined();
	}

	/** Expects that the webhooks of other people and of other workflows are as they were. */
	expectOthersUntouched(): void {
		const all = new Set([...this.servers.acme.webhooks, ...this.servers.beta.webhooks]);

		for (const [webhook, before] of this.others) {
			expect(all.has(webhook)).toBe(true);
			expect(webhook).toEqual(before);
		}
	}
}

const rememberState = (webhook: ServerWebhook): RememberedWebhook => [
	webhook,
	structuredClone(webhook),
];

/** What can happen. */
type Step = (history: History) => unknown;

/** What n8n does with a trigger, and what can go wrong then. */
type Work = (trigger: PublishedTrigger) => Promise<unknown>;

const publishAs =
	(mode: 'activate' | 'init' | 'leadershipChange' | 'update'): Work =>
	async (trigger) =>
		await trigger.publish(mode);

const anyWork: fc.Arbitrary<Work> = fc.oneof(
	fc.constantFrom('activate', 'init', 'leadershipChange', 'update').map(publishAs),
	fc.constant<Work>(async (trigger) => await trigger.unpublish()),
);

/** At which request something happens, and whether the server carries that one out. */
const anyRequest = fc.record({ requestsBefore: fc.nat(9), isCarriedOut: fc.boolean() });

/** Kills n8n at a request. If it has done everything before, nothing happens. */
const killed = fc.tuple(anyWork, anyRequest).map<Step>(([work, request]) => {
	return async ({ server, trigger }) => {
		const arrival = server.killAfter(request.requestsBefore, request.isCarriedOut);

		await Promise.race([arrival, work(trigger).catch(() => undefined)]);
		server.stopKilling();
	};
});

/** Loses the connection for the rest of what n8n does, including what it does to clear up. */
const disconnected = fc.tuple(anyWork, anyRequest).map<Step>(([work, request]) => {
	return async ({ server, trigger }) => {
		server.disconnectAfter(request.requestsBefore, request.isCarriedOut);
		await work(trigger).catch(() => undefined);
		server.reconnect();
	};
});

/** Refuses one request. */
const refused = fc
	.tuple(anyWork, fc.nat(9), fc.constantFrom(400, 403, 404, 409))
	.map<Step>(([work, requestsBefore, status]) => {
		return async ({ server, trigger }) => {
			const ownAnswers = Array.from({ length: requestsBefore }, () => undefined);

			server.plannedResponses.push(...ownAnswers, refusal(status, 'refused'));
			await work(trigger).catch(() => undefined);
			server.plannedResponses.splice(0);
		};
	});

/** Does something with other values in the credential or in the parameters, which are then as before. */
const changedForNow = fc
	.tuple(anyWork, fc.constantFrom('V1 Only', 'By Hand'))
	.map<Step>(([work, change]) => {
		return async ({ trigger }) => {
			const { credential } = trigger;

			if (change === 'V1 Only') trigger.credential = { ...credential, apiVersion: 'v1' };
			else trigger.changeParameters({ registration: 'byHand' });

			await work(trigger).catch(() => undefined);
			trigger.credential = credential;
			trigger.changeParameters({ registration: 'automatic' });
		};
	});

const changeOwn =
	(change: (own: ServerWebhook, history: History) => unknown): Step =>
	async (history) => {
		for (const own of history.own) await change(own, history);
	};

/** Nothing but a delivery that Plane sends again after ten minutes shows that the secret is another one. */
async function receiveTwice(trigger: PublishedTrigger, webhook: ServerWebhook): Promise<void> {
	const clock = jest.spyOn(Date, 'now');

	clock.mockReturnValue(0);
	await trigger.receive(webhook);
	clock.mockReturnValue(10 * 60_000);
	await trigger.receive(webhook);
	clock.mockRestore();
}

/** What people do in Plane. */
const doneInPlane = fc.constantFrom<Step>(
	changeOwn((own, { server }) => server.webhooks.splice(server.webhooks.indexOf(own), 1)),
	changeOwn((own) => (own.is_active = false)),
	changeOwn((own) => (own.name = OTHER_NAME)),
	changeOwn((own) => (own.scopes = ['page.created', 'page.deleted'])),
	changeOwn((own) => (own.content_type = 'application/x-www-form-urlencoded')),
	changeOwn((own) => (own.version = 'v1')),
	changeOwn((own) => (own.url = 'https://taken-over.example.com/')),
	changeOwn(async (own, { trigger }) => {
		own.secret = 'plane_wh_somebody_has_renewed_it';
		await receiveTwice(trigger, own);
	}),
	({ server, trigger }) => server.add({ url: trigger.url }),
	({ server, trigger }) => server.add({ url: trigger.url, version: 'v1' }),
	({ server, trigger }) => server.add({ url: `${trigger.url.replace('n8n.', 'N8N.')}/` }),
	(history) => {
		history.addOther();
	},
);

/** What people do in n8n. */
const doneInN8n = fc.oneof(
	anyWork.map<Step>(
		(work) =>
			async ({ trigger }) =>
				await work(trigger),
	),
	fc.constantFrom(...EVENTS).map<Step>((events) => (history) => {
		history.changeEvents(events);
	}),
	fc.boolean().map<Step>((isCopied) => async (history) => {
		await history.publishPasted(isCopied);
	}),
	fc.constantFrom<Step>(
		async (history) => {
			await history.listenForTest();
		},
		async ({ trigger }) => {
			await trigger.publishBesideFailure();
		},
		(history) => {
			history.changeWorkspace();
		},
		// Whoever runs n8n changes WEBHOOK_URL, and what it led to before is left to people.
		({ trigger }) => (trigger.url += 'x'),
		// Only its spelling changes.
		({ trigger }) => (trigger.url = trigger.url.replace('n8n.', 'N8N.')),
		// n8n loses what it has saved, e.g. because a backup is restored.
		({ trigger }) => (trigger.saved = {}),
	),
);

/** What n8n has saved becomes what it was some steps ago, because an older execution saves it again. */
const restored = fc.nat(4).map<Step>((steps) => {
	return async (history) => {
		const { trigger } = history;
		const before = structuredClone(trigger.saved);

		for (let step = 0; step < steps; step++) await trigger.publish().catch(() => undefined);

		trigger.saved = before;
		for (const own of history.own) await receiveTwice(trigger, own);
	};
});

const anyStep = fc.oneof(
	{ arbitrary: doneInPlane, weight: 2 },
	{ arbitrary: doneInN8n, weight: 2 },
	killed,
	disconnected,
	refused,
	changedForNow,
	restored,
);

const anyEnvironment: fc.Arbitrary<Environment> = fc
	.record({
		n8nVersion: fc.constantFrom<1 | 2>(1, 2),
		pageSize: fc.constantFrom(2, 3, 200),
		overlaps: fc.boolean(),
		losesSaved: fc.boolean(),
	})
	.map(({ overlaps, ...environment }) => ({ ...environment, pageOverlap: overlaps ? 1 : 0 }));

test('whatever has happened, publishing leads to one webhook whose secret is known, and touches no other', async () => {
	const numRuns = runs(500);
	let withLeftovers = 0;

	await fc.assert(
		fc.asyncProperty(
			fc.array(anyStep, { maxLength: 10 }),
			anyEnvironment,
			async (steps, environment) => {
				const history = new History(environment);

				await history.publishNeighbors();
				for (const step of steps) await step(history);

				withLeftovers += history.own.length > 0 ? 1 : 0;
				await history.expectPublished();
				history.expectOthersUntouched();

				if (environment.losesSaved) history.loseSaved();

				await history.expectUnpublished();
				history.expectOthersUntouched();
			},
		),
		{ numRuns },
	);
	expect(withLeftovers).toBeGreaterThan(numRuns / 5);
});
