import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

import type { ServiceOptions } from '../service/service';
import { lend } from '../tools/lend';
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
