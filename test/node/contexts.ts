// The contexts that n8n passes to a node, from n8n-core itself.

import { createAdditionalData, TIMEZONE } from '../engine/additionalData';
import { EngineCredentials } from '../engine/credentials';
import { moveLimits } from '../engine/limits';

import { Container } from '@n8n/di';
import { BinaryDataService, ExecuteContext } from 'n8n-core';
import {
	Workflow,
	createEmptyRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRunExecutionData,
	type WorkflowParameters,
} from 'n8n-workflow';

/** Once for all contexts: it looks at folders. */
const binaryDataReady = Container.get(BinaryDataService).init();

/** The parts of a node besides its parameters. */
export interface NodeOptions {
	/** The Plane API credential. Default: none. */
	readonly credential?: ICredentialDataDecryptedObject | undefined;
	/** Differences from a node that was dragged into a workflow. */
	readonly node?: Partial<INode>;
	/** Differences from a workflow that was never saved. */
	readonly workflow?: Partial<WorkflowParameters>;
}

/** The parts of an execution besides the parameters of its node. */
export interface ExecutionOptions extends NodeOptions {
	/** Default: one item without data. */
	readonly items?: readonly INodeExecutionData[];
	/** Cancels the execution, like the button in the editor. */
	readonly signal?: AbortSignal | undefined;
	/** What n8n keeps of the execution. Default: nothing has run yet. */
	readonly execution?: IRunExecutionData;
}

/** A node, and the type of its credential. */
export interface NodeTypes {
	readonly node: INodeType;
	readonly credential: ICredentialType;
}

/** A workflow with one node. It adds the panel's defaults to the parameters. */
export async function createWorkflow(
	{ node: type, credential: credentialType }: NodeTypes,
	entered: INodeParameters,
	{ credential: enteredCredential, node: overrides, workflow: workflowOverrides }: NodeOptions,
) {
	const { parameters, credential } = moveLimits(entered, enteredCredential);
	const credentials = new EngineCredentials(credentialType);
	const { name, displayName } = type.description;
	const node: INode = {
		id: name,
		name: displayName,
		type: `n8n-nodes-plane-workspace.${name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...(credential && { credentials: { planeApi: await credentials.store(credential) } }),
		...overrides,
	};
	const getType = () => type;
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		settings: { timezone: TIMEZONE },
		nodeTypes: { getByName: getType, getByNameAndVersion: getType, getKnownTypes: () => ({}) },
		...workflowOverrides,
	});

	return { workflow, node, additionalData: createAdditionalData(credentials) };
}

/** The context of a running node, whose parameters include the panel's defaults. */
export async function createExecuteContext(
	types: NodeTypes,
	parameters: INodeParameters,
	{
		items = [{ json: {} }],
		signal,
		execution = createEmptyRunExecutionData(),
		...nodeOptions
	}: ExecutionOptions = {},
): Promise<ExecuteContext & IExecuteFunctions> {
	await binaryDataReady;
	const { workflow, node, additionalData } = await createWorkflow(types, parameters, nodeOptions);
	const data = { main: [[...items]] };
	const context: unknown = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'manual',
		execution,
		0,
		[...items],
		data,
		{ data, node, source: null },
		[],
		signal,
	);

	// n8n-core and n8n-workflow declare the name of an unsaved workflow differently.
	return context as ExecuteContext & IExecuteFunctions;
}
