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

const partly = new Map<string, AdditionOutcome>([
	['a', {}],
	['b', refusal],
]);

test.each<[what: string, result: JobResult, failed: boolean]>([
	['a problem', refusal, true],
	['an addition with one failed ID', { kind: 'additions', outcomes: partly }, true],
	['a complete addition', { kind: 'additions', outcomes: new Map([['a', {}]]) }, false],
	['records', { kind: 'outputs', outputs: [{ json: {} }] }, false],
])('hasFailed knows whether %s has failed', (_, result, failed) => {
	expect(hasFailed(result)).toBe(failed);
});

test('pauses while a list is read use the clock of the execution', async () => {
	const { execution } = createExecution(() => jsonResponse({}));

	await execution.paging.pause(1500);
	expect([execution.scheduler.now, execution.paging.concurrency]).toEqual([1500, 8]);
});
