import { createServer, type Socket } from 'node:net';

import { listen } from '../service/listen';

/** What a raw server does with a connection, from its first bytes on, until it has done it. */
export type Behaviour = (socket: Socket) => unknown;

export interface RawStore {
	readonly url: string;
	/** The bytes that it has read. */
	readonly bytesRead: () => number;
	close(): Promise<void>;
}

const REFUSAL =
	'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>EntityTooLarge</Code><Message>Your proposed upload exceeds the maximum allowed size</Message></Error>';

/** An answer that the file is too large, with these headers too. */
export const refusal = (headers = ''): string =>
	`HTTP/1.1 400 Bad Request\r\nContent-Type: application/xml\r\nContent-Length: ${REFUSAL.length}\r\n${headers}\r\n${REFUSAL}`;

/** An answer that the file was taken. */
export const success = 'HTTP/1.1 204 No Content\r\nETag: "e1"\r\n\r\n';

/**
 * Starts a server of bare connections, for what no HTTP server does.
 *
 * @param behave what it does once it has read so many bytes of a connection
 * @param hasBehaved called when that is done: it has responded, closed the connection or fallen silent
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
