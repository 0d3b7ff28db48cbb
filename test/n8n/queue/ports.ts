import { once } from 'node:events';
import { createServer } from 'node:net';

/** So many ports of 127.0.0.1 that nobody uses, all different. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
	await Promise.all(servers.map(async (server) => await once(server, 'listening')));
	const ports = servers.map((server) => {
		const address = server.address();
		if (address === null || typeof address === 'string') throw new Error('A server has no port');
		return address.port;
	});
	await Promise.all(
		servers.map(async (server) => {
			const closed = once(server, 'close');
			server.close();
			await closed;
		}),
	);
	return ports;
}
