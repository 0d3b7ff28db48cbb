import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports that operating systems do not give to outgoing connections: Linux does from 32,768, others from 49,152.
 * So a free one is still free when a server that takes a minute to start listens there.
 */
const FIRST_PORT = 12_000;
const LAST_PORT = 32_000;

/** Ports that this process has found at random. Their servers may not listen yet. */
const found = new Set<number>();

/** Finds a free port on 127.0.0.1: the preferred one if it is free. 0 is any, as for a server. */
export async function findFreePort(preferred = 0): Promise<number> {
	if (preferred !== 0 && (await isFree(preferred))) return preferred;

	const port = randomInt(FIRST_PORT, LAST_PORT + 1);
	if (found.has(port) || !(await isFree(port))) return await findFreePort();

	found.add(port);

	return port;
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, '127.0.0.1');

	try {
		await once(server, 'listening');

		return true;
	} catch {
		return false;
	} finally {
		server.close();
	}
}
