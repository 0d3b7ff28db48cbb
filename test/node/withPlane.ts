import { afterEach } from '@jest/globals';

import { sourceTypes } from '../unit/contexts';
import { random } from '../unit/random';
import { InProcessHttp } from './inProcessHttp';
import { startPlane, type Plane, type PlaneOptions, type Surroundings } from './plane';
import { VirtualTime } from './virtualTime';

/** Ends what is under way, if anything is. */
let end: (() => Promise<void>) | undefined;

// A test that takes too long has failed, but goes on: its clock would be in the way of the next test.
afterEach(async () => {
	await end?.();
});

/**
 * Starts a time and a network for Planes that a test starts itself, and ends them afterwards.
 *
 * @param nextRandom decides how long the pauses before retries are
 */
export async function withSurroundings<Value>(
	work: (surroundings: Surroundings) => Promise<Value>,
	nextRandom = random(1),
): Promise<Value> {
	// The node imports what it runs when it is first used, which takes real time.
	await import('../../nodes/Plane/run.js');

	const { random: formerRandom } = Math;
	const time = VirtualTime.start();
	const http = new InProcessHttp(time);

	http.use();
	Math.random = nextRandom;

	const result = work({ time, http, types: sourceTypes }).finally(() => {
		Math.random = formerRandom;
		time.stop();
		end = undefined;
	});

	end = async () => {
		time.stop();
		await Promise.allSettled([result]);
	};

	return await result;
}

/**
 * Starts a Plane in a time of its own, and closes it afterwards: for tests that need many, one after the other.
 *
 * @param nextRandom decides how long the pauses before retries are
 */
export const withPlane = async <Value>(
	options: PlaneOptions,
	work: (plane: Plane) => Promise<Value>,
	nextRandom = random(1),
): Promise<Value> =>
	await withSurroundings(async (surroundings) => {
		const plane = await startPlane(surroundings, options);

		try {
			return await work(plane);
		} finally {
			await plane.close();
		}
	}, nextRandom);
