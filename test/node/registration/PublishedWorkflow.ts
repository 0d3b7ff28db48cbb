import { HookContext, WebhookContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHookFunctions,
	INodeParameters,
	IWebhookData,
	IWebhookFunctions,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { PlaneApi } from '../../../credentials/PlaneApi.credentials';
import type { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import { sleep } from '../../service/sleep';
import { createWebhookResponse } from '../../tools/createWebhookResponse';
import { createWorkflow } from '../contexts';
import { isAlive } from './N8n';

const credentialType = new PlaneApi();

/** How n8n calls an activation. */
export type Activation = Extract<
	WorkflowActivateMode,
	'activate' | 'init' | 'leadershipChange' | 'update' | 'manual'
>;

/** After a failed start, n8n tries again after a second, and then after twice as long each time. */
const FIRST_RETRY_MS = 1_000;

/** A test has no fault that lasts longer than so many attempts. */
const MAX_ATTEMPTS = 6;

export interface WorkflowOptions {
	readonly id?: string;
	/** The first part of the path of its webhook. A copied node has that of the original. */
	readonly webhookId?: string;
	/** Whether the editor listens for a test event, with a URL of its own. */
	readonly isTest?: boolean;
	/** They differ in what a failed activation leaves. */
	readonly n8nVersion: 1 | 2;
	/** The node that all workflows of the running n8n have in common. */
	readonly getNode: () => PlaneTrigger;
	/** The address of n8n. */
	readonly origin?: string;
}

/** A copy of a workflow that n8n has read from its database, for one activation or delivery. */
type Copy = Awaited<ReturnType<typeof createWorkflow>>;

/**
 * A workflow with a Plane Trigger in the database of n8n, and what n8n does with it: as the ActiveWorkflowManager, the
 * WebhookService and the LiveWebhooks of n8n 1.123 and 2.41 do. The node runs in n8n's own contexts.
 */
export class PublishedWorkflow {
	/** The static data in the database. */
	saved: IDataObject = {};
	/** Whether it is published, according to the database. */
	isActive = false;
	/** Whether n8n leads requests to it. */
	hasRoute = false;
	origin: string;
	credential: ICredentialDataDecryptedObject;
	/** Parameters of the node that differ from those of a new one. */
	parameters: INodeParameters = { registration: 'automatic', authentication: 'apiKey' };
	/** The items that have started it. */
	readonly items: IDataObject[] = [];
	/** Stands for the next attempt of a start that has failed. */
	private queuedStart: object | undefined;

	constructor(
		credential: ICredentialDataDecryptedObject,
		private readonly options: WorkflowOptions,
	) {
		this.credential = credential;
		this.origin = options.origin ?? 'https://n8n.example.com';
	}

	/** The path of its webhook, with a slash at the start. */
	get path(): string {
		const { isTest = false, webhookId = '1' } = this.options;

		return `/${isTest ? 'webhook-test' : 'webhook'}/${webhookId}/webhook`;
	}

	/** The URL of its webhook. */
	get url(): string {
		return this.origin + this.path;
	}

	/**
	 * Activates it once, and clears up if that fails: n8n 1 with what it had saved before, n8n 2 with what the node has
	 * written since.
	 *
	 * @param staticData what has been read from the database
	 * @throws Error why it cannot be activated
	 */
	async activate(
		activation: Activation = 'activate',
		staticData: IDataObject = structuredClone(this.saved),
	): Promise<void> {
		const copy = await this.open(staticData);

		this.setRoute(true);

		try {
			await this.register(copy, activation);
		} catch (error) {
			if (this.options.n8nVersion === 2) this.save(copy);

			await this.deregister();
			throw error;
		}

		this.save(copy);
		this.queuedStart = undefined;
	}

	/** Activates it beside another trigger of the workflow, which then cannot be activated. */
	async activateBesideFailure(): Promise<void> {
		await this.register(await this.open(structuredClone(this.saved)), 'activate');
		await this.deregister();
	}

	/** Does what n8n 1 does with it when it starts, until it is active. */
	async start(): Promise<void> {
		if (!this.isActive) return;

		const staticData = structuredClone(this.saved);
		let pause = FIRST_RETRY_MS;

		for (let attempt = 0; attempt < MAX_ATTEMPTS && isAlive(); attempt++) {
			try {
				await this.activate('init', staticData);

				return;
			} catch {
				const queued = {};

				// A first attempt that fails is queued even if the workflow was unpublished in the meantime.
				if (attempt > 0 && this.queuedStart === undefined) return;

				this.queuedStart = queued;
				await sleep(pause);
				if (this.queuedStart !== queued) return;

				pause *= 2;
			}
		}
	}

	/** Lets somebody publish it. @returns whether that succeeds */
	async publish(): Promise<boolean> {
		const wasActive = this.isActive;

		this.isActive = true;

		try {
			await this.activate(wasActive ? 'update' : 'activate');

			return true;
		} catch {
			this.isActive = wasActive;

			return false;
		}
	}

	/** Lets somebody unpublish it. */
	async unpublish(): Promise<void> {
		if (!this.isActive) return;

		await this.remove();
		this.isActive = false;
	}

	/** Lets somebody save it while it is published, as n8n 1 does that. @returns whether it is published then */
	async saveChanges(): Promise<boolean> {
		if (!this.isActive) return false;

		await this.remove();
		this.isActive = false;

		return await this.publish();
	}

	/** Has the node delete its webhook. @returns whether the node says that it is gone */
	async deregister(): Promise<boolean> {
		const copy = await this.open(structuredClone(this.saved));
		const isGone = await this.call(copy, 'delete', 'update');

		this.save(copy);
		this.setRoute(false);

		return isGone;
	}

	/** Receives a delivery. @returns the status of the response */
	async receive(rawBody: Buffer, headers: Readonly<Record<string, string>>): Promise<number> {
		const copy = await this.open(structuredClone(this.saved));
		const { sent, response } = createWebhookResponse();
		const additionalData = {
			...copy.additionalData,
			httpRequest: {
				rawBody,
				headers: lowerCaseNames(headers),
				body: {},
				params: {},
				query: {},
			},
			httpResponse: response,
			// The node uses only these properties of a request and a response.
		} as unknown as IWorkflowExecuteAdditionalData;
		const context: unknown = new WebhookContext(
			copy.workflow,
			copy.node,
			additionalData,
			'webhook',
			this.describeWebhook(copy),
			[],
			null,
		);
		const { webhook } = this.options.getNode();
		const { workflowData = [] } = await webhook.call(context as IWebhookFunctions);

		this.items.push(...workflowData.flat().map(({ json }) => json));
		this.save(copy);

		return sent.status;
	}

	private async remove(): Promise<void> {
		if (this.isActive) await this.deregister().catch(() => undefined);

		this.queuedStart = undefined;
	}

	/** @throws Error why the node cannot register its webhook */
	private async register(copy: Copy, activation: Activation): Promise<void> {
		if (!(await this.call(copy, 'checkExists', activation))) {
			await this.call(copy, 'create', activation);
		}
	}

	/** Reads it from the database. */
	private async open(staticData: IDataObject): Promise<Copy> {
		const { id = 'w1', webhookId = '1', getNode } = this.options;
		const types = { node: getNode(), credential: credentialType };
		const copy = await createWorkflow(types, structuredClone(this.parameters), {
			credential: this.credential,
			node: { webhookId },
			workflow: {
				id,
				name: 'Launch',
				active: true,
				staticData,
			},
		});

		Object.assign(copy.additionalData, {
			webhookBaseUrl: `${this.origin}/webhook`,
			webhookTestBaseUrl: `${this.origin}/webhook-test`,
		});

		return copy;
	}

	private async call(
		copy: Copy,
		method: 'checkExists' | 'create' | 'delete',
		activation: Activation,
	): Promise<boolean> {
		const { isTest = false, getNode } = this.options;
		const registrationMode = isTest ? 'manual' : 'trigger';
		const context: unknown = new HookContext(
			copy.workflow,
			copy.node,
			copy.additionalData,
			method === 'delete' ? 'internal' : registrationMode,
			activation,
			this.describeWebhook(copy),
		);

		return await getNode().webhookMethods.default[method].call(context as IHookFunctions);
	}

	private describeWebhook({ node, additionalData }: Copy): IWebhookData {
		const { id = 'w1', isTest = false } = this.options;

		return {
			httpMethod: 'POST',
			node: node.name,
			path: this.path,
			webhookDescription: { httpMethod: 'POST', name: 'default', path: 'webhook' },
			workflowId: id,
			workflowExecuteAdditionalData: additionalData,
			isTest,
		};
	}

	/** Saves static data as a whole, and only if the node has changed them. */
	private save({ workflow }: Copy): void {
		if (workflow.staticData.__dataChanged !== true || !isAlive()) return;

		this.saved = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		workflow.staticData.__dataChanged = false;
	}

	private setRoute(hasRoute: boolean): void {
		if (isAlive()) this.hasRoute = hasRoute;
	}
}

const lowerCaseNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
	Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
