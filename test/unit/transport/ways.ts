import { additionalDataFor } from '../../engine/additionalData';
import { EngineCredentials } from '../../engine/credentials';

import { CredentialTestContext, LoadOptionsContext } from 'n8n-core';
import { Workflow, type ILoadOptionsFunctions, type INode } from 'n8n-workflow';

import { PlaneApi } from '../../../credentials/PlaneApi.credentials';
import { Plane } from '../../../nodes/Plane/Plane.node';
import type { Connection } from '../../../nodes/shared/transport/connection';
import {
	sendForTest,
	sendWithKey,
	sendWithoutKey,
	type Send,
} from '../../../nodes/shared/transport/send';
import { executeContext } from '../executeContext';

/** How a way is taken. */
export interface Way {
	readonly connection: Connection;
	/** Milliseconds. */
	readonly timeout: number;
	/** Cancels the execution, where there is one. */
	readonly signal?: AbortSignal;
}

const credentialOf = ({ apiKey, root: baseUrl, workspaceSlug }: Connection) => ({
	...{ apiKey, baseUrl, workspaceSlug },
});

const inExecution = async ({ connection, signal }: Way) =>
	await executeContext({}, { credential: credentialOf(connection), ...(signal && { signal }) });

/** What n8n hands to a list of the panel. */
async function inEditor({ connection }: Way): Promise<ILoadOptionsFunctions> {
	const credentials = new EngineCredentials(new PlaneApi());
	const planeApi = await credentials.store(credentialOf(connection));
	const node: INode = {
		...{ id: 'plane', name: 'Plane', type: 'n8n-nodes-plane-workspace.plane', typeVersion: 1 },
		...{ position: [0, 0], parameters: {}, credentials: { planeApi } },
	};
	const named = () => new Plane();
	const nodeTypes = { getByName: named, getByNameAndVersion: named, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context: unknown = new LoadOptionsContext(
		workflow,
		node,
		additionalDataFor(credentials),
		'',
	);
	// Their types differ in what a workflow that is not saved has for a name.
	return context as ILoadOptionsFunctions;
}

/** The ways out of the package, each by what n8n itself hands to whoever takes it. */
export const ways = {
	node: async (way: Way): Promise<Send> =>
		sendWithKey(await inExecution(way), way.connection, way.timeout),
	editor: async (way: Way): Promise<Send> =>
		sendWithKey(await inEditor(way), way.connection, way.timeout),
	test: async ({ connection }: Way): Promise<Send> => {
		const data = additionalDataFor(new EngineCredentials(new PlaneApi()));
		return await Promise.resolve(sendForTest(new CredentialTestContext(data), connection));
	},
	storage: async (way: Way): Promise<Send> =>
		sendWithoutKey(await inExecution(way), way.connection, way.timeout),
};
