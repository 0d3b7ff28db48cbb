// The contexts that n8n passes to a node, from n8n-core itself.

import { createAdditionalData } from '../engine/additionalData';
import { EngineCredentials } from '../engine/credentials';

import { Container } from '@n8n/di';
import { BinaryDataService, ExecuteContext, LoadOptionsContext, PollContext } from 'n8n-core';
import {
	Workflow,
	createEmptyRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IPollFunctions,
} from 'n8n-workflow';

import { PlaneApi } from '../../credentials/PlaneApi.credentials';
import { Plane } from '../../nodes/Plane/Plane.node';
import { PlanePollingTrigger } from '../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import { TIMEZONE } from '../engine/engine';

/** The parts of a node besides its parameters. */
interface NodeOptions {
	/** The Plane API credential. Default: none. */
	readonly credential?: ICredentialDataDecryptedObject | undefined;
	/** Differences from a node that was dragged into a workflow. */
	readonly node?: Partial<INode>;
}

/** The parts of an execution besides the parameters of its node. */
interface ExecutionOptions extends NodeOptions {
	/** Default: one item without data. */
	readonly items?: readonly INodeExecutionData[];
	/** Cancels the execution, like the button in the editor. */
	readonly signal?: AbortSignal;
}

// As in n8n, all executions share one object of each node.
const plane = new Plane();
const pollingTrigger = new PlanePollingTrigger();

/** A workflow with one node. It adds the panel's defaults to the parameters. */
async function createWorkflow(
	type: INodeType,
	parameters: INodeParameters,
	{ credential, node: overrides }: NodeOptions,
) {
	const credentials = new EngineCredentials(new PlaneApi());
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
	});

	return { workflow, node, additionalData: createAdditionalData(credentials) };
}

/** The context of a running Plane node, whose parameters include the panel's defaults. */
export async function executeContext(
	parameters: INodeParameters,
	{ items = [{ json: {} }], signal, ...nodeOptions }: ExecutionOptions = {},
): Promise<IExecuteFunctions> {
	await Container.get(BinaryDataService).init();
	const { workflow, node, additionalData } = await createWorkflow(plane, parameters, nodeOptions);
	const data = { main: [[...items]] };
	const context: unknown = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'manual',
		createEmptyRunExecutionData(),
		0,
		[...items],
		data,
		{ data, node, source: null },
		[],
		signal,
	);

	// n8n-core and n8n-workflow declare the name of an unsaved workflow differently.
	return context as IExecuteFunctions;
}

/** The context of a list in the panel. The parameters are those in the panel, already evaluated. */
export async function editorContext(
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject,
): Promise<ILoadOptionsFunctions> {
	const { workflow, node, additionalData } = await createWorkflow(plane, parameters, {
		credential,
	});

	additionalData.currentNodeParameters = { authentication: 'apiKey', ...parameters };
	const context: unknown = new LoadOptionsContext(workflow, node, additionalData, '');

	return context as ILoadOptionsFunctions;
}

/**
 * The context of the polling trigger for one poll.
 *
 * @param isTest whether a user fetches a test event in the editor
 * @param staticData what earlier polls saved
 */
export async function pollContext(
	parameters: INodeParameters,
	credential?: ICredentialDataDecryptedObject,
	isTest = false,
	staticData: object = {},
): Promise<IPollFunctions> {
	const { workflow, node, additionalData } = await createWorkflow(pollingTrigger, parameters, {
		credential,
	});
	const mode = isTest ? 'manual' : 'trigger';
	const context: unknown = new PollContext(workflow, node, additionalData, mode, 'activate');
	const pollFunctions = context as IPollFunctions;

	Object.assign(pollFunctions.getWorkflowStaticData('node'), staticData);

	return pollFunctions;
}
