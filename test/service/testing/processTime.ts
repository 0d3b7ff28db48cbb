import { afterAll, beforeAll } from '@jest/globals';

/** In milliseconds. */
const STEP = 10;

/** A step that comes up to this late is the timer's own, in milliseconds. */
const LEEWAY = 10;

/**
 * Measures the time that this process really had, for tests of how soon something happens: where a
 * busy machine did not let it run, neither to wait nor to work, the time stands still. Work counts
 * in full, a file or a server that is waited for too.
 *
 * @returns the milliseconds since the first test of the block
 */
export function useProcessTime(): () => number {
	let ownTime = 0;
	let timer: NodeJS.Timeout | undefined;
	let last = { at: 0, worked: 0 };

	const read = (): number => {
		const { user, system } = process.cpuUsage();
		const [at, worked] = [performance.now(), (user + system) / 1000];
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
