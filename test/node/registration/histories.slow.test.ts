import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { randomTimeout, runs } from '../../unit/random';
import type { RegisteredWebhook } from '../../service/state';
import {
	EVENTS,
	MINUTE_MS,
	NAME,
	type CreatedItem,
	type Environment,
	type RegistrationWorld,
	withRegistrationWorld,
} from './RegistrationWorld';
import type { Activation, PublishedWorkflow } from './PublishedWorkflow';

/**
 * Publishes and unpublishes a workflow many times, while n8n is killed, connections are lost, requests are refused,
 * people change webhooks in Plane, and other workflows do the same. `RUNS=10` tries 1,000 histories.
 */

/** The name that somebody gives to the webhook of the trigger. */
const OTHER_NAME = 'Night shift';

/** The secret that its webhook has once somebody has renewed it. */
const RENEWED_SECRET = 'plane_wh_somebody_has_renewed_it';

/** A world, and what a test has to remember of its history. */
class History {
	expectedScopes: readonly string[] = EVENTS[0].scopes;
	/** The work items that people have created. */
	readonly items: CreatedItem[] = [];
	/** Whether deliveries have shown that the secret of the webhook is another one: the second one came ten minutes later. */
	isRenewalShown = false;

	constructor(readonly world: RegistrationWorld) {}

	get trigger(): PublishedWorkflow {
		return this.world.trigger;
	}

	changeEvents({ events, scopes }: (typeof EVENTS)[number]): void {
		this.changeParameters({ events: [...events] });
		this.expectedScopes = scopes;
	}

	changeParameters(parameters: PublishedWorkflow['parameters']): void {
		this.trigger.parameters = { ...this.trigger.parameters, ...parameters };
	}

	createItem(): CreatedItem {
		const item = this.world.createItem();

		this.items.push(item);

		return item;
	}

	/** Listens for a test event, which must not change anything but its own webhook. */
	async listenForTest(): Promise<void> {
		const before = structuredClone(this.world.webhooks);

		expect(await this.world.listenForTest()).toHaveLength(before.length + 1);
		expect(this.world.webhooks).toEqual(before);
	}

	async publishPasted(isCopied: boolean): Promise<void> {
		const before = structuredClone(this.world.webhooks);

		await this.world.publishPasted(isCopied);
		expect(this.world.webhooks).toEqual(before);
	}

	/** Activates the workflow without a fault: then it has exactly the webhook that it needs, and receives. */
	async expectPublished(): Promise<void> {
		const { world, trigger } = this;

		await world.pass(trigger.activate('init'));

		expect(world.own).toMatchObject([
			{
				is_active: true,
				version: 'v2',
				content_type: 'application/json',
			},
		]);
		expect([NAME, OTHER_NAME]).toContain(world.own[0]?.name);
		expect(world.own[0]?.scopes.toSorted()).toEqual(this.expectedScopes);

		const { writes } = world;

		await world.pass(trigger.activate('init'));
		expect(world.writes).toEqual(writes);
	}

	/** Expects that a new work item starts the workflow at once if it is about new work items, and only once. */
	async expectReceives(): Promise<void> {
		const isReported = this.expectedScopes.includes('workitem.created');

		if (isReported && this.world.own[0]?.secret_key === RENEWED_SECRET) {
			expect(this.isRenewalShown).toBe(false);

			// Now deliveries show it, and the next activation helps.
			await createItemAndWait(this);
			expect(this.isRenewalShown).toBe(true);
			await this.expectPublished();
		}

		const item = this.createItem();

		await this.world.wait(MINUTE_MS);
		expect(this.world.countStarts(item)).toBe(isReported ? 1 : 0);
	}

	/** Loses what n8n has saved, unless nothing else shows that the webhook is the workflow's. */
	loseSaved(): void {
		if (this.world.own.every(({ name }) => name === NAME)) loseSaved(this.world);
	}

	async expectUnpublished(): Promise<void> {
		expect(await this.world.pass(this.trigger.deregister())).toBe(true);
		expect(this.world.own).toEqual([]);
		expect(JSON.stringify(this.trigger.saved)).not.toContain('plane_wh_');
	}

