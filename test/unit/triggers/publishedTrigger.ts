import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHookFunctions,
	IWebhookFunctions,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createHmac } from 'node:crypto';

import { webhookProperties } from '../../../nodes/PlaneTrigger/description';
import { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import type { WebhookStaticData } from '../../../nodes/PlaneTrigger/staticData';
import { readDocumentedBody } from '../../service/documented/deliveries';
import { createWebhookResponse } from '../../tools/createWebhookResponse';
import type { ServerWebhook, WebhookServer } from './webhookServer';

const DEFAULTS = Object.fromEntries(
	webhookProperties.map(({ name, default: value }) => [name, value]),
);

/** What a workflow with a Plane Trigger is, apart from its server. */
export interface PublishedTriggerOptions {
	readonly workflowId?: string;
	readonly url?: string;
	/** Parameters that differ from those of a new node. */
	readonly parameters?: Readonly<Record<string, unknown>>;
	readonly hasCredential?: boolean;
	/** Whether the credential is that of a connected account. */
	readonly usesOAuth2?: boolean;
	readonly apiVersion?: string;
	readonly mode?: 'trigger' | 'manual';
	/** Which version of n8n the workflow runs in. They differ in what a failed activation leaves. Default: 1. */
	readonly n8nVersion?: 1 | 2;
	/** The node, if other workflows of the same n8n have it, too. */
	readonly node?: PlaneTrigger;
}

/** A workflow with a Plane Trigger, which is published and unpublished as n8n does it. */
export class PublishedTrigger {
	/** What n8n has saved. */
	saved: WebhookStaticData = {};
	readonly log: string[] = [];
	/** The items that have started the workflow. */
	readonly items: IDataObject[] = [];
	private parameters: Readonly<Record<string, unknown>>;
	url: string;
	/** What differs from the usual credential by now. */
	credential: ICredentialDataDecryptedObject = {};
	/** n8n creates it when it starts. */
	private node: PlaneTrigger;

	constructor(
		public server: WebhookServer,
		private readonly options: PublishedTriggerOptions = {},
	) {
		this.node = options.node ?? new PlaneTrigger();
		this.parameters = options.parameters ?? {};
		this.url = options.url ?? 'https://n8n.example.com/webhook/1/webhook';
	}

	/** Restarts n8n. */
	restart(saved: WebhookStaticData = this.saved): void {
		this.node = new PlaneTrigger();
		this.saved = saved;
	}

	/**
	 * Publishes the workflow. If that fails, n8n clears up: n8n 1 with what it had saved before, n8n 2 with what the
	 * node has written since.
	 */
	async publish(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const staticData = structuredClone(this.saved);
		const context = this.createContext(staticData, activation);

		try {
			await this.register(context);
		} catch (error) {
			if (this.options.n8nVersion === 2) this.saved = toSaved(staticData);

			await this.unpublish();
			throw error;
		}

		this.saved = toSaved(staticData);
	}

	/** Publishes the workflow, another trigger of which then cannot be activated. */
	async publishBesideFailure(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const context = this.createContext(structuredClone(this.saved), activation);

		await this.register(context);

		await this.unpublish();
	}

	/** Changes parameters of the node. */
	changeParameters(parameters: Readonly<Record<string, unknown>>): void {
		this.parameters = { ...this.parameters, ...parameters };
	}

	async unpublish(): Promise<boolean> {
		const staticData = structuredClone(this.saved);
		const context = this.createContext(staticData, 'update', 'internal');
		const isDeleted = await this.node.webhookMethods.default.delete.call(context);

		this.saved = toSaved(staticData);

		return isDeleted;
	}

	/** Lets Plane send an event. @returns the status of the response */
	async receive(webhook: Pick<ServerWebhook, 'id' | 'secret'>): Promise<number> {
		const body = readDocumentedBody('workitem.created');
		const rawBody = Buffer.from(JSON.stringify({ ...body, webhook_id: webhook.id }));
		const signature = createHmac('sha256', webhook.secret).update(rawBody).digest('hex');

		return await this.receiveRaw(rawBody, { 'x-plane-signature': signature });
	}

	async receiveRaw(rawBody: Buffer, headers: Readonly<Record<string, string>>): Promise<number> {
		const staticData = structuredClone(this.saved);
		const { sent, response } = createWebhookResponse();
		const context = {
			...this.createContext(staticData, 'activate'),
			getRequestObject: () => ({ rawBody }),
			getResponseObject: () => response,
			getHeaderData: () => headers,
		} as unknown as IWebhookFunctions;

		const { workflowData = [] } = await this.node.webhook.call(context);

		this.items.push(...workflowData.flat().map(({ json }) => json));
		this.saved = toSaved(staticData);

		return sent.status;
	}

	private async register(context: IHookFunctions): Promise<void> {
		const { checkExists, create } = this.node.webhookMethods.default;

		if (!(await checkExists.call(context))) await create.call(context);
	}

	/** The functions of n8n that the trigger calls. */
	private createContext(
		staticData: WebhookStaticData,
		activation: WorkflowActivateMode,
		mode: WorkflowExecuteMode = this.options.mode ?? 'trigger',
	): IHookFunctions {
		const {
			workflowId = 'w1',
			hasCredential = true,
			usesOAuth2 = false,
			apiVersion,
		} = this.options;
		const credential = { id: '1', name: 'Plane' };
		const parameters: Readonly<Record<string, unknown>> = {
			...DEFAULTS,
			authentication: usesOAuth2 ? 'oAuth2' : 'apiKey',
			...this.parameters,
		};

		const log = (message: string) => {
			this.log.push(message);
		};

		return {
			getNode: () => ({
				type: 'planeTrigger',
				parameters,
				credentials: hasCredential ? { planeApi: credential, planeOAuth2Api: credential } : {},
			}),
			getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
			getCredentials: async () =>
				await Promise.resolve({
					apiKey: 'plane_api_1',
					oauthTokenData: { access_token: 'pln_1' },
					baseUrl: 'https://plane.example.com',
					workspaceSlug: 'acme',
					apiVersion,
					...this.credential,
				}),
			helpers: {
				httpRequestWithAuthentication: async (
					_type: string,
					request: { method: string; url: string; body?: unknown },
				) => await this.server.handle(request),
			},
			getWorkflow: () => ({ id: workflowId, name: 'Launch', active: true }),
			getNodeWebhookUrl: () => this.url,
			getMode: () => mode,
			getActivationMode: () => activation,
			getWorkflowStaticData: () => staticData,
			getTimezone: () => 'Europe/Berlin',
			logger: { warn: log, error: log },
		} as unknown as IHookFunctions;
	}
}

/** As n8n writes it to its database, and reads it again. */
const toSaved = (staticData: WebhookStaticData): WebhookStaticData =>
	JSON.parse(JSON.stringify(staticData)) as WebhookStaticData;
