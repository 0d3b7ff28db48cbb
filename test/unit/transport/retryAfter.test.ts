import { describe, expect, test } from '@jest/globals';

import { readRetryAfter } from '../../../nodes/shared/transport/retryAfter';
import { textResponse, withHeaders } from '../responses';

// Plane sends whole seconds (row 19), proxies also dates, as in RFC 9110. Anything else must not break a run.

const readSeconds = (headers: Record<string, string>) =>
	readRetryAfter(withHeaders(textResponse('', 429), headers));

describe('readRetryAfter', () => {
	const date = 'Sat, 21 Nov 2026 09:00:00 GMT';

	test.each([
		['seconds', { 'retry-after': '59' }, 59],
		['seconds with blanks around them', { 'retry-after': ' 59 ' }, 59],
		['zero seconds', { 'retry-after': '0' }, 0],
		['a fraction of a second', { 'retry-after': '0.2' }, 1],
		['a date', { date, 'retry-after': 'Sat, 21 Nov 2026 09:01:30 GMT' }, 90],
		['a date in the past', { date, 'retry-after': 'Sat, 21 Nov 2026 08:00:00 GMT' }, 0],
		['no header', {}, undefined],
		['an empty header', { 'retry-after': '' }, undefined],
		['a word', { 'retry-after': 'soon' }, undefined],
		['a fraction with two digits', { 'retry-after': '5.25' }, 6],
		['a negative number', { 'retry-after': '-5s' }, undefined],
		['a number with a unit', { 'retry-after': '5s' }, undefined],
		['a number after a letter', { 'retry-after': 'x5' }, undefined],
	])('reads %s', (_, headers, seconds) => {
		expect(readSeconds(headers)).toBe(seconds);
	});

	test('compares a date with the local clock if the response has no date', () => {
		const until = new Date(Date.now() + 3_600_000).toUTCString();
		const seconds = readSeconds({ 'retry-after': until }) ?? 0;

		expect(seconds).toBeGreaterThan(3590);
		expect(seconds).toBeLessThanOrEqual(3600);
	});
});
