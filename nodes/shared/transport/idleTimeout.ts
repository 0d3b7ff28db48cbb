import { sleep } from 'n8n-workflow';

const CHECK_INTERVAL_MS = 250;

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
 * @throws what the work throws, or an error with the code of a time-out if it was aborted
 */
export async function withIdleTimeout<Value>(
	work: Promise<Value>,
	{ progress, timeoutMs, abort }: IdleTimeout,
): Promise<Value> {
	const state = { isOver: false, isStalled: false };

	const watch = async () => {
		while (!state.isOver && !state.isStalled) {
			const timeLeft = progress.lastActivity + timeoutMs - performance.now();

			state.isStalled = timeLeft <= 0;

			if (state.isStalled) {
				abort();
			} else {
				await sleep(Math.min(CHECK_INTERVAL_MS, timeLeft));
			}
		}
	};

	void watch();

	try {
		return await work;
	} catch (error) {
		const timedOut = Object.assign(new Error('No progress'), { code: 'ECONNABORTED' });

		throw state.isStalled ? timedOut : error;
	} finally {
		state.isOver = true;
	}
}
