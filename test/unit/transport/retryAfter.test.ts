import { describe, expect, test } from '@jest/globals';

import { readRetryAfter } from '../../../nodes/shared/transport/retryAfter';
import { textResponse, withHeaders } from '../responses';

// Plane sends whole seconds (row 19), proxies dates, too, as RFC 9110 has them. The rest must not
// break a run.

const asked = (headers: Record<string, string>) =>
	readRetryAfter(withHeaders(textResponse('', 429), headers));

describe('how long the server asks to wait', () => {
	const date = 'Sat, 21 Nov 2026 09:00:00 GMT';

	test.each([
		['in seconds', { 'retry-after': '59' }, 59],
		['in seconds, with blanks around them', { 'retry-after': ' 59 ' }, 59],
		['in no seconds', { 'retry-after': '0' }, 0],
		['in parts of a second', { 'retry-after': '0.2' }, 1],
		['by its clock', { date, 'retry-after': 'Sat, 21 Nov 2026 09:01:30 GMT' }, 90],
		['by its clock, of the past', { date, 'retry-after': 'Sat, 21 Nov 2026 08:00:00 GMT' }, 0],
		['not at all', {}, undefined],
		['with nothing', { 'retry-after': '' }, undefined],
		['with a word', { 'retry-after': 'soon' }, undefined],
		['in two digits of a second', { 'retry-after': '5.25' }, 6],
		['with seconds that are none', { 'retry-after': '-5s' }, undefined],
		['with a unit', { 'retry-after': '5s' }, undefined],
		['with a letter before it', { 'retry-after': 'x5' }, undefined],
	])('is read where it says it %s', (_, headers, seconds) => {
		expect(asked(headers)).toBe(seconds);
	});

	test('is read from a date by our own clock where the server does not give its own', () => {
		const until = new Date(Date.now() + 3_600_000).toUTCString();
		const seconds = asked({ 'retry-after': until }) ?? 0;

		expect(seconds).toBeGreaterThan(3590);
		expect(seconds).toBeLessThanOrEqual(3600);
	});
});
