import { afterEach } from '@jest/globals';

/**
 * Wraps a function that starts a server, so that each server is closed after the test that started
 * it.
 */
export function closeAfterEach<
	Parameters extends unknown[],
	Server extends { close(): Promise<void> },
>(start: (...parameters: Parameters) => Promise<Server>) {
	const open: Server[] = [];

	afterEach(async () => {
		for (const server of open.splice(0)) await server.close();
	});

	return async (...parameters: Parameters): Promise<Server> => {
		const server = await start(...parameters);

		open.push(server);

		return server;
	};
}
