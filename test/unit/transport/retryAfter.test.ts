import { describe, expect, test } from '@jest/globals';

import { duration, retryAfter } from '../../../nodes/shared/transport/retryAfter';
import { textResponse, withHeaders } from '../responses';

const asked = (headers: Record<string, string>) =>
	retryAfter(withHeaders(textResponse('', 429), headers));

describe('how long the server asks to wait', () => {
	test.each([
		['59', 59],
		[' 59 ', 59],
		['0', 0],
		['0.2', 1],
	])('is read in seconds: %j', (value, seconds) => {
		expect(asked({ 'retry-after': value })).toBe(seconds);
	});

	test('is read from a date by the clock of the server', () => {
		const date = 'Sat, 21 Nov 2026 09:00:00 GMT';
		expect(asked({ date, 'retry-after': 'Sat, 21 Nov 2026 09:01:30 GMT' })).toBe(90);
		expect(asked({ date, 'retry-after': 'Sat, 21 Nov 2026 08:00:00 GMT' })).toBe(0);
	});

	test('is read from a date by our own clock where the server does not give its own', () => {
		const until = new Date(Date.now() + 3_600_000).toUTCString();
		const seconds = asked({ 'retry-after': until }) ?? 0;
		expect(seconds).toBeGreaterThan(3590);
		expect(seconds).toBeLessThanOrEqual(3600);
	});

	test.each([{}, { 'retry-after': '' }, { 'retry-after': 'soon' }, { 'retry-after': '-5s' }])(
		'is unknown with the headers %j',
		(headers) => {
			expect(asked(headers)).toBeUndefined();
		},
	);
});

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
])('%d seconds are shown as %s', (seconds, text) => {
	expect(duration(seconds)).toBe(text);
});
