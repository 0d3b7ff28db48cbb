// What n8n itself hands to a node, for tests of the functions that take it: n8n-core's own contexts.

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

/** What a node has besides its parameters. */
interface Own {
	/** Default: none. */
	readonly credential?: ICredentialDataDecryptedObject | undefined;
	/** How it differs from one that was dragged into a workflow. */
	readonly node?: Partial<INode>;
}

/** What an execution has besides its node. */
interface Around extends Own {
	/** Default: one item with nothing in it. */
	readonly items?: readonly INodeExecutionData[];
	/** Cancels the execution, as the button in the editor does. */
	readonly signal?: AbortSignal;
}

/** n8n, too, has one of each for all executions. */
const [plane, trigger] = [new Plane(), new PlanePollingTrigger()];

/** A workflow of one node, whose parameters it completes by the defaults of the panel. */
async function workflowOf(
	type: INodeType,
	parameters: INodeParameters,
	{ credential, node: own }: Own,
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
		...own,
	};
	const named = () => type;
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		settings: { timezone: TIMEZONE },
		nodeTypes: { getByName: named, getByNameAndVersion: named, getKnownTypes: () => ({}) },
	});

	return { workflow, node, additionalData: createAdditionalData(credentials) };
}

/** What a node gets when it runs: its parameters with the panel's defaults, and its items. */
export async function executeContext(
	parameters: INodeParameters,
	{ items = [{ json: {} }], signal, ...own }: Around = {},
): Promise<IExecuteFunctions> {
	await Container.get(BinaryDataService).init();
	const { workflow, node, additionalData } = await workflowOf(plane, parameters, own);
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

	// Their types differ in what a workflow that is not saved has for a name.
	return context as IExecuteFunctions;
}

/** What a list of the panel gets: what the panel says so far, its expressions evaluated before. */
export async function editorContext(
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject,
): Promise<ILoadOptionsFunctions> {
	const { workflow, node, additionalData } = await workflowOf(plane, parameters, { credential });

	additionalData.currentNodeParameters = parameters;
	const context: unknown = new LoadOptionsContext(workflow, node, additionalData, '');

	return context as ILoadOptionsFunctions;
}

/** What the polling trigger gets when it polls, with a memory that goes on from poll to poll. */
export async function pollContext(
	parameters: INodeParameters,
	credential?: ICredentialDataDecryptedObject,
	isTest = false,
	memory: object = {},
): Promise<IPollFunctions> {
	const { workflow, node, additionalData } = await workflowOf(trigger, parameters, { credential });
	const mode = isTest ? 'manual' : 'trigger';
	const context: unknown = new PollContext(workflow, node, additionalData, mode, 'activate');
	const given = context as IPollFunctions;

	Object.assign(given.getWorkflowStaticData('node'), memory);

	return given;
}
