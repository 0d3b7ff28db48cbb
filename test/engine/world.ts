import type { ICredentialDataDecryptedObject, INodeParameters, OnError } from 'n8n-workflow';

import { startService, type Service, type ServiceOptions } from '../service/service';
import { startStore, type Store } from '../service/store';
import { refuseV2Violations } from '../service/testing/v2Client';
import { credentialFor } from './credentials';
import { Engine, type Outcome, type RunOptions } from './engine';
import { parametersFor } from './samples';
import type { InputItem } from './startNode';

/** The service, its store, n8n's engine, and a credential with which the engine reaches the service. */
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

/** The settings of an execution besides the parameters of its node. */
export interface Execution extends RunOptions {
	/** Default: one empty item. */
	readonly items?: readonly InputItem[];
	/** Default: the credential of the world. */
	readonly credential?: ICredentialDataDecryptedObject;
	/** What the node does if an item fails. Default: it stops. */
	readonly onError?: OnError;
}

/** Starts a world. @param options of the service; `storage` is a store to share, by default it gets its own */
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
			// Complete records by default, because most tests check fields that Simplify removes.
			const ownParameters = parametersFor(operation, { simple: false, ...parameters });
			const node = { parameters: ownParameters, ...(onError !== undefined && { onError }) };

			return await engine.run(node, items, credential, more);
		},
		async close() {
			await service.close();
			await ownStore?.close();
			refuseV2Violations(service);
		},
	};
}
