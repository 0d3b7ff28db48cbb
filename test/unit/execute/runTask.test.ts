import { setImmediate } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import * as calls from '../calls';
import { createExecution } from './testExecution';

test('Tasks whose route is gone run no more jobs at once than Concurrent Requests says', async () => {
	const { execution } = createExecution({});
	const jobs = Array.from({ length: 10 }, (_, itemIndex) => ({
		call: { ...calls.update, itemIndex },
		items: [itemIndex],
	}));
	let running = 0;
	let most = 0;

	const runJob = async () => {
		running++;
		most = Math.max(most, running);
		await setImmediate();
		running--;

		return { kind: 'rows' as const, rows: [] };
	};

	const tasks = Array.from({ length: 3 }, () => ({ jobs, key: undefined }));
	const results = await Promise.all(
		tasks.map(async (task) => await execution.sharedWrites.run(task, runJob)),
	);

	expect(results.flat()).toHaveLength(30);
	expect(most).toBe(execution.paging.concurrency);
});
