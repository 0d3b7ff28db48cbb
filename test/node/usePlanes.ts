import { afterEach, beforeEach } from '@jest/globals';

import { sourceTypes } from '../unit/contexts';
import { InProcessHttp } from './inProcessHttp';
import { startPlane, type Plane, type PlaneOptions, type Surroundings } from './plane';
import { VirtualTime } from './virtualTime';

/**
 * Lets each test of a file start as many Planes as it needs. Time is virtual in these tests, from the same start, and
 * the Planes are closed afterwards.
 */
export function usePlanes() {
	let surroundings: Surroundings | undefined;
	const open: Plane[] = [];

	beforeEach(async () => {
		// The node imports what it runs when it is first used, which takes real time.
		await import('../../nodes/Plane/run.js');

		const time = VirtualTime.start();
		const http = new InProcessHttp(time);

		http.use();
		surroundings = { time, http, types: sourceTypes };
	});

	afterEach(async () => {
		for (const plane of open.splice(0)) await plane.close();
		surroundings?.time.stop();
		surroundings = undefined;
	});

	return async (options?: PlaneOptions): Promise<Plane> => {
		if (surroundings === undefined) throw new Error('A Plane exists only while a test runs');

		const plane = await startPlane(surroundings, options);

		open.push(plane);

		return plane;
	};
}
