import { afterEach } from '@jest/globals';
import { startService, type Service, type ServiceOptions } from '../service';
import { startStore, type Store } from '../store';

interface Closable {
	close(): Promise<void>;
}

/** Returns functions that start servers, each of which is closed after the test that started it. */
export function useServers() {
	const open: Closable[] = [];

	async function closeAll(): Promise<void> {
		await Promise.all(open.splice(0).map((server) => server.close()));
	}

	afterEach(closeAll);

	async function closeAfterTest<Server extends Closable>(
		starting: Promise<Server>,
	): Promise<Server> {
		const server = await starting;

		open.push(server);

		return server;
	}

	const start = async (options: ServiceOptions = {}): Promise<Service> =>
		await closeAfterTest(startService({ workItems: 7, ...options }));

	return {
		closeAll,
		opened: closeAfterTest,
		start,

		startWithStore: async (
			options: ServiceOptions = {},
		): Promise<{ service: Service; store: Store }> => {
			const store = await closeAfterTest(startStore());

			return { store, service: await start({ storage: store, ...options }) };
		},
	};
}
