import './environment';

import { Container } from '@n8n/di';
import {
	BinaryDataService,
	CredentialTestContext,
	FileLocation,
	LoadOptionsContext,
	WorkflowExecute,
} from 'n8n-core';
import {
	NodeConnectionTypes,
	Workflow,
	type IBinaryData,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INode,
	type INodeCredentialTestResult,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
	type IRun,
	type NodeExecutionHint,
	type ResourceMapperFields,
} from 'n8n-workflow';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

import { createAdditionalData, TIMEZONE } from './additionalData';
import { agentNode, type AgentVersion, TOOL_NAME } from './agentNode';
import { EngineCredentials, getCredentialType } from './credentials';
import { moveLimits } from './limits';
import { loadPackage } from './package';
import { startNode, type InputItem } from './startNode';

/** A Plane node of a workflow. Its properties replace those of a new node. */
export type PlaneNode = Partial<INode> & { readonly parameters: INodeParameters };

export interface RunOptions {
	/** Called with the name of each node as soon as it has run. */
	readonly afterNode?: (name: string) => Promise<void>;
	/** Cancels the workflow when it resolves, as the button in the editor does. */
	readonly cancel?: Promise<unknown>;
	/** Where the workflow keeps the files of an item: `combined` puts them into its JSON. */
	readonly binaryMode?: 'combined';
}

/** A workflow that was saved, whose first node is its trigger. */
export interface SavedWorkflow {
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
	readonly timezone: string;
}

/** What a model reads of a tool. */
export interface ModelView {
	readonly name: string;
	readonly description: string;
	/** The result of a call, or its error. */
	readonly text: string;
}

/** How a tool is called. */
export interface ToolOptions {
	/** The version of the agent. */
	readonly version: AgentVersion;
	/** The input of the agent. Default: one empty item. */
	readonly items?: readonly InputItem[];
}

/** A request of the editor to a list of the panel. */
export interface ListRequest {
	readonly method: string;
	readonly parameters: INodeParameters;
	readonly filter?: string | undefined;
	readonly token?: string | undefined;
}

/** The result of an execution of a node. */
export interface Outcome {
	/** The items of each output. The second output is the error output, if it is on. */
	readonly outputs: readonly (readonly INodeExecutionData[])[];
	/** The JSON of the items of the first output. */
	readonly json: readonly IDataObject[];
	/** The hints that n8n shows with the output. */
	readonly hints: readonly NodeExecutionHint[];
	/** The error that stopped the node, if any. */
	readonly error?: { readonly message: string; readonly description: string };
	/** How long the node ran, in milliseconds. */
	readonly time: number;
	/** The status of the whole workflow. */
	readonly status: IRun['status'];
}

const PLANE = 'n8n-nodes-plane-workspace.plane';

/** The type of the Plane node if an agent uses it as a tool. */
export const PLANE_TOOL = `${PLANE}Tool`;

/** What makes a node a tool whose failure stops the workflow, for tests without a model that reads it. */
export const STOPPING_TOOL = { type: PLANE_TOOL, onError: 'stopWorkflow' } as const;

const START = 'Start';

const AGENT = 'Agent';

/** n8n's own engine with the package under test. */
export class Engine {
	private constructor(
		private readonly plane: INodeType,
		private readonly credentials: EngineCredentials,
		private readonly others: Readonly<Record<string, INodeType>>,
	) {}

	/** @param others further node types that nodes may have, by their names */
	static async start(others: Readonly<Record<string, INodeType>> = {}): Promise<Engine> {
		await Container.get(BinaryDataService).init();
		const { nodes, credentials } = await loadPackage();

		return new Engine(
			nodes.plane,
			new EngineCredentials(credentials.planeApi, credentials.planeOAuth2Api),
			others,
		);
	}

