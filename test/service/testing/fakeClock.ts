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
 * Stops the timers and `performance.now()` in each test of the block, so that only the test lets time pass.
 * Connections and files still work.
 *
 * @returns a function that lets this many milliseconds pass
 */
export function useStoppedTimers(): (milliseconds: number) => Promise<void> {
	beforeEach(() => {
		jest.useFakeTimers({
			doNotFake: ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
		});
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	return async (milliseconds) => {
		await jest.advanceTimersByTimeAsync(milliseconds);
	};
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
