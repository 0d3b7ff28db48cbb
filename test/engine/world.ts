import type { ICredentialDataDecryptedObject, INodeParameters, OnError } from 'n8n-workflow';

import { startService, type Service, type ServiceOptions } from '../service/service';
import { startStore, type Store } from '../service/store';
import { Engine, type Outcome, type RunOptions } from './engine';
import { parametersFor } from './samples';
import type { InputItem } from './startNode';

/** The kinds of server that a test which knows no difference runs on. */
export const serverKinds = ['specification', 'community'] as const;

/** The service, its store, n8n's engine, and a credential that leads from one to the other. */
export interface World {
	readonly service: Service;
	readonly store: Store;
	readonly engine: Engine;
	readonly credential: ICredentialDataDecryptedObject;
	/** Runs a node with this operation, given as `resource.operation`. */
	readonly run: (
		operation: string,
		parameters?: INodeParameters,
		more?: Execution,
	) => Promise<Outcome>;
}

/** What an execution has besides the parameters of its node. */
export interface Execution extends RunOptions {
	/** Default: one item with nothing in it. */
	readonly items?: readonly InputItem[];
	/** Default: that of the world. */
	readonly credential?: ICredentialDataDecryptedObject;
	/** What the node does when an item fails. Default: it stops. */
	readonly onError?: OnError;
}

/** Starts a world. @param options with a store that several worlds share; default: each has its own */
export async function startWorld(
	options: ServiceOptions = {},
): Promise<World & { close(): Promise<void> }> {
	const engine = await Engine.start();
	const ownStore = options.storage === undefined ? await startStore() : undefined;
	const store = options.storage ?? ownStore;
	if (store === undefined) throw new Error('There is no store');

	const service = await startService({ ...options, storage: store });
	const defaultCredential = credentialFor(service);

	return {
		service,
		store,
		engine,
		credential: defaultCredential,
		async run(
			operation,
			parameters = {},
			{ items = [{}], credential = defaultCredential, onError, ...more } = {},
		) {
			// Whole records, which say more than a card.
			const node = { parameters: parametersFor(operation, { simple: false, ...parameters }) };
			const all = onError === undefined ? node : { ...node, onError };

			return await engine.run(all, items, credential, more);
		},
		async close() {
			await service.close();
			await ownStore?.close();
		},
	};
}

/** The credential of somebody who has a key to this server. */
export const credentialFor = ({
	url,
	apiKey = 'plane_api_of_the_test',
	workspace = 'acme',
}: Pick<Service, 'url'> & Partial<Service>) => ({
	apiKey,
	baseUrl: url,
	workspaceSlug: workspace,
});
