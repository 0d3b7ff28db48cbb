import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { Turns } from '../../../nodes/shared/scheduler/turns';

test('begins so much work at once, in the order in which it comes', async () => {
	const turns = new Turns(2);
	const begun: number[] = [];
	let under = 0;
	let most = 0;
	const results = await Promise.all(
		[30, 10, 20, 0, 5].map(
			async (milliseconds, index) =>
				await turns.take(async () => {
					begun.push(index);
					most = Math.max(most, ++under);
					await wait(milliseconds);
					under--;
					return index;
				}),
		),
	);
	expect(results).toEqual([0, 1, 2, 3, 4]);
	expect(begun).toEqual([0, 1, 2, 3, 4]);
	expect(most).toBe(2);
});

test('goes on after work that failed', async () => {
	const turns = new Turns(1);
	const failing = turns.take(async () => await Promise.reject(new Error('No')));
	const next = turns.take(async () => await Promise.resolve('next'));
	await expect(failing).rejects.toThrow('No');
	expect(await next).toBe('next');
	expect(await turns.take(async () => await Promise.resolve('last'))).toBe('last');
});
