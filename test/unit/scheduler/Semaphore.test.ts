import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { Semaphore } from '../../../nodes/shared/scheduler/Semaphore';

test('a semaphore runs as much work at once as it has slots, in the order of arrival', async () => {
	const semaphore = new Semaphore(2);
	const started: number[] = [];
	let inProgress = 0;
	let maxInProgress = 0;

	const results = await Promise.all(
		[30, 10, 20, 0, 5].map(
			async (milliseconds, index) =>
				await semaphore.run(async () => {
					started.push(index);
					maxInProgress = Math.max(maxInProgress, ++inProgress);
					await wait(milliseconds);
					inProgress--;

					return index;
				}),
		),
	);

	expect(results).toEqual([0, 1, 2, 3, 4]);
	expect(started).toEqual([0, 1, 2, 3, 4]);
	expect(maxInProgress).toBe(2);
});

test('a semaphore returns the slot of work that throws', async () => {
	const semaphore = new Semaphore(1);

	const failing = semaphore.run(async () => await Promise.reject(new Error('No')));
	const next = semaphore.run(async () => await Promise.resolve('next'));

	await expect(failing).rejects.toThrow('No');
	expect(await next).toBe('next');
	expect(await semaphore.run(async () => await Promise.resolve('last'))).toBe('last');
});
