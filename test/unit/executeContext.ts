import { additionalDataFor } from '../engine/additionalData';
import { EngineCredentials } from '../engine/credentials';

import { Container } from '@n8n/di';
import { BinaryDataService, ExecuteContext } from 'n8n-core';
import {
	Workflow,
	createEmptyRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeTypes,
} from 'n8n-workflow';

import { PlaneApi } from '../../credentials/PlaneApi.credentials';
import { Plane } from '../../nodes/Plane/Plane.node';
import { TIMEZONE } from '../engine/engine';

/** What an execution has besides the parameters of its node. */
interface Around {
	/** Default: one item with nothing in it. */
	readonly items?: readonly INodeExecutionData[];
	/** Default: the node has none. */
	readonly credential?: ICredentialDataDecryptedObject;
	/** How the node differs from one that was dragged into a workflow. */
	readonly node?: Partial<INode>;
	/** Cancels the execution, as the button in the editor does. */
	readonly signal?: AbortSignal;
}

/** n8n, too, has one of it for all executions. */
const plane = new Plane();
const nodeTypes: INodeTypes = {
	getByName: () => plane,
	getByNameAndVersion: () => plane,
	getKnownTypes: () => ({}),
};

/** What n8n itself hands to the node when it runs: its parameters with the panel's defaults, and its items. */
export async function executeContext(
	parameters: INodeParameters,
	{ items = [{ json: {} }], credential, node: own, signal }: Around = {},
): Promise<IExecuteFunctions> {
	await Container.get(BinaryDataService).init();
	const credentials = new EngineCredentials(new PlaneApi());
	const node: INode = {
		...{ id: 'plane', name: 'Plane', type: 'n8n-nodes-plane-workspace.plane', typeVersion: 1 },
		...{ position: [0, 0], parameters },
		...(credential && { credentials: { planeApi: await credentials.store(credential) } }),
		...own,
	};
	// The workflow completes the node's parameters by the defaults of the panel.
	const workflow = new Workflow({
		...{ nodes: [node], connections: {}, active: false, nodeTypes },
		settings: { timezone: TIMEZONE },
	});
	const data = { main: [[...items]] };
	const context: unknown = new ExecuteContext(
		workflow,
		workflow.getNode(node.name) ?? node,
		additionalDataFor(credentials),
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
