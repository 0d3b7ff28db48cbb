import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { Semaphore } from '../../../nodes/shared/scheduler/Semaphore';

test('so much work is begun at once, in the order in which it comes', async () => {
	const semaphore = new Semaphore(2);
	const begun: number[] = [];
	let underWay = 0;
	let busiest = 0;
	const results = await Promise.all(
		[30, 10, 20, 0, 5].map(
			async (milliseconds, index) =>
				await semaphore.run(async () => {
					begun.push(index);
					busiest = Math.max(busiest, ++underWay);
					await wait(milliseconds);
					underWay--;

					return index;
				}),
		),
	);

	expect(results).toEqual([0, 1, 2, 3, 4]);
	expect(begun).toEqual([0, 1, 2, 3, 4]);
	expect(busiest).toBe(2);
});

test('work goes on after some that failed', async () => {
	const semaphore = new Semaphore(1);
	const failing = semaphore.run(async () => await Promise.reject(new Error('No')));
	const next = semaphore.run(async () => await Promise.resolve('next'));

	await expect(failing).rejects.toThrow('No');
	expect(await next).toBe('next');
	expect(await semaphore.run(async () => await Promise.resolve('last'))).toBe('last');
});
