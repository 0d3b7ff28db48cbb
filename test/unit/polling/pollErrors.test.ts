import { expect, test } from '@jest/globals';

import {
	unsortedListProblem,
	withProjectName,
} from '../../../nodes/PlanePollingTrigger/changes/pollErrors';
import { problem } from '../../../nodes/shared/result/problem';
import { causes } from '../../nodeTexts';

test('an error of the polling trigger has the name that the user entered before the ID, everywhere', () => {
	const found = problem({
		cause: 'failed',
		status: 404,
		message: causes.notFound('p1'),
		description: 'Check p1 first, then whether p1 was deleted.',
	});

	// `$&` has a meaning in the replacement of a pattern, but not in a name.
	expect(withProjectName(found, 'Costs $& more', 'p1')).toEqual({
		...found,
		message: causes.notFound('Costs $& more (p1)'),
		description: 'Check Costs $& more (p1) first, then whether Costs $& more (p1) was deleted.',
	});
});

test('a server that does not sort its lists has an error of its own', () => {
	expect(unsortedListProblem()).toMatchObject({
		cause: 'failed',
		message: 'This server does not sort its lists by last update',
	});
});
