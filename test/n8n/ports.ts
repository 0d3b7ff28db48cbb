import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A free port of 127.0.0.1: the wanted one if it is free. */
export async function freePort(wanted = 0): Promise<number> {
	const server = createServer().listen(wanted, '127.0.0.1');

	try {
		await once(server, 'listening');

		return (server.address() as AddressInfo).port;
	} catch (error) {
		if (wanted === 0) throw error;

		return await freePort();
	} finally {
		server.close();
	}
}
