import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

import type { ServiceOptions } from '../service/service';
import { lend } from '../tools/lazyProxy';
import { startStub } from '../service/testing/stubServer';
import { startWorld, type World } from './world';

/** A world for the tests of this file, or of the group that asks for it: one for all, or one each. */
export function useWorld(options: ServiceOptions = {}, each = false): World {
	let world: Awaited<ReturnType<typeof startWorld>> | undefined;

	(each ? beforeEach : beforeAll)(async () => {
		world = await startWorld(options);
	});
	(each ? afterEach : afterAll)(async () => {
		await world?.close();
		world = undefined;
	});

	return lend(() => world);
}

/** A world that each test starts itself, with the kind of server that it needs. */
export function useWorlds() {
	const started = closedAfterEach(startWorld);
	let present: World | undefined;

	return {
		world: lend(() => present),
		start: async (options?: ServiceOptions): Promise<World> => (present = await started(options)),
	};
}

/** Starts stubs, each for the test that starts it. */
export const useStubs = () => closedAfterEach(startStub);

/** What a test starts in this way is closed when the test has ended. */
function closedAfterEach<Given extends unknown[], Server extends { close(): Promise<void> }>(
	start: (...given: Given) => Promise<Server>,
) {
	const open: Server[] = [];

	afterEach(async () => {
		for (const server of open.splice(0)) await server.close();
	});

	return async (...given: Given): Promise<Server> => {
		const server = await start(...given);

		open.push(server);

		return server;
	};
}
