import './environment';

import { jest } from '@jest/globals';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { HookContext, LoadOptionsContext, PollContext, WebhookContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type INode,
	type INodeCredentials,
	type INodeExecutionData,
	type INodeParameters,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
	type IPollFunctions,
	type IWebhookFunctions,
	type IWorkflowExecuteAdditionalData,
	NodeHelpers,
	Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import { createWebhookResponse } from '../tools/createWebhookResponse';
import { createAdditionalData } from './additionalData';
import { EngineCredentials, getCredentialType } from './credentials';
import { loadPackage } from './package';

/** The result of a poll. */
export interface TriggerResult {
	/** The items that start the workflow, or undefined if it does not start. */
	readonly items?: readonly IDataObject[];
	readonly error?: Error & { readonly description: string };
}

/** The result of a delivery: the items that start the workflow, and the response. */
export interface WebhookResult extends TriggerResult {
	readonly status: number;
	/** Body of the response. */
	readonly answer: unknown;
}

type TriggerName = 'planePollingTrigger' | 'planeTrigger';

/** The triggers of the package under test, in n8n's own contexts. */
export class Triggers {
	private constructor(
		private readonly nodes: Readonly<Record<TriggerName, INodeType>>,
		private readonly credentials: EngineCredentials,
	) {}

	static async start(): Promise<Triggers> {
		const { nodes, credentials } = await loadPackage();
		const { planeApi, planeOAuth2Api, planeWebhookApi } = credentials;

		return new Triggers(nodes, new EngineCredentials(planeApi, planeOAuth2Api, planeWebhookApi));
	}

	/**
	 * Creates a trigger in a workflow of its own, which keeps its static data from one poll or delivery to
	 * the next.
	 *
	 * @param credential of Plane's API; for the Plane Trigger, of webhooks
	 * @param apiCredential the optional credential of Plane's API of the Plane Trigger
	 */
	async create(
		name: TriggerName,
		parameters: INodeParameters,
		credential: ICredentialDataDecryptedObject,
		apiCredential?: ICredentialDataDecryptedObject,
	): Promise<Trigger> {
		const type = this.nodes[name];
		const { credentials } = this;
		const planeCredential = name === 'planeTrigger' ? apiCredential : credential;
		const planeType = getCredentialType(planeCredential ?? {});
		const stored: INodeCredentials = {};

		if (name === 'planeTrigger') {
			stored.planeWebhookApi = await credentials.store(credential, 'planeWebhookApi');
		}

		if (planeCredential !== undefined) {
			stored[planeType] = await credentials.store(planeCredential, planeType);
		}

		const node: INode = {
			id: name,
			name,
			type: `n8n-nodes-plane-workspace.${name}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				authentication: planeType === 'planeApi' ? 'apiKey' : 'oAuth2',
				...parameters,
			},
			credentials: stored,
		};
		const { properties } = type.description;

		node.parameters = {
			...NodeHelpers.getNodeParameters(
				properties,
				node.parameters,
				true,
				false,
				node,
				type.description,
			),
		};

		return new Trigger(type, node, credentials);
	}
}

export class Trigger {
	/** Where the webhooks of this n8n are, with a slash at the end. Default: where nothing listens. */
	webhookBaseUrl: string | undefined;
	private type: INodeType;
	private workflow: Workflow;

	/** @param loadedType which other workflows have, too */
	constructor(
		private readonly loadedType: INodeType,
		private readonly node: INode,
		private readonly credentials: EngineCredentials,
	) {
		this.type = createAgain(loadedType);
		this.workflow = this.createWorkflow({});
	}

	/** The static data as n8n saves it. */
	get savedStaticData(): IDataObject {
		return JSON.parse(JSON.stringify(this.workflow.staticData)) as IDataObject;
	}

	/** Restarts n8n with saved static data. */
	restart(saved: IDataObject): void {
		this.type = createAgain(this.loadedType);
		this.workflow = this.createWorkflow(saved);
	}

	/** Returns the warnings and errors in n8n's log while something is done. */
	async captureLog(work: () => Promise<unknown>): Promise<string[]> {
		const lines: string[] = [];
		const logger = Container.get(Logger);
		const spies = (['warn', 'error'] as const).map((level) =>
			jest.spyOn(logger, level).mockImplementation((message) => void lines.push(message)),
		);

		await work();
		for (const spy of spies) spy.mockRestore();

		return lines;
	}

	/** Changes parameters and publishes the workflow again. n8n keeps its static data. */
	changeParameters(parameters: INodeParameters): void {
		Object.assign(this.node.parameters, parameters);
		this.workflow = this.createWorkflow(this.savedStaticData);
	}

	/** Removes all credentials. */
	removeCredentials(): void {
		this.node.credentials = {};
	}

	/** Edits all credentials of the trigger, or only those of a type. */
	async editCredential(data: ICredentialDataDecryptedObject, typeName?: string): Promise<void> {
		for (const [name, details] of Object.entries(this.node.credentials ?? {})) {
			if (typeName === undefined || name === typeName) await this.credentials.edit(details, data);
		}
	}

	async poll(
		activation: WorkflowActivateMode = 'activate',
		isTest = false,
	): Promise<TriggerResult> {
		const additionalData = createAdditionalData(this.credentials);
		const mode = isTest ? 'manual' : 'trigger';
		const { workflow, node } = this;
		let listedError: Error | undefined;
		const context = new PollContext(
			workflow,
			node,
			additionalData,
			mode,
			activation,
			undefined,
			(error) => {
				listedError = error;
			},
		);

		try {
			const output = await this.type.poll?.call(context as IPollFunctions);

			return {
				...(output && { items: toItems(output) }),
				...(listedError && { error: listedError as Error & { description: string } }),
			};
		} catch (error) {
			return { error: error as Error & { description: string } };
		}
	}

	/** Polls, as n8n does first when a workflow is activated. @throws the error of the poll */
	async activate(): Promise<void> {
		const { error } = await this.poll();
		if (error !== undefined) throw error;
	}

	/** Loads the options of a list in the panel. */
	async loadOptions(method: string): Promise<INodePropertyOptions[]> {
		const load = this.type.methods?.loadOptions?.[method];
		if (load === undefined) throw new Error(`The trigger has no list ${method}`);

		const additionalData = createAdditionalData(this.credentials);

		additionalData.currentNodeParameters = this.node.parameters;
		const context: unknown = new LoadOptionsContext(this.workflow, this.node, additionalData, '');

		return await load.call(context as ILoadOptionsFunctions);
	}

	/** Calls what n8n calls when the workflow is activated (`checkExists`, `create`) or deactivated. */
	async callWebhookMethod(
		method: 'checkExists' | 'create' | 'delete',
		activation: WorkflowActivateMode = 'activate',
	): Promise<boolean> {
		const call = this.type.webhookMethods?.default?.[method];
		if (call === undefined) throw new Error(`The trigger has no ${method}`);

		const additionalData = createAdditionalData(this.credentials);
		if (this.webhookBaseUrl !== undefined) additionalData.webhookBaseUrl = this.webhookBaseUrl;

		const { workflow, node } = this;
		const context = new HookContext(workflow, node, additionalData, 'trigger', activation);

		return await call.call(context as IHookFunctions);
	}

	/** @param rawBody the bytes of the body, or undefined if n8n has not kept them */
	async receive(
		rawBody: Buffer | undefined,
		headers: Readonly<Record<string, string>> = {},
	): Promise<WebhookResult> {
		const { sent, response } = createWebhookResponse();
		const additionalData = {
			...createAdditionalData(this.credentials),
			httpRequest: { rawBody, headers, body: {}, params: {}, query: {} },
			httpResponse: response,
			// The node uses only these properties of a request and a response.
		} as unknown as IWorkflowExecuteAdditionalData;
		const context = new WebhookContext(
			this.workflow,
			this.node,
			additionalData,
			'webhook',
			// The description that n8n registers the webhook with; the node does not read it.
			{
				httpMethod: 'POST',
				node: this.node.name,
				path: 'webhook',
				webhookDescription: { httpMethod: 'POST', name: 'default', path: 'webhook' },
				workflowId: 'test',
				workflowExecuteAdditionalData: additionalData,
			},
			[],
			null,
		);
		const result = await this.type.webhook?.call(context as IWebhookFunctions);
		const { workflowData, noWebhookResponse } = result ?? {};
		// The trigger has answered itself.
		if (noWebhookResponse !== true) throw new Error('n8n would answer, too');

		return { ...sent, ...(workflowData && { items: toItems(workflowData) }) };
	}

	private createWorkflow(staticData: IDataObject): Workflow {
		const type = () => this.type;
		const nodeTypes: INodeTypes = {
			getByName: type,
			getByNameAndVersion: type,
			getKnownTypes: () => ({}),
		};

		return new Workflow({
			id: 'test',
			name: 'test',
			nodes: [this.node],
			connections: {},
			active: true,
			nodeTypes,
			staticData,
			settings: { timezone: 'Europe/Berlin' },
		});
	}
}

/** Creates a node as n8n does when it starts. It may keep something in memory. */
function createAgain(type: INodeType): INodeType {
	const NodeClass = type.constructor as new () => INodeType;

	return Object.assign(new NodeClass(), { description: type.description });
}

const toItems = (output: readonly (readonly INodeExecutionData[])[]): IDataObject[] =>
	output.flat().map(({ json }) => json);
