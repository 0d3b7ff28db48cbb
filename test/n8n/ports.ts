import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Finds a free port on 127.0.0.1: the preferred one if it is free. */
export async function findFreePort(preferred = 0): Promise<number> {
	const server = createServer().listen(preferred, '127.0.0.1');

	try {
		await once(server, 'listening');

		return (server.address() as AddressInfo).port;
	} catch (error) {
		if (preferred === 0) throw error;

		return await findFreePort();
	} finally {
		server.close();
	}
}
