import { expect, test } from '@jest/globals';

import { creationHistoryHints } from '../../../nodes/Plane/execute/hints/creationHistoryHints';
import type { Call } from '../../../nodes/shared/model/call';
import { createEstimate } from '../../../nodes/shared/operations';
import { writeDefaults } from '../calls';
import { createExecution } from './testExecution';

test('reads no record for values that the response to its create has shown', async () => {
	const { execution, routes } = createExecution({});
	const call: Call<'create'> = {
		...writeDefaults,
		kind: 'create',
		itemIndex: 0,
		operation: createEstimate,
		workspace: 'acme',
		path: { project_id: 'p1' },
		body: { name: 'Points', external_source: 'sheet', external_id: 'row-1' },
	};

	execution.createdIds.add('r1');

	const results = new Map([[0, [{ json: { id: 'r1' } }]]]);

	expect(await creationHistoryHints([call], results, execution)).toEqual([]);
	expect(routes()).toEqual([]);
});