	/** Expects that the webhooks of other people and of other workflows are as they were. */
	expectOthersUntouched(): void {
		for (const [webhook, before] of this.world.listOthers()) expect(webhook).toEqual(before);
	}

	/**
	 * Expects that no work item has started the workflow twice, unless it was reported to its former URL, too: after a
	 * change of the URL, that webhook is left to people, and the reports of two webhooks have nothing in common.
	 */
	expectNothingTwice(): void {
		for (const item of this.items) {
			const urls = item.targets
				.map(({ url }) => new URL(url))
				.filter((url) => this.world.isOfTrigger(url));
			const origins = new Set(urls.map(({ origin }) => origin));

			expect(this.world.countStarts(item)).toBeLessThanOrEqual(Math.max(1, origins.size));
		}
	}
}

/** Restarts n8n without what it has saved. */
function loseSaved(world: RegistrationWorld): void {
	world.trigger.saved = {};
	world.restart();
}

/** What can happen. */
type Step = (history: History) => unknown;

/** What n8n does with a trigger, and what can go wrong then. */
type Work = (trigger: PublishedWorkflow) => Promise<unknown>;

const activateAs =
	(activation: Activation): Work =>
	async (trigger) =>
		await trigger.activate(activation);

const anyWork: fc.Arbitrary<Work> = fc.oneof(
	fc.constantFrom<Activation[]>('activate', 'init', 'leadershipChange', 'update').map(activateAs),
	fc.constant<Work>(async (trigger) => await trigger.deregister()),
);

/** Does something, whether or not it fails. */
async function attempt({ world, trigger }: History, work: Work): Promise<void> {
	await world.pass(work(trigger).catch(() => undefined));
}

/** At which request something happens, and whether the server carries that one out. */
const anyRequest = fc.record({ requestsBefore: fc.nat(9), isCarriedOut: fc.boolean() });

/** Kills n8n at a request. If it has done everything before, nothing happens. */
const killed = fc
	.tuple(anyWork, anyRequest)
	.map<Step>(([work, request]) => async ({ world, trigger }) => {
		await world.kill(request, async () => await work(trigger));
	});

/** Loses the connection for the rest of what n8n does, including what it does to clear up. */
const disconnected = fc.tuple(anyWork, anyRequest).map<Step>(([work, request]) => {
	return async (history) => {
		const reconnect = history.world.network.disconnect(request);

		await attempt(history, work);
		reconnect();
	};
});

/** Refuses one request. */
const refused = fc
	.tuple(anyWork, fc.nat(9), fc.constantFrom(400, 403, 404, 409))
	.map<Step>(([work, requestsBefore, status]) => {
		return async (history) => {
			const accept = history.world.network.refuse(requestsBefore, status);

			await attempt(history, work);
			accept();
		};
	});

/** Does something with other values in the credential or in the parameters, which are then as before. */
const changedForNow = fc
	.tuple(anyWork, fc.constantFrom('V1 Only', 'Manual'))
	.map<Step>(([work, change]) => {
		return async (history) => {
			const { trigger } = history;
			const { credential } = trigger;

			if (change === 'V1 Only') trigger.credential = { ...credential, apiVersion: 'v1' };
			else history.changeParameters({ registration: 'manual', requestVerification: 'none' });

			await attempt(history, work);
			trigger.credential = credential;
			history.changeParameters({ registration: 'automatic' });
		};
	});

const changeOwn =
	(change: (own: RegisteredWebhook, history: History) => unknown): Step =>
	async (history) => {
		for (const own of history.world.own) await change(own, history);
	};

/** Nothing but a delivery that Plane sends again after ten minutes shows that the secret is another one. */
async function createItemAndWait(history: History): Promise<void> {
	const item = history.createItem();

	await history.world.wait(15 * MINUTE_MS);

	const refusals = history.world.listStatuses(item).filter((status) => status === 503);

	history.isRenewalShown = refusals.length > 1;
}

