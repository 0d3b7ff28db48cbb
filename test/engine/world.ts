import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { listen } from '../service/listen';
import { startService, type Service, type ServiceOptions } from '../service/service';
import { startStore, type Store } from '../service/store';
import { Engine } from './engine';

/** The kinds of server that a test which knows no difference runs on. */
export const faceNames = ['specification', 'community'] as const;

/** The service, its store, n8n's engine, and a credential that leads from one to the other. */
export interface World {
	readonly service: Service;
	readonly store: Store;
	readonly engine: Engine;
	readonly credential: ICredentialDataDecryptedObject;
}

export async function startWorld(
	options: ServiceOptions = {},
): Promise<World & { close(): Promise<void> }> {
	const engine = await Engine.start();
	const store = await startStore();
	const service = await startService({ storage: store, ...options });
	return {
		service,
		store,
		engine,
		credential: credentialFor(service),
		async close() {
			await service.close();
			await store.close();
		},
	};
}

/** The credential of somebody who has a key to this service. */
export const credentialFor = ({ url, apiKey, workspace }: Service) => ({
	apiKey,
	baseUrl: url,
	workspaceSlug: workspace,
});

/** A request as it arrived at an odd server. */
export interface Arrived {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: Buffer;
}

export interface OddServer {
	readonly url: string;
	/** Everything that arrived, in order. */
	readonly arrived: readonly Arrived[];
	close(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that takes every request to its end and then answers as it is told:
 * for the answers that the service never gives.
 */
export async function startOddServer(
	answer: RequestListener,
	tls?: { readonly key: string; readonly cert: string },
): Promise<OddServer> {
	const arrived: Arrived[] = [];
	const take: RequestListener = (request, response) => {
		const { method = '', url = '', headers } = request;
		buffer(request)
			.then((body) => {
				arrived.push({ method, url, headers, body });
				answer(request, response);
			})
			.catch(() => response.destroy());
	};
	const server = await listen(tls ? createTlsServer(tls, take) : createServer(take));
	return {
		url: tls ? server.url.replace('http:', 'https:') : server.url,
		arrived,
		close: async () => await server.close(),
	};
}
