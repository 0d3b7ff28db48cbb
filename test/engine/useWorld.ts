import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

import type { ServiceOptions } from '../service/service';
import { closeAfterEach } from '../service/testing/closeAfterEach';
import { lazyProxy } from '../tools/lazyProxy';
import { startWorld, type World } from './world';

/**
 * Starts a world before the tests of a file or of a `describe`, and closes it after them.
 *
 * @param isFresh whether each test gets a world of its own
 */
export function useWorld(options: ServiceOptions = {}, isFresh = false): World {
	let world: Awaited<ReturnType<typeof startWorld>> | undefined;

	(isFresh ? beforeEach : beforeAll)(async () => {
		world = await startWorld(options);
	});
	(isFresh ? afterEach : afterAll)(async () => {
		await world?.close();
		world = undefined;
	});

	return lazyProxy(() => world);
}

/** Lets each test start a world itself, with the kind of server that it needs. It is closed afterwards. */
export function useWorlds() {
	const startAndClose = closeAfterEach(startWorld);
	let current: World | undefined;

	return {
		world: lazyProxy(() => current),
		start: async (options?: ServiceOptions): Promise<World> =>
			(current = await startAndClose(options)),
	};
}
