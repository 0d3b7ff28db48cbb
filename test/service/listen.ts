import { once } from 'node:events';
import type { Server } from 'node:http';

/**
 * Lets a server listen on 127.0.0.1 (port 0: any free one). `close` ends open connections too,
 * and resolves when nothing of the server is left.
 */
export async function listen(
	server: Server,
	port = 0,
): Promise<{ url: string; close(): Promise<void> }> {
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('No address to listen on.');
	return {
		url: `http://127.0.0.1:${address.port}`,
		async close() {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
