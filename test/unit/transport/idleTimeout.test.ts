import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import { endStalled } from '../../../nodes/shared/transport/idleTimeout';
import { codeOf } from '../../../nodes/shared/transport/response';

/** Work that comes to an end when it is ended, or after so many milliseconds. */
function start(milliseconds: number) {
	const end = new AbortController();
	const ended: number[] = [];
	const began = performance.now();
	const work = wait(milliseconds, 'done', { signal: end.signal });

	return {
		work,
		ended,
		end: () => {
			ended.push(performance.now() - began);
			end.abort();
		},
	};
}

describe('work', () => {
	test('that moves gives what it comes to, however long it takes', async () => {
		const { work, end, ended } = start(220);
		const moving = { movedAt: performance.now() };
		const moves = setInterval(() => (moving.movedAt = performance.now()), 5);

		expect(await endStalled(moving, 100, end, work)).toBe('done');
		clearInterval(moves);
		expect(ended).toEqual([]);
	});

	test('that does not move is ended in time, once, and that is a time-out', async () => {
		const { work, end, ended } = start(10_000);
		const stalled = endStalled({ movedAt: performance.now() }, 30, end, work);
		const code = stalled.catch((error: unknown) => codeOf(error));

		expect(await Promise.race([code, wait(200)])).toBe('ECONNABORTED');
		expect(ended).toHaveLength(1);
		expect(ended[0]).toBeGreaterThan(25);
	});

	test('that stops at last is ended a time-out later', async () => {
		const { work, end, ended } = start(10_000);
		const moving = { movedAt: performance.now() };

		setTimeout(() => (moving.movedAt = performance.now()), 40);
		await expect(endStalled(moving, 60, end, work)).rejects.toThrow();
		expect(ended[0]).toBeGreaterThan(90);
	});

	test('that fails by itself says why, and is not ended later', async () => {
		const { end, ended } = start(0);
		const full = Promise.reject(new Error('It is full'));
		const failing = endStalled({ movedAt: performance.now() }, 20, end, full);

		await expect(failing).rejects.toThrow('It is full');
		await wait(40);
		expect(ended).toEqual([]);
	});
});
