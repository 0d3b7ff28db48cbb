import { additionalDataFor } from '../../engine/additionalData';
import { EngineCredentials } from '../../engine/credentials';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { PollContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeParameters,
	type INodeTypes,
	type IPollFunctions,
} from 'n8n-workflow';
import { jest } from '@jest/globals';

import { PlaneApi } from '../../../credentials/PlaneApi.credentials';
import { PlanePollingTrigger } from '../../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import { TIMEZONE } from '../../engine/engine';

const trigger = new PlanePollingTrigger();
const nodeTypes: INodeTypes = {
	getByName: () => trigger,
	getByNameAndVersion: () => trigger,
	getKnownTypes: () => ({}),
};

/** What n8n itself hands to the trigger when it polls, with a memory that goes on from poll to poll. */
export async function pollContext(
	parameters: INodeParameters,
	credential?: ICredentialDataDecryptedObject,
	isTest = false,
	memory: object = {},
): Promise<IPollFunctions> {
	const credentials = new EngineCredentials(new PlaneApi());
	const node: INode = {
		...{ id: 'trigger', name: 'Trigger', typeVersion: 1, position: [0, 0], parameters },
		type: 'n8n-nodes-plane-workspace.planePollingTrigger',
		...(credential && { credentials: { planeApi: await credentials.store(credential) } }),
	};
	// The workflow completes the node's parameters by the defaults of the panel.
	const workflow = new Workflow({
		...{ nodes: [node], connections: {}, active: false, nodeTypes },
		settings: { timezone: TIMEZONE },
	});
	const context: unknown = new PollContext(
		workflow,
		workflow.getNode(node.name) ?? node,
		additionalDataFor(credentials),
		isTest ? 'manual' : 'trigger',
		'activate',
	);
	const given = context as IPollFunctions;
	Object.assign(given.getWorkflowStaticData('node'), memory);
	return given;
}

/** What something comes to, and what n8n's log gets as a warning meanwhile. */
export async function logged<Given>(
	work: () => Promise<Given>,
): Promise<{ readonly given: Given; readonly lines: readonly string[] }> {
	const lines: string[] = [];
	const spy = jest
		.spyOn(Container.get(Logger), 'warn')
		.mockImplementation((message) => void lines.push(message));
	try {
		return { given: await work(), lines };
	} finally {
		spy.mockRestore();
	}
}
