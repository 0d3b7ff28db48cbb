import {
	createServer,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	type RequestListener,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { buffer } from 'node:stream/consumers';

import { listen } from '../listen';
import { selfSigned } from './certificate';

/** A request that arrived at a stub server. */
export interface StubRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: Buffer;
}

export interface StubServer {
	readonly url: string;
	/** All requests, in order. */
	readonly arrived: readonly StubRequest[];
	close(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that reads every request to its end and then sends this answer, for
 * answers that the service never sends. An answer of Plane has one of the shapes of row 17, or is a
 * list as in row 5; where it has another, or comes from something in front of Plane, the test says so.
 */
export async function startStubServer(
	answer: RequestListener = respondWith(200),
	tls?: { readonly key: string; readonly cert: string },
): Promise<StubServer> {
	const arrived: StubRequest[] = [];

	const receive: RequestListener = (request, response) => {
		const { method = '', url = '', headers } = request;

		buffer(request)
			.then((body) => {
				arrived.push({ method, url, headers, body });
				answer(request, response);
			})
			.catch(() => response.destroy());
	};

	const server = await listen(tls ? createTlsServer(tls, receive) : createServer(receive));

	return {
		url: tls ? server.url.replace('http:', 'https:') : server.url,
		arrived,
		close: async () => await server.close(),
	};
}

/** Answers with this status and body. Texts and bytes are sent unchanged, anything else as JSON. */
export const respondWith =
	(status: number, body: unknown = '', headers: OutgoingHttpHeaders = {}): RequestListener =>
	(_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		const isRaw = typeof body === 'string' || body instanceof Uint8Array;

		response.end(isRaw ? body : JSON.stringify(body));
	};

/** Answers with the web page of a proxy or web server. */
export const webPage = (status: number): RequestListener =>
	respondWith(status, '<!DOCTYPE html><html><head><title>Bad gateway</title></head></html>', {
		'content-type': 'text/html',
	});

/** Servers without a readable answer: how to start one, and the error that users see. */
export const unresponsiveServers: readonly (readonly [
	title: string,
	/** Returns the URL to send requests to. */
	start: (start: typeof startStubServer) => Promise<string>,
	message: string,
	remedy: string,
])[] = [
	[
		'is not there',
		async (start) => {
			const stub = await start();

			await stub.close();

			return stub.url;
		},
		' refused the connection',
		'Check the address and its port, and that the server is running. Code: ECONNREFUSED.',
	],
	[
		'has an unknown host',
		async () => await Promise.resolve('https://plane.invalid'),
		' is not a known host',
		'Check the spelling of the address. Code: ',
	],
	[
		'drops the connection',
		async (start) => (await start((_, response) => response.destroy())).url,
		' closed the connection before its response was complete',
		'Try again later',
	],
	[
		'drops the connection in the middle of its answer',
		async (start) => {
			const stub = await start((_, response) => {
				response.writeHead(200, { 'content-length': '1000' });
				response.write('{"id": "0c7da278"', () => response.destroy());
			});

			return stub.url;
		},
		' closed the connection before its response was complete',
		'Try again later',
	],
	[
		'speaks no HTTP',
		async (start) => (await start((_, response) => response.socket?.end('SSH-2.0\r\n'))).url,
		' does not speak HTTP at this address',
		'Check the address and its port.',
	],
	[
		'speaks http where https is asked for',
		async (start) => (await start()).url.replace('http:', 'https:'),
		' does not speak HTTPS at this address',
		'start the address with http://',
	],
	[
		'has a certificate that nobody vouches for',
		async (start) => (await start(respondWith(200), selfSigned)).url,
		' has a certificate that cannot be verified',
		'Ignore SSL Issues',
	],
];
