import { randomUUID } from 'node:crypto';

import { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import { readDocumentedBody } from '../../service/documented/deliveries';
import { isRecord } from '../../service/http';
import type { Deviations } from '../../service/differences';
import { stableId, type RegisteredWebhook } from '../../service/state';
import { withApiV2 } from '../../service/testing/v2Client';
import { sleep } from '../../service/sleep';
import { random } from '../../unit/random';
import { SOMEBODYS_WEBHOOK } from '../../unit/triggers/webhookServer';
import { NetworkError } from '../inProcessHttp';
import { startPlane, type Plane, type Surroundings } from '../plane';
import { withSurroundings } from '../withPlane';
import { captureLog, N8nProcess, runIn } from './N8n';
import { PlaneNetwork, type Pages, type RequestInTheMiddle } from './PlaneNetwork';
import { PublishedWorkflow, type WorkflowOptions } from './PublishedWorkflow';

export const MINUTE_MS = 60_000;

/** How long Plane waits before it sends a delivery again (row 521). */
const REPEAT_MS = 10 * MINUTE_MS;

/** The name that the trigger gives to its webhook. */
export const NAME = 'n8n: Launch (workflow w1)';

/** Values of the parameter Events, with the scopes of the webhook. The first ones are about new work items, too. */
export const EVENTS = [
	{ events: ['workItemCreated'], scopes: ['workitem.created'] },
	{
		events: ['workItemCreated', 'workItemAssigned'],
		scopes: ['workitem.created', 'workitem.updated'],
	},
	{ events: ['pageCreated'], scopes: ['page.created'] },
] as const;

/** The kind of server, and of n8n. */
export interface Environment extends Pages {
	readonly seed: number;
	readonly n8nVersion: 1 | 2;
	readonly differences: Deviations;
	/** How long requests are under way at most, in milliseconds. */
	readonly latency: number;
}

/** A new work item in Plane, as the deliveries about it say. */
export interface CreatedItem {
	readonly id: string;
	/** The webhooks that it was reported to. */
	readonly targets: readonly RegisteredWebhook[];
}

/** A webhook, and how it was when it was added. */
type RememberedWebhook = readonly [webhook: RegisteredWebhook, before: RegisteredWebhook];

/** A workflow with a Plane Trigger, other workflows beside it, and two servers of Plane. */
export class RegistrationWorld {
	readonly trigger: PublishedWorkflow;
	/** The sentences of n8n's log. */
	readonly log: readonly string[];
	/** Whether n8n receives deliveries. */
	isRunning = true;
	/** Whether Plane does not get the response to the next delivery. */
	losesNextResponse = false;
	/** Webhooks that must stay as they are. */
	private readonly others: RememberedWebhook[] = [];
	private readonly neighbors: readonly PublishedWorkflow[];
	private plane: Plane;
	/** n8n creates it when it starts, for all workflows. */
	private node = new PlaneTrigger();

	constructor(
		readonly environment: Environment,
		private readonly planes: readonly [Plane, Plane],
		private readonly surroundings: Surroundings,
		private readonly parts: { readonly network: PlaneNetwork; readonly log: readonly string[] },
	) {
		[this.plane] = planes;
		this.log = parts.log;
		this.trigger = new PublishedWorkflow(this.plane.credential, this.workflowOptions);
		// Another trigger of the same workflow, and one of another workflow.
		this.neighbors = ['w1', 'w2'].map(
			(id) =>
				new PublishedWorkflow(this.plane.credential, {
					...this.workflowOptions,
					id,
					webhookId: `neighbor-${id}`,
				}),
		);
	}

	private get workflowOptions(): WorkflowOptions {
		return {
			n8nVersion: this.environment.n8nVersion,
			getNode: () => this.node,
		};
	}

	get network(): PlaneNetwork {
		return this.parts.network;
	}

	/** The webhooks of the server that the credential leads to now. */
	get webhooks(): RegisteredWebhook[] {
		return this.plane.service.state.webhooks;
	}

	/** Those with the URL of the trigger, however it is spelled. */
	get own(): readonly RegisteredWebhook[] {
		const normalize = (url: string) => new URL(url).href.replace(/\/$/, '');

		return this.webhooks.filter(({ url }) => normalize(url) === normalize(this.trigger.url));
	}

	/** The requests so far that were not only reads. */
	get writes(): readonly string[] {
		return this.plane.service.requests
			.filter(({ method }) => method !== 'GET')
			.map(({ method, url }) => `${method} ${url}`);
	}

	/** Does something with n8n or Plane, and lets as much time pass as it takes. */
	async pass<Value>(work: Promise<Value>): Promise<Value> {
		return await this.surroundings.time.pass(work);
	}

	/** Lets time pass, in milliseconds. */
	async wait(milliseconds: number): Promise<void> {
		await this.pass(sleep(milliseconds));
	}

	/** Waits until Plane has sent all deliveries, or has given them up. */
	async settleDeliveries(): Promise<void> {
		for (const { service } of this.planes) await this.pass(service.webhooks.waitUntilIdle());
	}

	async publishNeighbors(): Promise<void> {
		for (const neighbor of this.neighbors) await this.pass(neighbor.activate());

		this.others.push(...this.webhooks.map((webhook) => rememberState(webhook)));
	}

	/** Adds a webhook that somebody has created in Plane. */
	addByHand(values: Partial<RegisteredWebhook> = {}): RegisteredWebhook {
		const { workspace } = this.plane.service.state;
		const now = new Date(this.surroundings.time.now).toISOString();
		const webhook: RegisteredWebhook = {
			id: randomUUID(),
			created_at: now,
			updated_at: now,
			created_by: stableId('user', 0),
			updated_by: stableId('user', 0),
			workspace: workspace.id,
			...SOMEBODYS_WEBHOOK,
			secret_key: `plane_wh_${randomUUID().replaceAll('-', '')}`,
			...values,
		};

		this.webhooks.push(webhook);

		return webhook;
	}

	/** Adds a webhook that has nothing to do with the workflow. */
	addOther(): void {
		this.others.push(rememberState(this.addByHand()));
	}

	/** Has the credential lead to the other server. */
	changeServer(): void {
		const [first, second] = this.planes;

		this.plane = this.plane === first ? second : first;
		this.trigger.credential = this.plane.credential;
	}

	/** Lets somebody create a work item in Plane, which reports it to webhooks. */
	createItem(): CreatedItem {
		const id = randomUUID();
		const { data } = readDocumentedBody('workitem.created');
		const targets = this.webhooks.filter(
			({ is_active: isActive, version, scopes }) =>
				isActive && version === 'v2' && scopes.includes('workitem.created'),
		);

		this.plane.service.webhooks.registered.send('created', {
			entity: 'workitem',
			entityId: id,
			entityType: 'workitem',
			data: { ...(isRecord(data) && data), id },
		});

		return { id, targets };
	}

	/** Whether a URL is one that the trigger has, or has had. */
	isOfTrigger({ pathname }: URL): boolean {
		return pathname.replace(/\/$/, '') === this.trigger.path;
	}

	/** How often a work item has started the workflow. */
	countStarts({ id }: Pick<CreatedItem, 'id'>): number {
		return this.trigger.items.filter(({ record }) => isRecord(record) && record.id === id).length;
	}

	/** The statuses of the responses to the deliveries about a work item, in their order; undefined without one. */
	listStatuses({ id }: Pick<CreatedItem, 'id'>): readonly (number | undefined)[] {
		return this.plane.service.webhooks.attempts
			.filter(({ body }) => body.includes(id))
			.map(({ status }) => status);
	}

	/** Does something in a process of n8n that is killed at a request. What it does afterwards reaches nobody. */
	async kill(request: RequestInTheMiddle, work: () => Promise<unknown>): Promise<void> {
		const n8nProcess = new N8nProcess();
		const reconnect = this.network.disconnect(request, n8nProcess, () => {
			n8nProcess.isAlive = false;
			this.isRunning = false;
		});

		await this.pass(runIn(n8nProcess, work).catch(() => undefined));
		reconnect();
		this.restart();
		this.isRunning = true;
	}

	/** Restarts n8n, which then has nothing but its database. */
	restart(): void {
		this.node = new PlaneTrigger();
	}

	/** Listens for a test event. @returns the webhooks while it does */
	async listenForTest(): Promise<readonly RegisteredWebhook[]> {
		const test = new PublishedWorkflow(this.trigger.credential, {
			...this.workflowOptions,
			isTest: true,
		});

		test.origin = this.trigger.origin;
		test.parameters = this.trigger.parameters;
		await this.pass(test.activate('manual'));
		const webhooks = [...this.webhooks];

		await this.pass(test.deregister());

		return webhooks;
	}

	/**
	 * Publishes a workflow into which the trigger was pasted, so that both have the same URL. n8n 1 refuses that, and
	 * has the node delete its webhook even so.
	 */
	async publishPasted(isCopied: boolean): Promise<void> {
		const pasted = new PublishedWorkflow(this.trigger.credential, {
			...this.workflowOptions,
			id: 'w3',
		});

		pasted.origin = this.trigger.origin;
		if (isCopied) pasted.saved = structuredClone(this.trigger.saved);

		await this.pass(pasted.deregister());
	}

	/** The webhooks of other people and of other workflows, each with how it was at first. */
	listOthers(): readonly (readonly [RegisteredWebhook | undefined, RegisteredWebhook])[] {
		const all = new Set(this.planes.flatMap(({ service }) => service.state.webhooks));

		return this.others.map(([webhook, before]) => [all.has(webhook) ? webhook : undefined, before]);
	}

	/** Leads a delivery to the workflow, as n8n does. @returns the status @throws NetworkError if nothing listens */
	async deliver(
		url: string,
		headers: Readonly<Record<string, string>>,
		body: string,
	): Promise<number> {
		const address = new URL(url);
		const isHere = address.origin === new URL(this.trigger.origin).origin;

		if (!isHere && !url.startsWith('https://n8n.')) return 200;
		if (!this.isRunning) throw new NetworkError('ECONNREFUSED');

		const isKnown = this.isOfTrigger(address) && this.trigger.hasRoute;
		const status = isKnown ? await this.trigger.receive(Buffer.from(body), headers) : 404;
		const isLost = this.losesNextResponse;

		this.losesNextResponse = false;
		if (isLost) throw new NetworkError('ECONNRESET');

		return status;
	}
}

const rememberState = (webhook: RegisteredWebhook): RememberedWebhook => [
	webhook,
	structuredClone(webhook),
];

/** Runs one history, with servers and a time of its own. */
export async function withRegistrationWorld<Value>(
	environment: Environment,
	work: (world: RegistrationWorld) => Promise<Value>,
): Promise<Value> {
	// The node imports these when it is first used, which takes real time.
	await import('../../../nodes/PlaneTrigger/manageWebhook.js');
	await import('../../../nodes/PlaneTrigger/handleDelivery.js');

	const nextRandom = random(environment.seed);
	const network = new PlaneNetwork(environment);
	const log = captureLog();
	let world: RegistrationWorld | undefined;

	const options = withApiV2({
		workItems: 1,
		differences: environment.differences,
		courier: {
			post: async (url, { headers, body }) => (await world?.deliver(url, headers, body)) ?? 404,
			pause: async () => await sleep(REPEAT_MS),
		},
	});
	const latency =
		environment.latency === 0 ? () => 0 : () => 1 + Math.floor(nextRandom() * environment.latency);

	try {
		return await withSurroundings(async (surroundings) => {
			const start = async () =>
				await startPlane(surroundings, { ...options, latency, carryOut: network.carryOut });
			const planes: [Plane, Plane] = [await start(), await start()];

			try {
				world = new RegistrationWorld(environment, planes, surroundings, {
					network,
					log: log.lines,
				});

				return await work(world);
			} finally {
				for (const plane of planes) await plane.close();
			}
		}, nextRandom);
	} finally {
		log.stop();
	}
}
