import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

import type { ServiceOptions } from '../service/service';
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
	const started = (): World => {
		if (world === undefined) throw new Error('The world is there only while a test runs');
		return world;
	};
	return {
		get service() {
			return started().service;
		},
		get store() {
			return started().store;
		},
		get engine() {
			return started().engine;
		},
		get credential() {
			return started().credential;
		},
	};
}
