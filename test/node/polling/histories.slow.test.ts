import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { randomTimeout, runs } from '../../unit/random';
import { checkHistory } from './checkHistory';

describe('the polling trigger, in random histories', () => {
	it.each([
		['', false],
		[' while somebody changes Events', true],
	])(
		'reports every event exactly once%s',
		async (_, changesEvents) => {
			const numRuns = runs(50);
			let totalDue = 0;

			await fc.assert(
				fc.asyncProperty(fc.noBias(fc.nat()), async (seed) => {
					totalDue += await checkHistory(seed, changesEvents);
				}),
				// A smaller seed does not make a simpler history.
				{ numRuns, endOnFailure: true },
			);

			expect(totalDue).toBeGreaterThan(numRuns);
		},
		randomTimeout,
	);
});
