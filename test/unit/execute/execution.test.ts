import { expect, test } from '@jest/globals';

import {
	type AdditionOutcome,
	hasFailed,
	type JobResult,
} from '../../../nodes/Plane/execute/results';
import { problem } from '../../../nodes/shared/result/problem';
import { jsonResponse } from '../responses';
import { executionOf } from './clientOf';

const refusal = problem({ tag: 'failed', message: 'No', description: 'Check.' });

const partly = new Map<string, AdditionOutcome>([
	['a', {}],
	['b', refusal],
]);

test.each<[what: string, result: JobResult, failed: boolean]>([
	['a problem', refusal, true],
	['an addition of which one part failed', { added: partly }, true],
	['an addition that was carried out', { added: new Map([['a', {}]]) }, false],
	['records', { outputs: [{ json: {} }] }, false],
])('whether %s has failed', (_, result, failed) => {
	expect(hasFailed(result)).toBe(failed);
});

test('a list that is read lets time pass by the clock of the execution', async () => {
	const { execution } = executionOf(() => jsonResponse({}));

	await execution.paging.pause(1500);
	expect([execution.scheduler.now, execution.paging.concurrency]).toEqual([1500, 8]);
});
