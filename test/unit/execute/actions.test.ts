import { expect, test } from '@jest/globals';

import { executeRemove } from '../../../nodes/Plane/execute/actions';
import type { Call } from '../../../nodes/shared/model/call';
import { removeWorkItemsFromCycle } from '../../../nodes/shared/operations';
import { problem } from '../../../nodes/shared/result/problem';
import { jsonResponse } from '../responses';
import { createExecution } from './testExecution';

test('A removal reports an actual failure rather than an interruption caused by it', async () => {
	const interrupted = problem({ tag: 'notSent', message: 'Not sent', description: 'Wait.' });
	const { execution } = createExecution(
		({ route }) =>
			route.endsWith('/w1/')
				? { fault: 'notSent', problem: interrupted }
				: jsonResponse({ error: 'No' }, 403),
		{ continueOnFail: true },
	);
	const call: Call<'remove'> = {
		kind: 'remove',
		operation: removeWorkItemsFromCycle,
		itemIndex: 0,
		workspace: 'acme',
		path: { project_id: 'p1', cycle_id: 'c1' },
		ignoreMissing: false,
		ids: ['w1', 'w2'],
		displayNames: { w2: 'LNCH-2' },
	};

	expect(await executeRemove(call, execution)).toMatchObject({
		message: expect.stringContaining('LNCH-2 was not removed'),
		description: expect.stringContaining('Removed: 0 of 2. Not removed: w1, LNCH-2.'),
	});
});
