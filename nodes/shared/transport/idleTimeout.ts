import { sleep } from 'n8n-workflow';

const CHECK_INTERVAL_MS = 250;

const noProgress = () => Object.assign(new Error('No progress'), { code: 'ECONNABORTED' });

interface IdleTimeout {
	/** `lastActivity` is when the work last made progress, in the milliseconds of `performance.now()`. */
	readonly progress: { readonly lastActivity: number };
	/** Milliseconds without progress after which the work is aborted. */
	readonly timeoutMs: number;
	readonly abort: () => void;
}

/**
 * Aborts work that makes no progress for `timeoutMs` milliseconds. n8n's helper has no such time-out for
 * files: its own limits the whole upload, and does not apply to the body of a download.
 *
 * @throws what the work throws, or an error with the code of a time-out as soon as it is aborted: work that reads a
 *   stream of n8n may never end
 */
export async function withIdleTimeout<Value>(
	work: Promise<Value>,
	{ progress, timeoutMs, abort }: IdleTimeout,
): Promise<Value> {
	const state = { isOver: false, isStalled: false };

	const watch = async (): Promise<Value> => {
		while (!state.isOver) {
			const timeLeft = progress.lastActivity + timeoutMs - performance.now();
			if (timeLeft <= 0) {
				state.isStalled = true;
				abort();
				throw noProgress();
			}

			await sleep(Math.min(CHECK_INTERVAL_MS, timeLeft));
		}

		return await work;
	};

	try {
		return await Promise.race([work, watch()]);
	} catch (error) {
		throw state.isStalled ? noProgress() : error;
	} finally {
		state.isOver = true;
	}
}
