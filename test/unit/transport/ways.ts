import { createAdditionalData } from '../../engine/additionalData';
import { EngineCredentials } from '../../engine/credentials';

import { CredentialTestContext } from 'n8n-core';

import { PlaneApi } from '../../../credentials/PlaneApi.credentials';
import type { Connection } from '../../../nodes/shared/transport/connection';
import {
	sendForTest,
	sendWithKey,
	sendWithoutKey,
	type Send,
} from '../../../nodes/shared/transport/send';
import { editorContext, executeContext } from '../contexts';

/** How a way is taken. */
export interface Way {
	readonly connection: Connection;
	/** Milliseconds. */
	readonly timeout: number;
	/** Cancels the execution, where there is one. */
	readonly signal?: AbortSignal;
}

const credentialOf = ({ apiKey, root: baseUrl, workspaceSlug }: Connection) => ({
	apiKey,
	baseUrl,
	workspaceSlug,
});

const inExecution = async ({ connection, signal }: Way) =>
	await executeContext({}, { credential: credentialOf(connection), ...(signal && { signal }) });

const inEditor = async ({ connection }: Way) => await editorContext({}, credentialOf(connection));

/** The ways out of the package, each by what n8n itself hands to whoever takes it. */
export const ways = {
	node: async (way: Way): Promise<Send> =>
		sendWithKey(await inExecution(way), way.connection, way.timeout),
	editor: async (way: Way): Promise<Send> =>
		sendWithKey(await inEditor(way), way.connection, way.timeout),
	test: async ({ connection }: Way): Promise<Send> => {
		const data = createAdditionalData(new EngineCredentials(new PlaneApi()));

		return await Promise.resolve(sendForTest(new CredentialTestContext(data), connection));
	},
	storage: async (way: Way): Promise<Send> =>
		sendWithoutKey(await inExecution(way), way.connection, way.timeout),
};
