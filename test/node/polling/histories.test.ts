import { describe, expect, it } from '@jest/globals';

import { checkHistory } from './checkHistory';

// Of many random histories (histories.slow.test.ts), these have the most events for their time.
describe('the polling trigger, in a history of an hour or more,', () => {
	it.each([12, 13, 20, 23, 25, 28, 33, 58])(
		'reports every event exactly once (%i)',
		async (seed) => {
			expect(await checkHistory(seed, false)).toBeGreaterThan(20);
		},
	);

	it.each([5, 10, 27, 29])(
		'reports every event exactly once while somebody changes Events (%i)',
		async (seed) => {
			expect(await checkHistory(seed, true)).toBeGreaterThan(10);
		},
	);
});
