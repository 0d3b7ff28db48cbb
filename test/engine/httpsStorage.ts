import {
	createServer as createHttpServer,
	request as requestOf,
	type RequestListener,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';

import { listen } from '../service/listen';
import { selfSigned } from '../service/testing/certificate';

/** The first byte of a TLS connection: the record type of a handshake. */
const HANDSHAKE = 22;

/** A proxy in front of a storage that accepts http and https on the same port. */
export interface HttpsStorage {
	/** Begins with `http:`. */
	readonly url: string;
	/** The schemes of the requests that arrived, in order. */
	readonly schemes: readonly string[];
	close(): Promise<void>;
}

/**
 * Starts a proxy that redirects http to https, in front of a Plane server that issues http addresses
 * because it is not configured for the proxy (row 321).
 *
 * @param storage the address to which requests by https are forwarded
 * @param status of the redirect
 * @param changeLocation changes the address of the redirect
 */
export async function startHttpsStorage(
	storage: string,
	status: number,
	changeLocation: (address: string) => string = (address) => address,
): Promise<HttpsStorage> {
	const schemes: string[] = [];

	const plainListener: RequestListener = (incoming, response) => {
		schemes.push('http');
		const location = changeLocation(`https://${incoming.headers.host ?? ''}${incoming.url ?? ''}`);

		// Like nginx, without waiting for the file.
		response.writeHead(status, { location, 'content-type': 'text/html' }).end('<html></html>');
		incoming.resume();
	};

	const tlsListener: RequestListener = (incoming, response) => {
		schemes.push('https');
		const { method, headers, url = '' } = incoming;
		const forwarded = requestOf(new URL(url, storage), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});

		incoming.pipe(forwarded);
	};

	const servers = {
		http: createHttpServer(plainListener),
		https: createHttpsServer(selfSigned, tlsListener),
	};
	const listening = await listen(
		createServer((socket: Socket) => {
			socket.on('error', () => socket.destroy());
			socket.once('data', (bytes: Buffer) => {
				socket.pause();
				socket.unshift(bytes);
				const server = bytes[0] === HANDSHAKE ? servers.https : servers.http;

				server.emit('connection', socket);
				process.nextTick(() => socket.resume());
			});
		}),
	);

	return {
		url: listening.url,
		schemes,
		close: async () => await listening.close(),
	};
}
