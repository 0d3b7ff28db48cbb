import {
	createServer,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	type RequestListener,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { buffer } from 'node:stream/consumers';

import { listen } from '../service/listen';

/** A request as it arrived at a stub. */
export interface Arrived {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: Buffer;
}

export interface Stub {
	readonly url: string;
	/** Everything that arrived, in order. */
	readonly arrived: readonly Arrived[];
	close(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that reads every request to its end and then gives this answer: for
 * answers that the service never gives.
 */
export async function startStub(
	answer: RequestListener = answering(200),
	tls?: { readonly key: string; readonly cert: string },
): Promise<Stub> {
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

/** Answers with this status and body: a text as it is, all else as JSON. */
export const answering =
	(status: number, body: unknown = '', headers: OutgoingHttpHeaders = {}): RequestListener =>
	(_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	};

/** A web page, as a proxy or a web server gives it. */
export const webPage = (status: number): RequestListener =>
	answering(status, '<!DOCTYPE html><html><head><title>Bad gateway</title></head></html>', {
		'content-type': 'text/html',
	});
