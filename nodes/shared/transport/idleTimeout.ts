import { sleep } from 'n8n-workflow';

/** Something that moves, or has come to a stop. */
export interface Moving {
	/** When it moved last, in the milliseconds of `performance.now()`. */
	readonly movedAt: number;
}

/** So often it is looked at, in milliseconds. */
const SLICE = 250;

/**
 * Ends something in which nothing has moved for this many milliseconds. n8n's helper has no time-out
 * for a file: its own counts the whole of an upload, and nothing of a download.
 *
 * @param isOver whether it has come to its end by itself
 */
export async function endStalled(
	moving: Moving,
	timeout: number,
	isOver: () => boolean,
	end: () => void,
): Promise<void> {
	while (!isOver()) {
		const left = moving.movedAt + timeout - performance.now();
		if (left <= 0) {
			end();
			return;
		}
		await sleep(Math.min(SLICE, left));
	}
}
