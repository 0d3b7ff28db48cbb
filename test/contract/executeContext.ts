import { additionalDataFor } from '../engine/additionalData';
import { EngineCredentials } from '../engine/credentials';

import { ExecuteContext } from 'n8n-core';
import {
	Workflow,
	createEmptyRunExecutionData,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeTypes,
} from 'n8n-workflow';

import { PlaneApi } from '../../credentials/PlaneApi.credentials';
import { Plane } from '../../nodes/Plane/Plane.node';

/** n8n, too, has one of it for all executions. */
const plane = new Plane();
const nodeTypes: INodeTypes = {
	getByName: () => plane,
	getByNameAndVersion: () => plane,
	getKnownTypes: () => ({}),
};

/** What n8n hands to the node for one input item: its parameters with the panel's defaults. */
export function executeContext(
	parameters: INodeParameters,
	item: INodeExecutionData = { json: {} },
): IExecuteFunctions {
	const node: INode = {
		id: 'plane',
		name: 'Plane',
		type: 'n8n-nodes-plane-workspace.plane',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	// The workflow completes the node's parameters by the defaults of the panel.
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const data = { main: [[item]] };
	const context: unknown = new ExecuteContext(
		workflow,
		workflow.getNode(node.name) ?? node,
		additionalDataFor(new EngineCredentials(new PlaneApi())),
		'manual',
		createEmptyRunExecutionData(),
		0,
		[item],
		data,
		{ data, node, source: null },
		[],
	); // Their types differ in what a workflow that is not saved has for a name.
	return context as IExecuteFunctions;
}
