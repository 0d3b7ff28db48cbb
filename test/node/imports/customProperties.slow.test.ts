import { test } from '@jest/globals';
import fc from 'fast-check';

import { randomTimeout, runs } from '../../unit/random';
import { checkHistory } from './checkHistory';
import { anyHistory } from './history';

/** As in imports.slow.test.ts, with rows that have up to five custom properties, of one kind each. */
test(
	'Rows with custom properties that are imported again and again, whatever happens in between, are work items with these values',
	async () => {
		const histories = anyHistory([
			{ method: 'use', server: 'commercial', hasProperties: true },
			{ method: 'update', server: 'commercial', hasProperties: true },
			{ method: 'update', server: 'apiV2', hasProperties: true },
		]);

		await fc.assert(fc.asyncProperty(histories, checkHistory), {
			numRuns: runs(100),
			endOnFailure: true,
		});
	},
	randomTimeout,
);
