import { afterAll, beforeAll, jest } from '@jest/globals';

import { startService, type Service, type ServiceOptions } from '../service/service';
import { startStore, type Store } from '../service/store';
import { lazyProxy } from '../tools/lazyProxy';
import { installN8n, type Line } from './install';
import { Instance } from './instance';
import { N8nServer } from './n8nServer';
import {
	type Credential,
	createPlaneCredential,
	webhookCredential,
	type WorkflowFile,
} from './workflows/draft';

/** After this time in milliseconds, a test of released n8n hangs, however busy the machine is. */
export const TEST_LIMIT_MS = 900_000;

/** A released n8n with the packed package installed, and the service that its credential points to. */
export interface World {
	readonly service: Service;
	readonly store: Store;
	readonly instance: Instance;
}

/** The options of the service, and settings of n8n. */
export interface WorldOptions extends ServiceOptions {
	/** Environment of n8n that differs from that of the other tests. */
	readonly env?: NodeJS.ProcessEnv;
}

/**
 * Sets up n8n and the service for a group of tests.
 *
 * @param workflows to import, for the records of the service
 * @param credentials to import in addition to those for the service
 */
export function useWorld(
	line: Line,
	workflows: (service: Service) => WorkflowFile[],
	{ env = {}, ...options }: WorldOptions = {},
	credentials: () => readonly Credential[] = () => [],
): World {
	// A command of n8n takes some seconds, its start half a minute, and several times as long on a busy machine.
	jest.setTimeout(TEST_LIMIT_MS);
	let world: World | undefined;

	beforeAll(async () => {
		const store = await startStore();
		const service = await startService({ storage: store, ...options });
		const instance = await Instance.create(await installN8n(line), { env });

		world = { service, store, instance };
		await instance.import({
			credentials: [createPlaneCredential(service), webhookCredential, ...credentials()],
			workflows: workflows(service),
		});
	});
	afterAll(async () => {
		await world?.instance.close();
		await world?.service.close();
		await world?.store.close();
	});

	return lazyProxy(() => world);
}

/**
 * Starts the n8n of a world before a group of tests, and closes it after them.
 *
 * @param published the IDs of workflows that are published first
 */
export function useN8nServer(
	world: World,
	published: () => readonly string[] = () => [],
): N8nServer {
	let server: N8nServer | undefined;

	beforeAll(async () => {
		server = await N8nServer.start(world.instance);
		for (const id of published()) await server.publish(id);
	});
	afterAll(async () => {
		await server?.close();
	});

	return lazyProxy(() => server);
}
