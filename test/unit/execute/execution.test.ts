import { expect, test } from '@jest/globals';

import {
	type AdditionOutcome,
	hasFailed,
	type JobResult,
} from '../../../nodes/Plane/execute/results';
import { problem } from '../../../nodes/shared/result/problem';
import { jsonResponse } from '../responses';
import { createExecution } from './testExecution';

const refusal = problem({ tag: 'failed', message: 'No', description: 'Check.' });

const outcomes = new Map<string, AdditionOutcome>([
	['a', {}],
	['b', refusal],
]);

test.each<[title: string, result: JobResult, expected: boolean]>([
	['a problem', refusal, true],
	['an addition with one failed ID', { kind: 'additions', outcomes }, true],
	['a complete addition', { kind: 'additions', outcomes: new Map([['a', {}]]) }, false],
	['records', { kind: 'rows', rows: [{}] }, false],
])('hasFailed returns whether %s contains a failure', (_, result, expected) => {
	expect(hasFailed(result)).toBe(expected);
});

test('the pauses between reads of a list use the clock of the execution', async () => {
	const { execution } = createExecution(() => jsonResponse({}));

	await execution.paging.pause(1500);

	expect([execution.scheduler.now, execution.paging.concurrency]).toEqual([1500, 8]);
});
