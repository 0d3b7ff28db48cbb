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

import { webhookAnswer } from '../tools/webhookAnswer';
import { additionalDataFor } from './additionalData';
import { EngineCredentials } from './credentials';
import { underTest } from './package';

/** What a trigger came to. */
export interface Started {
	/** The items that start the workflow; undefined: it is not started. */
	readonly items?: readonly IDataObject[];
	readonly error?: Error & { readonly description: string };
}

/** What a delivery came to: whether the workflow starts, and what is answered. */
export interface Answered extends Started {
	readonly status: number;
	readonly answer: unknown;
}

type TriggerName = 'planePollingTrigger' | 'planeTrigger';

/** The triggers of the built package in n8n's own contexts, loaded by n8n's own loader. */
export class Triggers {
	private constructor(
		private readonly nodes: Readonly<Record<TriggerName, INodeType>>,
		private readonly credentials: EngineCredentials,
	) {}

	static async start(): Promise<Triggers> {
		const { nodes, credentials } = await underTest();
		const { planeApi, planeWebhookApi } = credentials;

		return new Triggers(nodes, new EngineCredentials(planeApi, planeWebhookApi));
	}

	/**
	 * A trigger in a workflow of its own, whose memory goes on from one poll or delivery to the next.
	 *
	 * @param planeApi the Plane API credential of the Plane Trigger, which needs none
	 */
	async use(
		name: TriggerName,
		parameters: INodeParameters,
		credential: ICredentialDataDecryptedObject,
		planeApi?: ICredentialDataDecryptedObject,
	): Promise<Trigger> {
		const type = this.nodes[name];
		const credentialName = name === 'planeTrigger' ? 'planeWebhookApi' : 'planeApi';
		const { credentials } = this;
		const stored: INodeCredentials = {
			[credentialName]: await credentials.store(credential, credentialName),
		};
		if (planeApi !== undefined) stored.planeApi = await credentials.store(planeApi, 'planeApi');

		const node: INode = {
			id: name,
			name,
			type: `n8n-nodes-plane-workspace.${name}`,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: stored,
		};
		const { properties } = type.description;

		node.parameters = {
			...NodeHelpers.getNodeParameters(properties, parameters, true, false, node, type.description),
		};

		return new Trigger(type, node, credentials);
	}
}

export class Trigger {
	private workflow: Workflow;

	constructor(
		private readonly type: INodeType,
		private readonly node: INode,
		private readonly credentials: EngineCredentials,
	) {
		this.workflow = this.open({});
	}

	/** What n8n saves of it. */
	get memory(): IDataObject {
		return JSON.parse(JSON.stringify(this.workflow.staticData)) as IDataObject;
	}

	/** n8n starts again with what was saved. */
	restart(saved: IDataObject): void {
		this.workflow = this.open(saved);
	}

	/** What n8n's log gets as a warning or an error while something is done. */
	async logged(work: () => Promise<unknown>): Promise<string[]> {
		const lines: string[] = [];
		const logger = Container.get(Logger);
		const spies = (['warn', 'error'] as const).map((level) =>
			jest.spyOn(logger, level).mockImplementation((message) => void lines.push(message)),
		);

		await work();
		for (const spy of spies) spy.mockRestore();

		return lines;
	}

	/** Somebody changes its panel and publishes it; n8n goes on with what it has saved. */
	change(parameters: INodeParameters): void {
		Object.assign(this.node.parameters, parameters);
		this.restart(this.memory);
	}

	/** Its credential is deleted. */
	loseCredential(): void {
		this.node.credentials = {};
	}

	/** Somebody puts something else into its credential, or into the one of this name. */
	async editCredential(data: ICredentialDataDecryptedObject, only?: string): Promise<void> {
		for (const [name, details] of Object.entries(this.node.credentials ?? {})) {
			if (only === undefined || name === only) await this.credentials.edit(details, data);
		}
	}

	async poll(activation: WorkflowActivateMode = 'activate', isTest = false): Promise<Started> {
		const additionalData = additionalDataFor(this.credentials);
		const mode = isTest ? 'manual' : 'trigger';
		const context = new PollContext(this.workflow, this.node, additionalData, mode, activation);

		try {
			const output = await this.type.poll?.call(context as IPollFunctions);

			return output ? { items: itemsIn(output) } : {};
		} catch (error) {
			return { error: error as Error & { description: string } };
		}
	}

	/** What n8n does first with one that polls. @throws what the poll throws */
	async activate(): Promise<void> {
		const { error } = await this.poll();
		if (error !== undefined) throw error;
	}

	/** Opens a list of the panel. */
	async options(method: string): Promise<INodePropertyOptions[]> {
		const load = this.type.methods?.loadOptions?.[method];
		if (load === undefined) throw new Error(`The trigger has no list ${method}`);

		const additionalData = additionalDataFor(this.credentials);

		additionalData.currentNodeParameters = this.node.parameters;
		const context: unknown = new LoadOptionsContext(this.workflow, this.node, additionalData, '');

		return await load.call(context as ILoadOptionsFunctions);
	}

	/** What n8n calls when the workflow is activated (`checkExists`, `create`) or not active any more. */
	async setUp(
		method: 'checkExists' | 'create' | 'delete',
		activation: WorkflowActivateMode = 'activate',
	): Promise<boolean> {
		const call = this.type.webhookMethods?.default?.[method];
		if (call === undefined) throw new Error(`The trigger has no ${method}`);

		const additionalData = additionalDataFor(this.credentials);
		const { workflow, node } = this;
		const context = new HookContext(workflow, node, additionalData, 'trigger', activation);

		return await call.call(context as IHookFunctions);
	}

	/** @param rawBody what was sent; undefined: a request whose body n8n did not read as it came */
	async receive(
		rawBody: Buffer | undefined,
		headers: Readonly<Record<string, string>> = {},
	): Promise<Answered> {
		const { answered, response } = webhookAnswer();
		const additionalData = {
			...additionalDataFor(this.credentials),
			httpRequest: { rawBody, headers, body: {}, params: {}, query: {} },
			httpResponse: response,
			// The node uses no more of a request and a response than this.
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
		const given = await this.type.webhook?.call(context as IWebhookFunctions);
		const { workflowData, noWebhookResponse } = given ?? {};
		if (noWebhookResponse !== true) answered.answer = given?.webhookResponse as unknown;

		return { ...answered, ...(workflowData && { items: itemsIn(workflowData) }) };
	}

	private open(staticData: IDataObject): Workflow {
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

const itemsIn = (output: readonly (readonly INodeExecutionData[])[]): IDataObject[] =>
	output.flat().map(({ json }) => json);
