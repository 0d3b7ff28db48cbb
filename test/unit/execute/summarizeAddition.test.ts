import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { summarizeAddition } from '../../../nodes/Plane/execute/additions/summarizeAddition';
import { problem, type Result } from '../../../nodes/shared/result/problem';

const refusal = problem({
	cause: 'failed',
	status: 400,
	message: 'Plane refused it',
	description: 'Check.',
});

describe('The outcome of an addition of several IDs', () => {
	type Outcome = [id: string, Result<JsonObject>];
	const notSent = problem({ cause: 'stopped', message: 'Not sent', description: 'Wait.' });
	const addedIds = (...ids: readonly string[]) => ids.map((id): Outcome => [id, { id }]);
	const failedIds = (...ids: readonly string[]) => ids.map((id): Outcome => [id, refusal]);
	const numberIds = (count: number) => Array.from({ length: count }, (_, index) => `x${index + 1}`);

	test.each<[title: string, Outcome[], idCount: number, outcome: object]>([
		['returns why the first ID was not sent if none was added', [['a', notSent]], 2, notSent],
		[
			'counts the IDs that were added before an interruption',
			[...addedIds('a'), ['b', notSent]],
			3,
			{
				cause: 'stopped',
				effect: 'partlyDone',
				message: 'Only 1 of 3 were added before another item failed',
			},
		],
		[
			'counts the IDs that were not tried',
			[...addedIds('a'), ...failedIds('x1')],
			5,
			{ description: 'Check. Added: 1 of 5. Not tried: 3.' },
		],
		[
			'lists twenty other IDs',
			[...addedIds('a'), ...failedIds(...numberIds(21))],
			22,
			{
				description: `Check. Also not added: ${numberIds(21).slice(1).join(', ')}. Added: 1 of 22.`,
			},
		],
		[
			'counts further IDs',
			[...addedIds('a'), ...failedIds(...numberIds(23))],
			24,
			{
				description: `Check. Also not added: ${numberIds(21).slice(1).join(', ')} and 2 more. Added: 1 of 24.`,
			},
		],
	])('%s', (_, outcomes, idCount, outcome) => {
		expect(summarizeAddition(new Map(outcomes), idCount)).toMatchObject(outcome);
	});
});
