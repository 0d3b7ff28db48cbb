import { once } from 'node:events';
import type { Server } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const host = '127.0.0.1';

export interface ListeningServer {
	/** Starts with `http:`, and has no trailing slash. */
	url: string;
	/** Also closes open connections, and resolves once all of them are closed. */
	close(): Promise<void>;
	/**
	 * Stops listening and drops every connection, then listens again on the same port after this time in
	 * milliseconds. Does nothing if the server is not listening.
	 */
	interrupt(milliseconds: number): void;
}

/** Makes a server listen on 127.0.0.1. Port 0 stands for any free port. */
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
		// The server emits `close` before its connections do.
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
			// A client may be using the port as its own for a moment.
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