/** What people do in Plane. */
const doneInPlane = fc.constantFrom<Step>(
	changeOwn((own, { world }) => world.webhooks.splice(world.webhooks.indexOf(own), 1)),
	changeOwn((own) => (own.is_active = false)),
	changeOwn((own) => (own.name = OTHER_NAME)),
	changeOwn((own) => (own.scopes = ['page.created', 'page.deleted'])),
	changeOwn((own) => (own.content_type = 'application/x-www-form-urlencoded')),
	changeOwn((own) => (own.version = 'v1')),
	changeOwn((own) => (own.url = 'https://taken-over.example.com/')),
	({ world, trigger }) => world.addByHand({ url: trigger.url }),
	({ world, trigger }) => world.addByHand({ url: trigger.url, version: 'v1' }),
	({ world, trigger }) => world.addByHand({ url: `${trigger.url.replace('n8n.', 'N8N.')}/` }),
	({ world }) => {
		world.addOther();
	},
	(history) => history.createItem(),
	async (history) => {
		history.world.losesNextResponse = true;
		await createItemAndWait(history);
	},
);

/**
 * Somebody renews the secret in Plane, which n8n finds out from the deliveries. One that is signed with the former secret,
 * and still under way, would show that the former one is right.
 */
const renewed: Step = async (history) => {
	await history.world.wait(MINUTE_MS);

	for (const own of history.world.own) {
		own.secret_key = RENEWED_SECRET;
	}

	await createItemAndWait(history);
};

/** What people do in n8n. */
const doneInN8n = fc.oneof(
	anyWork.map<Step>(
		(work) =>
			async ({ world, trigger }) =>
				await world.pass(work(trigger)),
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
		async ({ world, trigger }) => {
			await world.pass(trigger.activateBesideFailure());
		},
		({ world }) => {
			world.changeServer();
		},
		// Whoever runs n8n changes WEBHOOK_URL, and what it led to before is left to people.
		({ trigger }) => (trigger.origin += 'x'),
		// Only its spelling changes.
		({ trigger }) => (trigger.origin = trigger.origin.replace('n8n.', 'N8N.')),
		// n8n loses what it has saved, e.g. because a backup is restored.
		({ world }) => {
			loseSaved(world);
		},
		({ world }) => {
			world.restart();
		},
	),
);

/** What n8n has saved becomes what it was some steps ago, because an older execution saves it again. */
const restored = fc.nat(4).map<Step>((steps) => {
	return async (history) => {
		const { trigger } = history;
		const before = structuredClone(trigger.saved);

		for (let step = 0; step < steps; step++) await attempt(history, activateAs('activate'));

		trigger.saved = before;
		await createItemAndWait(history);
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
	fc.constant(renewed),
);

const anyEnvironment: fc.Arbitrary<Environment> = fc
	.record({
		seed: fc.noBias(fc.nat()),
		n8nVersion: fc.constantFrom<(1 | 2)[]>(1, 2),
		pageSize: fc.constantFrom(2, 3, 200),
		overlaps: fc.boolean(),
		differences: fc.record({ returnsNewSecrets: fc.boolean() }),
	})
	.map(({ overlaps, ...environment }) => ({
		...environment,
		pageOverlap: overlaps ? 1 : 0,
		latency: 0,
	}));

test(
	'Whatever has happened, activation leads to one webhook whose secret is known, and touches no other',
	async () => {
		const numRuns = runs(100);
		let withLeftovers = 0;

		await fc.assert(
			fc.asyncProperty(
				fc.array(anyStep, { maxLength: 10 }),
				anyEnvironment,
				fc.boolean(),
				async (steps, environment, losesSaved) => {
					await withRegistrationWorld(environment, async (world) => {
						const history = new History(world);

						await world.publishNeighbors();
						for (const step of steps) await step(history);

						withLeftovers += world.own.length > 0 ? 1 : 0;
						await history.expectPublished();
						await history.expectReceives();
						history.expectOthersUntouched();

						if (losesSaved) history.loseSaved();

						await history.expectUnpublished();
						history.expectOthersUntouched();
						await world.settleDeliveries();
						history.expectNothingTwice();
					});
				},
			),
			{ numRuns, endOnFailure: true },
		);
		expect(withLeftovers).toBeGreaterThan(numRuns / 5);
	},
	randomTimeout,
);
