import { createServer } from 'node:net';
import { once } from 'node:events';

/** Whether nobody listens on this port of 127.0.0.1; for 0, which port is free. */
async function probe(port: number): Promise<number | undefined> {
	const server = createServer();
	try {
		server.listen(port, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		return typeof address === 'object' ? address?.port : undefined;
	} catch {
		return undefined;
	} finally {
		server.close();
	}
}

/** A free port of 127.0.0.1: the wanted one if it is free. */
export async function freePort(wanted = 0): Promise<number> {
	const port = (await probe(wanted)) ?? (await probe(0));
	if (port === undefined) throw new Error('No port is free.');
	return port;
}
