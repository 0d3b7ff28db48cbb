import { afterEach, beforeEach, jest } from '@jest/globals';

/** Stops the clock at this time in UNIX milliseconds. */
export function fixClock(now: number): void {
	jest.useFakeTimers({
		now,
		// Everything but the date, so that waiting for servers and connections still works.
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
 * Stops the clock in each test of the block, also for servers in this process, so that results do not
 * depend on the speed of the machine.
 *
 * @param start the date at the beginning of each test, in UNIX milliseconds
 * @returns a function that sets the clock to this many milliseconds after the start
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
