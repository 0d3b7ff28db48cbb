import { expect, test } from '@jest/globals';

import { formatDuration } from '../../../nodes/shared/text/formatDuration';

test.each([
	[0, '1 second'],
	[1, '1 second'],
	[59, '59 seconds'],
	[60, '1 minute'],
	[125, '2 minutes and 5 seconds'],
	[3600, '1 hour'],
	[3605, '1 hour and 5 seconds'],
	[3725, '1 hour and 2 minutes'],
	[100_000, '27 hours and 46 minutes'],
])('formatDuration shows %d seconds as %s', (seconds, text) => {
	expect(formatDuration(seconds)).toBe(text);
});