	/** Runs a workflow of a start node with these items and one Plane node. */
	async run(
		node: PlaneNode,
		items: readonly InputItem[],
		credential: ICredentialDataDecryptedObject,
		more: RunOptions = {},
	): Promise<Outcome> {
		const outcomes = await this.runAll([{ name: 'Plane', ...node }], items, credential, more);
		const outcome = outcomes.get(node.name ?? 'Plane');
		if (outcome === undefined) throw new Error('The node did not run');

		return outcome;
	}

	/** Runs a workflow in which a start node with these items leads to each of the Plane nodes. */
	async runAll(
		nodes: readonly (PlaneNode & { readonly name: string })[],
		items: readonly InputItem[],
		credential: ICredentialDataDecryptedObject,
		{ afterNode, cancel, binaryMode }: RunOptions = {},
	): Promise<Map<string, Outcome>> {
		const connect = this.connector(credential);
		const connectedNodes = await Promise.all(nodes.map(connect));
		const workflow = new Workflow({
			id: 'test',
			name: 'test',
			active: false,
			nodeTypes: this.nodeTypes(items),
			nodes: [
				createNode({ name: START, type: START, parameters: {} }),
				// n8n runs nodes from top to bottom.
				...connectedNodes.map((node, index) => ({
					...node,
					position: [0, index * 100] as [number, number],
				})),
			],
			connections: {
				[START]: { main: [nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
			},
			settings: {
				executionOrder: 'v1',
				timezone: TIMEZONE,
				...(binaryMode === undefined ? {} : { binaryMode }),
			},
		});
		const start = workflow.getNode(START);
		if (start === null) throw new Error('No start node');

		const additionalData = createAdditionalData(this.credentials);
		if (afterNode !== undefined) additionalData.hooks?.addHandler('nodeExecuteAfter', afterNode);

		const execution = new WorkflowExecute(additionalData, 'manual');
		const running = execution.run({ workflow, startNode: start });

		void cancel?.then(() => running.cancel());

		return toOutcomes(await running);
	}

	/**
	 * Runs a workflow as it was saved. Its trigger outputs these items, and its Plane nodes use this credential.
	 *
	 * @returns what each of its other nodes has done, by its name
	 */
	async runSaved(
		{ nodes, connections, timezone }: SavedWorkflow,
		items: readonly InputItem[],
		credential: ICredentialDataDecryptedObject,
	): Promise<Map<string, Outcome>> {
		const { credentials, authentication } = await this.storeCredential(credential);
		const [trigger] = nodes;
		const workflow = new Workflow({
			id: 'test',
			name: 'test',
			active: false,
			nodeTypes: this.nodeTypes(items),
			nodes: nodes.map((node) => {
				if (node === trigger) return { ...node, type: START };
				if (node.type !== PLANE || node.parameters.operation === 'readExport') return node;

				return { ...node, credentials, parameters: { authentication, ...node.parameters } };
			}),
			connections,
			settings: { executionOrder: 'v1', timezone },
		});
		const start = workflow.getNode(trigger?.name ?? '');
		if (start === null) throw new Error('No start node');

		const execution = new WorkflowExecute(createAdditionalData(this.credentials), 'manual');

		return toOutcomes(await execution.run({ workflow, startNode: start }));
	}

	/** Runs a workflow in which a model calls a Plane node as its tool, with these arguments. */
	async runTool(
		node: PlaneNode,
		input: IDataObject,
		credential: ICredentialDataDecryptedObject,
		{ version, items = [{}] }: ToolOptions,
	): Promise<ModelView> {
		const { credentials, authentication } = await this.storeCredential(credential);
		const workflow = new Workflow({
			id: 'test',
			name: 'test',
			active: false,
			nodeTypes: this.nodeTypes(items, { [AGENT]: agentNode(version, input) }),
			nodes: [
				createNode({ name: START, type: START, parameters: {} }),
				createNode({ name: AGENT, type: AGENT, parameters: {} }),
				createNode({
					name: TOOL_NAME,
					type: PLANE_TOOL,
					credentials,
					...node,
					parameters: { authentication, descriptionType: 'auto', ...node.parameters },
				}),
			],
			connections: {
				[START]: { main: [[{ node: AGENT, type: 'main', index: 0 }]] },
				[TOOL_NAME]: { ai_tool: [[{ node: AGENT, type: 'ai_tool', index: 0 }]] },
			},
			settings: { executionOrder: 'v1', timezone: TIMEZONE },
		});
		const start = workflow.getNode(START);
		if (start === null) throw new Error('No start node');

		const execution = new WorkflowExecute(createAdditionalData(this.credentials), 'manual');
		const { data } = await execution.run({ workflow, startNode: start });
		const { runData, error } = data.resultData;
		const [result] = runData[AGENT]?.at(-1)?.data?.main?.[0] ?? [];
		if (result === undefined) throw error ?? new Error('The agent has no result');

		const { name, description, text } = result.json;

		return { name: asText(name), description: asText(description), text: asText(text) };
	}

	/**
	 * Stores a file in n8n's binary data storage.
	 *
	 * @param isOutput whether it belongs to an execution, so that `removeFiles` removes it
	 */
	async storeFile(
		content: Readable,
		fileName: string,
		mimeType: string,
		isOutput = false,
	): Promise<IBinaryData> {
		const place = isOutput
			? FileLocation.ofExecution('test', 'test')
			: FileLocation.ofCustom({ pathSegments: ['stored'] });
		const file = { data: '', mimeType, fileName };

		return await Container.get(BinaryDataService).store(place, content, file);
	}

	/** Removes the files that executions have stored. */
	async removeFiles(): Promise<void> {
		await Container.get(BinaryDataService).deleteMany([FileLocation.ofExecution('test', 'test')]);
	}

	/** Computes the SHA-256 of a file of an output item, of any size. @returns it in hexadecimal */
	async digestFile({ id = '' }: IBinaryData): Promise<string> {
		const hash = createHash('sha256');

		for await (const chunk of await Container.get(BinaryDataService).getAsStream(id)) {
			hash.update(chunk as Uint8Array);
		}

		return hash.digest('hex');
	}

	/** Reads the content of a file of an output item. */
	async readFile(file: IBinaryData | undefined): Promise<Buffer> {
		if (file === undefined) throw new Error('The item has no such file');

		return await Container.get(BinaryDataService).getAsBuffer(file);
	}

	/** Opens a list of the panel, types into its search or scrolls to its next page. */
	async searchList(
		{ method, parameters, filter, token }: ListRequest,
		credential: ICredentialDataDecryptedObject,
	): Promise<INodeListSearchResult> {
		const search = this.plane.methods?.listSearch?.[method];
		if (search === undefined) throw new Error(`The node has no list ${method}`);

		return await search.call(await this.createEditorContext(parameters, credential), filter, token);
	}

	/** Loads a list of the panel from which several records can be chosen. */
	async loadOptions(
		{ method, parameters }: ListRequest,
		credential: ICredentialDataDecryptedObject,
	): Promise<INodePropertyOptions[]> {
		const load = this.plane.methods?.loadOptions?.[method];
		if (load === undefined) throw new Error(`The node has no options ${method}`);

		return await load.call(await this.createEditorContext(parameters, credential));
	}

	/** Loads the fields of a resource mapper. */
	async loadMapper(
		{ method, parameters }: ListRequest,
		credential: ICredentialDataDecryptedObject,
	): Promise<ResourceMapperFields> {
		const load = this.plane.methods?.resourceMapping?.[method];
		if (load === undefined) throw new Error(`The node has no mapper ${method}`);

		return await load.call(await this.createEditorContext(parameters, credential));
	}

	/** Creates the context that n8n passes to a list of the panel. The editor has evaluated all expressions. */
	private async createEditorContext(
		parameters: INodeParameters,
		credential: ICredentialDataDecryptedObject,
	): Promise<ILoadOptionsFunctions> {
		const { credentials, authentication } = await this.storeCredential(credential);
		const allParameters = { authentication, ...parameters };
		const node = createNode({ name: 'Plane', parameters: allParameters, credentials });
		const workflow = new Workflow({
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes: this.nodeTypes([]),
		});
		const additionalData = createAdditionalData(this.credentials);

		additionalData.currentNodeParameters = allParameters;
		const context: unknown = new LoadOptionsContext(workflow, node, additionalData, '');

		// The two types differ only in the name of a workflow that is not saved.
		return context as ILoadOptionsFunctions;
	}

	/** Creates nodes with their credential, to which the limits among their parameters belong. Nodes with the same share it. */
	private connector(entered: ICredentialDataDecryptedObject) {
		const stored = new Map<string, ReturnType<Engine['storeCredential']>>();

		return async (node: PlaneNode & { readonly name: string }): Promise<INode> => {
			const { parameters, credential } = moveLimits(node.parameters, entered);
			const key = JSON.stringify(credential);
			const storing = stored.get(key) ?? this.storeCredential(credential);

			stored.set(key, storing);

			const { credentials, authentication } = await storing;

			return createNode({ credentials, ...node, parameters: { authentication, ...parameters } });
		};
	}

	/** Stores a credential. @returns what a node needs to use it */
	private async storeCredential(credential: ICredentialDataDecryptedObject) {
		const type = getCredentialType(credential);

		return {
			credentials: { [type]: await this.credentials.store(credential, type) },
			authentication: type === 'planeApi' ? 'apiKey' : 'oAuth2',
		};
	}

	/** The parameters of the panel. */
	get panelParameters(): readonly INodeProperties[] {
		return this.plane.description.properties;
	}

	/** Presses the button that tests a credential. */
	async testCredential(
		credential: ICredentialDataDecryptedObject,
	): Promise<INodeCredentialTestResult> {
		const type = getCredentialType(credential);
		const test = this.plane.methods?.credentialTest?.[`${type}Test`];
		if (test === undefined) throw new Error('The node does not test its credential');

		return await test.call(new CredentialTestContext(createAdditionalData(this.credentials)), {
			id: 'test',
			name: 'test',
			type,
			data: credential,
		});
	}

	private nodeTypes(
		items: readonly InputItem[],
		others: Readonly<Record<string, INodeType>> = {},
	): INodeTypes {
		const types = new Map([
			[START, startNode(items)],
			[PLANE, this.plane],
			[PLANE_TOOL, toTool(this.plane)],
			...Object.entries({ ...this.others, ...others }),
		]);

		const findType = (name: string): INodeType => {
			const type = types.get(name);
			if (type === undefined) throw new Error(`No node type ${name}`);

			return type;
		};

		return { getByName: findType, getByNameAndVersion: findType, getKnownTypes: () => ({}) };
	}
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Makes a tool of a node as n8n does (`convertNodeToAiTool` in n8n 2.41 and 1.123). */
const toTool = (node: INodeType): INodeType => {
	const description = {
		...node.description,
		name: `${node.description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};

	const tool: unknown = Object.create(node, { description: { value: description } });

	return tool as INodeType;
};

const createNode = (node: Omit<PlaneNode, 'name'> & { readonly name: string }): INode => ({
	id: node.name,
	type: PLANE,
	typeVersion: 1,
	position: [0, 0],
	...node,
});

function toOutcomes({ data, status }: IRun): Map<string, Outcome> {
	const { runData, error: engineError } = data.resultData;
	const ran = Object.entries(runData).filter(([name]) => name !== START);
	// An error of the engine, not of a node: for example a workflow that it refuses to start.
	if (engineError !== undefined && !ran.some(([, [task]]) => task?.error !== undefined)) {
		throw engineError;
	}

	return new Map(
		ran.map(([name, [task]]) => {
			const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
			const json = (outputs[0] ?? []).map((item) => item.json);
			const { error, hints = [], executionTime: time = 0 } = task ?? {};
			const outcome = { outputs, json, hints, time, status };
			if (error === undefined) return [name, outcome];

			const { message, description } = error;

			return [name, { ...outcome, error: { message, description: description ?? '' } }];
		}),
	);
}
