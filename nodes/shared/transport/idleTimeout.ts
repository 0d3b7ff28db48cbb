import { sleep } from 'n8n-workflow';

/** So often it is looked at, in milliseconds. */
const SLICE = 250;

/**
 * Waits for work, and ends it when nothing of it has moved for this many milliseconds. n8n's helper has
 * no time-out for a file: its own counts the whole of an upload, and nothing of a download.
 *
 * @param moving when it moved last, in the milliseconds of `performance.now()`
 * @throws what the work throws; an error with the code of a time-out where it was ended
 */
export async function endStalled<Result>(
	moving: { readonly movedAt: number },
	timeout: number,
	end: () => void,
	work: Promise<Result>,
): Promise<Result> {
	const state = { isOver: false, isStalled: false };

	const watch = async () => {
		while (!state.isOver && !state.isStalled) {
			const left = moving.movedAt + timeout - performance.now();

			state.isStalled = left <= 0;
			if (state.isStalled) end();
			else await sleep(Math.min(SLICE, left));
		}
	};

	void watch();

	try {
		return await work;
	} catch (error) {
		const stalled = Object.assign(new Error('Nothing moved any more'), { code: 'ECONNABORTED' });

		throw state.isStalled ? stalled : error;
	} finally {
		state.isOver = true;
	}
}
