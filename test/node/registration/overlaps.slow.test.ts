import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { sleep } from '../../service/sleep';
import { randomTimeout, runs } from '../../unit/random';
import type { PublishedWorkflow } from './PublishedWorkflow';
import {
	type CreatedItem,
	MINUTE_MS,
	type RegistrationWorld,
	withRegistrationWorld,
} from './RegistrationWorld';

/**
 * People publish, save and unpublish a workflow while n8n 1 starts, or two of them at once. n8n has no lock: both
 * may renew the secret of one webhook, and whoever ends last saves theirs. `RUNS=10` tries 1,000 histories.
 */

/** What is there before it begins. */
const SITUATIONS = {
	asItWas: () => undefined,
	webhookDeleted: ({ webhooks }: RegistrationWorld) => {
		webhooks.splice(0);
	},
	webhookTurnedOff: ({ webhooks }: RegistrationWorld) => {
		for (const webhook of webhooks) webhook.is_active = false;
	},
	/** n8n was killed when it had registered the webhook. */
	secretNotSaved: (world: RegistrationWorld) => {
		world.trigger.saved = {};
		world.restart();
	},
	/** Somebody has renewed the secret, and Plane has sent a delivery twice. */
	secretRenewed: async (world: RegistrationWorld) => {
		for (const webhook of world.webhooks) webhook.secret_key = 'plane_wh_somebody_has_renewed_it';

		world.createItem();
		await world.wait(15 * MINUTE_MS);
	},
};

/** What is done with a workflow. */
const ACTS = {
	start: async (trigger: PublishedWorkflow) => await trigger.start(),
	publish: async (trigger: PublishedWorkflow) => await trigger.publish(),
	unpublish: async (trigger: PublishedWorkflow) => await trigger.unpublish(),
	save: async (trigger: PublishedWorkflow) => await trigger.saveChanges(),
};

/** One thing that somebody does, after a pause in milliseconds. */
interface Act {
	readonly kind: keyof typeof ACTS;
	readonly pause: number;
}

const anyAct = (...kinds: readonly (keyof typeof ACTS)[]): fc.Arbitrary<Act> =>
	fc.record({ kind: fc.constantFrom(...kinds), pause: fc.nat(200) });

const anyPerson = fc.array(anyAct('publish', 'unpublish', 'save'), { minLength: 1, maxLength: 4 });

const anyOverlap = fc
	.record({
		seed: fc.noBias(fc.nat()),
		n8nVersion: fc.constantFrom<(1 | 2)[]>(1, 2),
		situation: fc.constantFrom<(keyof typeof SITUATIONS)[]>(
			'asItWas',
			'webhookDeleted',
			'webhookTurnedOff',
			'secretNotSaved',
			'secretRenewed',
		),
		start: anyAct('start').map((act) => [act]),
		people: fc.tuple(anyPerson, anyPerson),
		differences: fc.record({ returnsNewSecrets: fc.boolean() }),
		itemAfter: fc.nat(600),
	})
	// n8n 2 leaves webhooks alone when it starts.
	.map(({ start, people: [first, second], ...overlap }) => ({
		...overlap,
		actors: [first, overlap.n8nVersion === 1 ? start : second],
	}));

/** Does what one person does, or n8n, one after the other. */
async function act(trigger: PublishedWorkflow, acts: readonly Act[]): Promise<void> {
	for (const { kind, pause } of acts) {
		await sleep(pause);
		await ACTS[kind](trigger);
	}
}

/** What the log says about a delivery that the trigger has asked Plane to send again. */
const EXPLANATION = /^(The Plane Trigger got a request|Requests that claim to come from)/;

/**
 * Expects that the node has turned down no delivery for good, and none silently: the log says so at least once for
 * all of those that have the same reason. n8n itself answers 404 if it does not know the URL.
 */
function expectNothingRefused(world: RegistrationWorld, items: readonly CreatedItem[]): void {
	const statuses = items.flatMap((item) => world.listStatuses(item));

	for (const status of statuses) expect([200, 404, 503]).toContain(status);

	if (statuses.includes(503)) {
		expect(world.log).toContainEqual(expect.stringMatching(EXPLANATION));
	}
}

/**
 * Expects that a work item has started the workflow, unless it was only reported to webhooks that are gone, or n8n did not
 * lead the deliveries to the workflow.
 */
function expectReceived(world: RegistrationWorld, item: CreatedItem): void {
	const isStillThere = item.targets.some((webhook) => world.own.includes(webhook));
	const isLostByN8n = world.listStatuses(item).includes(404);

	if (isStillThere && !isLostByN8n) expect(world.countStarts(item)).toBeGreaterThanOrEqual(1);
}

test(
	'A workflow that is activated twice at once receives everything, and nothing twice that comes afterwards, once n8n has activated it alone',
	async () => {
		const numRuns = runs(100);
		let withWrongSecret = 0;

		await fc.assert(
			fc.asyncProperty(anyOverlap, async ({ situation, actors, itemAfter, ...overlap }) => {
				const environment = {
					...overlap,
					pageSize: 200,
					pageOverlap: 0,
					latency: 60,
				};

				await withRegistrationWorld(environment, async (world) => {
					const { trigger } = world;

					await world.pass(trigger.publish());
					await SITUATIONS[situation](world);

					if (overlap.n8nVersion === 1) world.restart();

					const creation = sleep(itemAfter).then(() => world.createItem());
					const works = actors.map(async (acts) => await act(trigger, acts));
					const [during] = await world.pass(Promise.all([creation, ...works]));

					await world.wait(MINUTE_MS);
					const afterwards = world.createItem();

					// Plane sends what has failed again after ten minutes, and once more.
					await world.wait(15 * MINUTE_MS);
					expectNothingRefused(world, [during, afterwards]);

					const isDeaf = trigger.hasRoute && world.countStarts(afterwards) === 0;

					withWrongSecret += isDeaf && afterwards.targets.length > 0 ? 1 : 0;

					if (trigger.isActive) await world.pass(trigger.activate('init'));
					else expect(await world.pass(trigger.publish())).toBe(true);

					expect(world.own).toMatchObject([{ is_active: true, version: 'v2' }]);
					const atLast = world.createItem();

					await world.wait(MINUTE_MS);
					expect(world.countStarts(atLast)).toBe(1);
					await world.settleDeliveries();

					for (const item of [during, afterwards]) expectReceived(world, item);

					// Both may have registered a webhook, and the secrets of both were saved for a moment.
					expect(world.countStarts(during)).toBeLessThanOrEqual(Math.max(1, during.targets.length));
					expect(world.countStarts(afterwards)).toBeLessThanOrEqual(1);

					await world.pass(trigger.unpublish());
					expect(world.webhooks).toEqual([]);
				});
			}),
			{ numRuns, endOnFailure: true },
		);
		expect(withWrongSecret).toBeGreaterThan(0);
	},
	randomTimeout,
);
