import { afterEach, beforeEach, jest } from '@jest/globals';

/** Makes the date stand still from now on, at a time in UNIX milliseconds. */
export function fixClock(now: number): void {
	jest.useFakeTimers({
		now,
		// All but the date: what waits for servers and connections goes on as usual.
		doNotFake: [
			'hrtime',
			'nextTick',
			'performance',
			'queueMicrotask',
			'setImmediate',
			'clearImmediate',
			'setInterval',
			'clearInterval',
			'setTimeout',
			'clearTimeout',
		],
	});
}

/**
 * Makes the date stand still in each test of the block, for servers in this process too, so that
 * what depends on it does not depend on how fast the machine is.
 *
 * @param start the date at the beginning of each test, in UNIX milliseconds
 * @returns sets the date to so many milliseconds after the start
 */
export function useFixedClock(start: number): (milliseconds: number) => void {
	beforeEach(() => {
		fixClock(start);
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	return (milliseconds) => {
		jest.setSystemTime(start + milliseconds);
	};
}
