import { createServer, type Socket } from 'node:net';

import { listen } from '../service/listen';

/** How a storage behaves on a connection. If it returns a promise, it is done when that resolves. */
export type Behaviour = (socket: Socket) => unknown;

export interface RawStore {
	readonly url: string;
	/** Counts the bytes that were read from all connections. */
	readonly bytesRead: () => number;
	close(): Promise<void>;
}

const REFUSAL =
	'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>EntityTooLarge</Code><Message>Your proposed upload exceeds the maximum allowed size</Message></Error>';

/** A response that the file is too large. @param headers further ones, each with a line break after it */
export const refusal = (headers = ''): string =>
	`HTTP/1.1 400 Bad Request\r\nContent-Type: application/xml\r\nContent-Length: ${REFUSAL.length}\r\n${headers}\r\n${REFUSAL}`;

/** A response that the file was stored. */
export const success = 'HTTP/1.1 204 No Content\r\nETag: "e1"\r\n\r\n';

/**
 * Starts a storage that works on TCP connections, to misbehave as no HTTP server of Node.js can.
 *
 * @param behave called when `afterBytes` bytes of a connection have been read
 * @param hasBehaved called when `behave` is done
 */
export async function startRawStore(
	behave: Behaviour,
	afterBytes = 1,
	hasBehaved: () => void = () => undefined,
): Promise<RawStore> {
	let read = 0;
	const server = createServer((socket) => {
		let bytesOfConnection = 0;

		socket.on('error', () => undefined);
		socket.on('data', (chunk) => {
			const before = bytesOfConnection;

			bytesOfConnection += chunk.length;
			read += chunk.length;
			if (before >= afterBytes || bytesOfConnection < afterBytes) return;

			void Promise.resolve(behave(socket)).then(hasBehaved);
		});
	});
	const listening = await listen(server);

	return {
		url: listening.url,
		bytesRead: () => read,
		close: async () => await listening.close(),
	};
}
