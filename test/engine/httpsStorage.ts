import {
	createServer as createHttpServer,
	request as requestOf,
	type RequestListener,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';

import { listen } from '../service/listen';
import { selfSigned } from '../service/testing/certificate';

/** The first byte of a connection that begins TLS: the type of the record of a handshake. */
const HANDSHAKE = 22;

/** A proxy in front of a storage, whose plain and encrypted sides share a port. */
export interface HttpsStorage {
	/** With `http:`. */
	readonly url: string;
	/** The schemes of the requests that arrived, in order. */
	readonly schemes: readonly string[];
	close(): Promise<void>;
}

/**
 * Starts a proxy that redirects http to https, as it stands in front of a Plane that does not know of it
 * (row 321).
 *
 * @param storage the address that it passes on to what comes by https
 * @param status of the redirect
 * @param changeLocation makes another address from the one that it would redirect to
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
		const onward = requestOf(new URL(url, storage), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});

		incoming.pipe(onward);
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
