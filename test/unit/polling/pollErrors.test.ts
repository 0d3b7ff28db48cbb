import { expect, test } from '@jest/globals';

import { naming, unsorted } from '../../../nodes/PlanePollingTrigger/changes/pollErrors';
import { problem } from '../../../nodes/shared/result/problem';

test('An error of a trigger has the name that the panel has before the ID, wherever it stands', () => {
	const why = problem({
		tag: 'failed',
		status: 404,
		message: 'Plane did not find p1',
		description: 'Check p1 first, then whether p1 was deleted.',
	});

	// A name is a name, also where it looks like a pattern.
	expect(naming(why, 'Costs $& more', 'p1')).toEqual({
		...why,
		message: 'Plane did not find Costs $& more (p1)',
		description: 'Check Costs $& more (p1) first, then whether Costs $& more (p1) was deleted.',
	});
});

test('A server that does not sort is told from one that fails', () => {
	expect(unsorted()).toMatchObject({
		tag: 'failed',
		message: 'This server does not sort its lists by last update',
	});
});
