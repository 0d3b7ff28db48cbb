import { describe, expect, test } from '@jest/globals';

import { withIdleTimeout } from '../../../nodes/shared/transport/idleTimeout';
import { findCode } from '../../../nodes/shared/transport/response';
import { useStoppedTimers } from '../../service/testing/fakeClock';

const passTime = useStoppedTimers();

/** Work that ends when it is aborted, or after this many milliseconds. */
function startWork(milliseconds: number) {
	const controller = new AbortController();
	const startedAt = performance.now();
	const abortedAfter: number[] = [];

	const work = new Promise((resolve, reject) => {
		setTimeout(() => resolve('done'), milliseconds);
		controller.signal.addEventListener('abort', () => reject(new Error('It was aborted')));
	});

	return {
		work,
		abortedAfter,
		abort: () => {
			abortedAfter.push(performance.now() - startedAt);
			controller.abort();
		},
	};
}

const progressNow = () => ({ lastActivity: performance.now() });

describe('withIdleTimeout', () => {
	test('returns the result of work that makes progress, however long it takes', async () => {
		const { work, abort, abortedAfter } = startWork(220);
		const progress = progressNow();
		const interval = setInterval(() => (progress.lastActivity = performance.now()), 5);
		const result = withIdleTimeout(work, { progress, timeoutMs: 100, abort });

		await passTime(220);
		clearInterval(interval);

		expect(await result).toBe('done');
		expect(abortedAfter).toEqual([]);
	});

	test('aborts work without progress once, and fails with the code of a time-out', async () => {
		const { work, abort, abortedAfter } = startWork(10_000);
		const stalled = withIdleTimeout(work, { progress: progressNow(), timeoutMs: 30, abort });
		const code = stalled.catch((error: unknown) => findCode(error));

		await passTime(200);

		expect(await code).toBe('ECONNABORTED');
		expect(abortedAfter).toEqual([30]);
	});

	test('counts the time-out from the last progress', async () => {
		const { work, abort, abortedAfter } = startWork(10_000);
		const progress = progressNow();

		setTimeout(() => (progress.lastActivity = performance.now()), 40);
		const stalled = withIdleTimeout(work, { progress, timeoutMs: 60, abort });
		const failure = stalled.catch((error: unknown) => error);

		await passTime(200);

		expect(await failure).toBeInstanceOf(Error);
		expect(abortedAfter).toEqual([100]);
	});

	test('passes on the error of work that fails by itself, and does not abort it later', async () => {
		const { abort, abortedAfter } = startWork(0);
		const rejected = Promise.reject(new Error('It is full'));

		const failing = withIdleTimeout(rejected, { progress: progressNow(), timeoutMs: 20, abort });

		await expect(failing).rejects.toThrow('It is full');
		await passTime(40);
		expect(abortedAfter).toEqual([]);
	});
});
