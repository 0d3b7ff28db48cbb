// The contexts that n8n passes to the nodes of the sources, from n8n-core itself.

import { LoadOptionsContext, PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeParameters,
	IPollFunctions,
} from 'n8n-workflow';

import { PlaneApi } from '../../credentials/PlaneApi.credentials';
import { Plane } from '../../nodes/Plane/Plane.node';
import { PlanePollingTrigger } from '../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import {
	createExecuteContext,
	createWorkflow,
	type ExecutionOptions,
	type NodeTypes,
} from '../node/contexts';

// As in n8n, all executions share one object of each node.
const pollingTrigger = new PlanePollingTrigger();

/** The Plane node of the sources. */
export const sourceTypes: NodeTypes = { node: new Plane(), credential: new PlaneApi() };

/** The context of a running Plane node, whose parameters include the panel's defaults. */
export const executeContext = async (
	parameters: INodeParameters,
	options: ExecutionOptions = {},
): Promise<IExecuteFunctions> => await createExecuteContext(sourceTypes, parameters, options);

/** The context of a list in the panel. The parameters are those in the panel, already evaluated. */
export async function editorContext(
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject,
): Promise<ILoadOptionsFunctions> {
	const { workflow, node, additionalData } = await createWorkflow(sourceTypes, parameters, {
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
	const { workflow, node, additionalData } = await createWorkflow(
		{ ...sourceTypes, node: pollingTrigger },
		parameters,
		{
			credential,
		},
	);
	const mode = isTest ? 'manual' : 'trigger';
	const context: unknown = new PollContext(workflow, node, additionalData, mode, 'activate');
	const pollFunctions = context as IPollFunctions;

	Object.assign(pollFunctions.getWorkflowStaticData('node'), staticData);

	return pollFunctions;
}
