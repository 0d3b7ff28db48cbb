import { createAdditionalData } from '../../engine/additionalData';
import { EngineCredentials } from '../../engine/credentials';

import { CredentialTestContext } from 'n8n-core';

import { PlaneApi } from '../../../credentials/PlaneApi.credentials';
import type { Connection } from '../../../nodes/shared/transport/connection';
import {
	sendForTest,
	sendAnonymously,
	sendSignedIn,
	type Send,
} from '../../../nodes/shared/transport/send';
import { editorContext, executeContext } from '../contexts';

/** What a sender is created with. */
export interface SenderOptions {
	readonly connection: Connection;
	/** Milliseconds. */
	readonly timeout: number;
	/** Cancels the execution, if there is one. */
	readonly signal?: AbortSignal;
}

const toCredential = ({ secret, root: baseUrl, workspaceSlug }: Connection) => ({
	apiKey: secret,
	baseUrl,
	workspaceSlug,
});

const createExecuteContext = async ({ connection, signal }: SenderOptions) =>
	await executeContext({}, { credential: toCredential(connection), ...(signal && { signal }) });

const createEditorContext = async ({ connection }: SenderOptions) =>
	await editorContext({}, toCredential(connection));

/** Creates the senders of the package with n8n's own contexts. */
export const senders = {
	node: async (options: SenderOptions): Promise<Send> =>
		sendSignedIn(await createExecuteContext(options), options.connection, options.timeout),
	editor: async (options: SenderOptions): Promise<Send> =>
		sendSignedIn(await createEditorContext(options), options.connection, options.timeout),
	test: async ({ connection }: SenderOptions): Promise<Send> => {
		const data = createAdditionalData(new EngineCredentials(new PlaneApi()));

		return await Promise.resolve(sendForTest(new CredentialTestContext(data), connection));
	},
	storage: async (options: SenderOptions): Promise<Send> =>
		sendAnonymously(await createExecuteContext(options), options.connection, options.timeout),
};
