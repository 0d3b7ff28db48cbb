import { once } from 'node:events';
import type { Server } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const host = '127.0.0.1';

export interface ListeningServer {
	/** With `http:`, and without a slash at its end. */
	url: string;
	/** Ends open connections too, and resolves when nothing of the server is left. */
	close(): Promise<void>;
	/**
	 * Stops listening and drops every connection, and listens again on the same port after so many
	 * milliseconds. Does nothing to a server that is not listening.
	 */
	interrupt(milliseconds: number): void;
}

/** Lets a server listen on 127.0.0.1 (port 0: any free one). */
export async function listen(server: Server, requestedPort = 0): Promise<ListeningServer> {
	const connections = new Map<Socket, Promise<unknown>>();

	server.on('connection', (socket: Socket) => {
		const closed = new Promise((resolve) => socket.once('close', resolve));

		connections.set(socket, closed);
		socket.once('close', () => connections.delete(socket));
	});
	server.listen(requestedPort, host);
	await once(server, 'listening');
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('No address to listen on.');

	const { port } = address;
	const closing = new AbortController();
	let interruption: Promise<void> | undefined;

	async function stop(): Promise<void> {
		const stopped = once(server, 'close');

		server.close();
		// A server counts as closed before its connections have reported that they are.
		const closedConnections = [...connections.values()];

		for (const socket of connections.keys()) socket.destroy();
		await Promise.all([stopped, ...closedConnections]);
	}

	async function stopFor(milliseconds: number): Promise<void> {
		const { signal } = closing;
		const pauseEnded = wait(milliseconds, undefined, { signal }).catch(() => undefined);

		await stop();
		await pauseEnded;

		while (!signal.aborted && !server.listening) {
			const listening = once(server, 'listening');

			server.listen(port, host);
			// A client that asks for its own port may hold it for a moment.
			await listening.catch(async () => await wait(20));
		}
	}

	return {
		url: `http://${host}:${port}`,
		async close() {
			closing.abort();
			await interruption;
			if (server.listening) await stop();
		},
		interrupt(milliseconds) {
			if (server.listening && !closing.signal.aborted) interruption = stopFor(milliseconds);
		},
	};
}
