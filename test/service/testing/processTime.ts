import { afterAll, beforeAll } from '@jest/globals';

/** The interval between two measurements, in milliseconds. */
const STEP = 10;

/** The delay that timers have on an idle machine, in milliseconds. */
const LEEWAY = 10;

/**
 * Measures the time in which this process could run, for tests of how soon something happens. Time in
 * which a busy machine suspended the process does not count; its own work and its waits for files and
 * servers do.
 *
 * @returns a function that returns the milliseconds since the first test of the block
 */
export function useProcessTime(): () => number {
	let ownTime = 0;
	let timer: NodeJS.Timeout | undefined;
	let last = { at: 0, worked: 0 };

	const read = (): number => {
		const { user, system } = process.cpuUsage();
		const at = performance.now();
		const worked = (user + system) / 1000;
		const maxOwnTime = Math.max(STEP + LEEWAY, worked - last.worked);

		ownTime += Math.min(at - last.at, maxOwnTime);
		last = { at, worked };

		return ownTime;
	};

	beforeAll(() => {
		read();
		ownTime = 0;
		timer = setInterval(read, STEP);
	});
	afterAll(() => {
		clearInterval(timer);
	});

	return read;
}
